// The entry of leases over HTTP for Workers: see lease-workerd.ts.

export { handler } from "./handler-workerd.js";
export { http, nodeHandler } from "../lease/server/index.js";
