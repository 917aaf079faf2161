// The entry for users who load the core themselves.

export * from "./main.js";
export { loadCore } from "../bridge/index.js";
