// The main entry. The build gives it the core: see `default-source.ts`.

export * from "../index.js";
