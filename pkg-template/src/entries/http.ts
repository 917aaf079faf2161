// The entries of leases over HTTP. They differ in the entry of leases that their handler uses.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { internals } from "./lease.js";

export const handler = (options: HandlerOptions) => newHandler(internals, options);
export { http, nodeHandler } from "../lease/server/index.js";
