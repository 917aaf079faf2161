// The entry of leases over HTTP for engines without WebAssembly: see lease-no-wasm.ts.

export { handler, lease } from "./handler-no-wasm.js";
export { http, nodeHandler } from "../lease/server/index.js";
