// The program that is bundled.

import * as flakekit from "flakekit";
import * as inspection from "flakekit/inspect";
import { check, checkInspect } from "./check.mjs";

check(flakekit);
checkInspect(inspection);
console.log("checked");
