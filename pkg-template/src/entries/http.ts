// The main entry of leases over HTTP.

export { handler } from "./handler.js";
export { lease } from "./http-lease.js";
export { http, nodeHandler } from "../lease/server/index.js";
