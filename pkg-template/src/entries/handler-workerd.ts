// The handler of leases over HTTP for Workers: see lease-workerd.ts.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { lease } from "./lease-workerd.js";

// Not made by a call such as `newHandler.bind(undefined, lease)`: bundlers keep calls, because they may have side effects. Then
// pages that use only `http` would contain leases.
export const handler = (options: HandlerOptions) => newHandler(lease, options);

// Only pages have a smaller one: see lease-of-server.ts.
export { lease };
