// The entry of inspection for users who load its module themselves.

export { foreignFormats, inspect } from "../inspect.js";
export { loadInspector } from "../inspector.js";
