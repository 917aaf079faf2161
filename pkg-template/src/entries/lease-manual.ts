// The entry of leases for users who load the module of their protocol themselves.

import { engine } from "../engine.js";
import { engine as engineOfOther, useEngine } from "../lease/engine.js";

// The engine of another entry of leases has its core, so it is kept.
useEngine(engineOfOther ?? engine);

export * from "../lease/index.js";
export { loadLeases } from "../lease/lease-core.js";
