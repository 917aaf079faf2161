/**
 * flakekit for engines without WebAssembly: React Native's Hermes, QuickJS, Node with `--jitless`, Safari in Lockdown
 * Mode, and pages whose Content Security Policy forbids WebAssembly. It contains the core of `flakekit`, translated to
 * JavaScript. It has the functions of `flakekit`, makes the same IDs, and shares its state with the other entries in a
 * realm.
 *
 * ```js
 * import { discord, generator } from "flakekit/no-wasm";
 *
 * generator(discord, { workerId: 1, processId: 0 }).next();
 * ```
 *
 * React Native's bundler chooses this entry for `flakekit` by itself, by the condition `react-native`.
 *
 * @packageDocumentation
 */

export * from "./index.js";
