// Hides IDs.

import * as flakekit from "flakekit";
import * as hiding from "flakekit/hidden";
import { checkHidden } from "../check.mjs";
import { report } from "./report.js";

report(() => checkHidden(flakekit, hiding));
