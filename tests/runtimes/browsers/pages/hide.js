// Hides IDs by the recipe of docs/security.md.

import * as flakekit from "flakekit";
import { checkHidden } from "../check.mjs";
import { hidden } from "./hidden.mjs";
import { report } from "./report.js";

report(() => checkHidden(flakekit, hidden));
