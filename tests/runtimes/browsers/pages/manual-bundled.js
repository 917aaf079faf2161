// Vite copies core.wasm beside the bundle and returns its URL.
import * as flakekit from "flakekit/manual";
import address from "flakekit/core.wasm?url";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  flakekit.loadCore(await WebAssembly.compileStreaming(fetch(address)));
  return check(flakekit);
});
