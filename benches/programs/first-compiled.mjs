// Makes the first ID with a core that is given compiled: node programs/first-compiled.mjs [1]. Without 1, the program
// only compiles the core. It prints the time since Node was ready to load the program, in ms.

import { readFileSync } from "node:fs";
import { sinceStart } from "../lib/since-start.mjs";

// The core is not found by the package's name, so that the process without an ID does not look for the package either.
const core = new URL("../node_modules/flakekit/core.wasm", import.meta.url);
const module = new globalThis.WebAssembly.Module(readFileSync(core));
if (process.argv[2] !== undefined) {
  const { discord, generator, loadCore } = await import("flakekit/manual");
  loadCore(module);
  generator(discord, { workerId: 1, processId: 2 }).next();
}
console.log(sinceStart());
