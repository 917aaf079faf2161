/**
 * Leases: IDs that are unique across threads, restarts, processes and machines, without machine numbers assigned by
 * hand.
 *
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { file } from "flakekit/lease/file";
 *
 * const ids = await lease(discord, { store: file("./ids") });
 * ids.next();
 * ```
 *
 * @packageDocumentation
 */

export * from "./lease/store.js";
export * from "./lease/lease.js";
export * from "./lease/lazy.js";
export * from "./lease/operator.js";
export * from "./lease/memory.js";
