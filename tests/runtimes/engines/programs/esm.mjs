// Loads the package by `import`.

import * as flakekit from "flakekit";
import * as inspection from "flakekit/inspect";
import { check, checkInspect } from "../check.mjs";
import { report } from "./report.mjs";

check(flakekit);
checkInspect(inspection);
report(import.meta.resolve("flakekit"));
