import * as flakekit from "flakekit";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(() => check(flakekit));
