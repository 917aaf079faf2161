// The entry for users who load the core themselves.

export * from "../index.js";
export { loadCore } from "../bridge/index.js";
