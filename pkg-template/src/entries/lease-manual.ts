// The entry of leases for users who load the module of their protocol themselves.

import { engine } from "../index.js";
import { engine as engineOfOther, useEngine } from "../lease/keeper/index.js";

// The engine of another entry of leases has its core, so it is kept.
useEngine(engineOfOther ?? engine);

export * from "../lease/index.js";
export { loadLeases } from "../lease/protocol/index.js";
