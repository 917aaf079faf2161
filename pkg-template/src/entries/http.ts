// The main entry of leases over HTTP.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { internals } from "./lease.js";

export const handler = (options: HandlerOptions) => newHandler(internals, options);
export { http, nodeHandler } from "../lease/server/index.js";
