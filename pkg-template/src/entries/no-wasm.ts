// The entry for engines without WebAssembly. The build gives it the core in JavaScript: see `core-translated.ts`.

export * from "../index.js";
