// The core is a file of its own, which the browser compiles while it comes.
import * as flakekit from "../node_modules/flakekit/manual.js";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  flakekit.loadCore(await WebAssembly.compileStreaming(fetch("../node_modules/flakekit/core.wasm")));
  return check(flakekit);
});
