// Loads the core as a separate file, which the browser compiles while it downloads.
import * as flakekit from "../node_modules/flakekit/manual.js";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  flakekit.loadCore(await WebAssembly.compileStreaming(fetch("../node_modules/flakekit/core.wasm")));
  return check(flakekit);
});
