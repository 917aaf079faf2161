// The entry of leases over HTTP for Workers: see lease-workerd.ts.

export { handler, lease } from "./handler-workerd.js";
export { http, nodeHandler } from "../lease/server/index.js";
