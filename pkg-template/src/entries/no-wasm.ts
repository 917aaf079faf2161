// The entry for engines without WebAssembly. The build puts the core in JavaScript into it: see `bridge/core-translated.ts`.

export * from "../index.js";
