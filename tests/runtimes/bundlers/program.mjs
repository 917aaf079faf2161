// The program that is bundled.

import * as flakekit from "flakekit";
import { check } from "./check.mjs";

check(flakekit);
console.log("checked");
