// The handler of leases over HTTP for edge functions: see lease-edge-light.ts.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { lease } from "./lease-edge-light.js";

// A function, and no call, so that bundlers leave it out of pages.
export const handler = (options: HandlerOptions) => newHandler(lease, options);
