// The entry of leases over HTTP for edge functions: see lease-edge-light.ts.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { internals } from "./lease-edge-light.js";

export const handler = (options: HandlerOptions) => newHandler(internals, options);
export { http, nodeHandler } from "../lease/server/index.js";
