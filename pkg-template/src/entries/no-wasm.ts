// The entry for engines without WebAssembly. The build gives it the core in JavaScript: see `translated-core.ts`.

export * from "../index.js";
