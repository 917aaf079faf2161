// Loads the package by `import`.

import * as flakekit from "flakekit";
import { check } from "../check.mjs";
import { report } from "./report.mjs";

check(flakekit);
report(import.meta.resolve("flakekit"));
