// The entry of leases over HTTP for Workers: see lease-workerd.ts.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { internals } from "./lease-workerd.js";

export const handler = (options: HandlerOptions) => newHandler(internals, options);
export { http, nodeHandler } from "../lease/server/index.js";
