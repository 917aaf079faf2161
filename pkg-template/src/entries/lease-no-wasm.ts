// The entry of leases for engines without WebAssembly. The build gives it their protocol in JavaScript: see
// `lease-core-translated.ts`.

import { engine } from "../index.js";
import { useEngine } from "../lease/keeper/index.js";

useEngine(engine);

export * from "../lease/index.js";
