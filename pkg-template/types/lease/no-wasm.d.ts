/**
 * `flakekit/lease` for engines without WebAssembly. The core of `flakekit/no-wasm` makes the IDs of its leases.
 *
 * ```js
 * import { discord } from "flakekit/no-wasm";
 * import { http } from "flakekit/lease/http";
 * import { lease } from "flakekit/lease/no-wasm";
 *
 * const ids = await lease(discord, { store: http("/ids") });
 * ids.next();
 * ```
 *
 * React Native's bundler chooses this entry for `flakekit/lease` by itself, by the condition `react-native`.
 *
 * @packageDocumentation
 */

export * from "../lease.js";
