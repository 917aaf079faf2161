/**
 * `flakekit/lease` for engines without WebAssembly. Its IDs are made by the core of `flakekit/no-wasm`.
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
 * React Native's bundler chooses it for `flakekit/lease` itself, by the condition `react-native`.
 *
 * @packageDocumentation
 */

export * from "../lease.js";
