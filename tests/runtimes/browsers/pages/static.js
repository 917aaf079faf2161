// No bundler has been here: the browser finds the package's file by its address.
import * as flakekit from "../node_modules/flakekit/index.js";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(() => check(flakekit));
