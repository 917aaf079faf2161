// The entry of leases for users who load the module of their protocol themselves.

export * from "./lease.js";
export { loadLeases } from "../lease/protocol/index.js";
