// The entry of leases over HTTP for engines without WebAssembly: see lease-no-wasm.ts.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { internals } from "./lease-no-wasm.js";

export const handler = (options: HandlerOptions) => newHandler(internals, options);
export { http, nodeHandler } from "../lease/server/index.js";
