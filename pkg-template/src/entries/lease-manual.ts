// The entry of leases for users who load the module of their protocol themselves.

import { engine } from "../index.js";
import { engine as engineOfOther, useEngine, useProtocol } from "../lease/keeper/index.js";

// The entries of leases that are ES modules share this variable. If another one was loaded before, its engine is kept, because
// it brings a core, and that of `flakekit/manual` must be loaded by the user.
useEngine(engineOfOther ?? engine);
useProtocol();

export * from "../lease/index.js";
export { loadLeases } from "../lease/protocol/index.js";
