// The entry of leases over HTTP for edge functions: see lease-edge-light.ts.

export { handler, lease } from "./handler-edge-light.js";
export { http, nodeHandler } from "../lease/server/index.js";
