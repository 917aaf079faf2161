// The handler of leases over HTTP. It is a file of its own because bundles of `http` would contain the entry of leases.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { lease } from "./lease.js";

// A function, and no call, so that bundlers leave it out of pages.
export const handler = (options: HandlerOptions) => newHandler(lease, options);
