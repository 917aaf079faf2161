// Vite puts the file beside the bundle, and gives its address.
import * as flakekit from "flakekit/manual";
import address from "flakekit/core.wasm?url";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  flakekit.loadCore(await WebAssembly.compileStreaming(fetch(address)));
  return check(flakekit);
});
