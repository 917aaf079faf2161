// Without a bundler: the browser loads the package's file by its URL.
import * as flakekit from "../node_modules/flakekit/index.js";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(() => check(flakekit));
