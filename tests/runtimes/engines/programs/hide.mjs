// Hides IDs by the recipe of docs/security.md.

import * as flakekit from "flakekit";
import { checkHidden } from "../check.mjs";
import { hidden } from "./hidden.mjs";
import { report } from "./report.mjs";

checkHidden(flakekit, hidden);
report(import.meta.resolve("flakekit"));
