// The entry of leases for pages that ask a server. It brings the states of keepers, and not the protocol, which is more than
// ten times as large.

import { engine } from "../index.js";
import { useEngine } from "../lease/keeper/index.js";
import { useKeepers } from "../lease/protocol/index.js";

/** The module's bytes as hex digits. The build adds the declaration to the file. */
declare const CORE: string;

useEngine(engine);
useKeepers(CORE);

// All that the other entries export: otherwise the build would divide the file that they share.
export * from "../lease/index.js";
export { useProtocol } from "../lease/keeper/index.js";
export { loadLeases } from "../lease/protocol/index.js";
