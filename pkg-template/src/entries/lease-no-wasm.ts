// The entry of leases for engines without WebAssembly. The build gives it their protocol in JavaScript: see
// `translated-lease-core.ts`.

import { engine } from "../engine.js";
import { useEngine } from "../lease/engine.js";

useEngine(engine);

export * from "../lease/index.js";
