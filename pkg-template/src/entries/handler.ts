// The handler of leases over HTTP. The build leaves it in a file of its own. So bundlers can leave it out where only `http` is
// used, and with it the entry of leases, which has side effects.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { complete } from "./complete.js";
import { lease } from "./lease.js";

// Not made by a call such as `newHandler.bind(undefined, lease)`: bundlers keep calls, because they may have side effects. Then
// pages that use only `http` would contain leases.
export const handler = (options: HandlerOptions) => newHandler(lease, options, complete);
