// The main entry. The build puts the core into it: see `bridge/default-source.ts`.

export * from "../index.js";
