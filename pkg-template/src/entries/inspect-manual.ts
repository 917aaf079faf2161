// The entry of inspection for users who load its module themselves.

export * from "./inspect.js";
export { loadInspector } from "../inspect/index.js";
