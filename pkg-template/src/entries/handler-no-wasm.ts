// The handler of leases over HTTP for engines without WebAssembly: see lease-no-wasm.ts.

import { type HandlerOptions, newHandler } from "../lease/server/index.js";
import { lease } from "./lease-no-wasm.js";

// A function, and no call, so that bundlers leave it out of pages.
export const handler = (options: HandlerOptions) => newHandler(lease, options);
