// The entry of leases for engines without WebAssembly. The build puts the protocol in JavaScript into it: see
// `lease/protocol/lease-core-translated.ts`.

import { engine } from "../index.js";
import { useEngine, useProtocol } from "../lease/keeper/index.js";

useEngine(engine);
useProtocol();

export * from "../lease/index.js";
