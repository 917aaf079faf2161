// The entry of inspection for users who load its module themselves.

export { foreignFormats, inspect, scan } from "../inspect/index.js";
export { loadInspector } from "../inspect/index.js";
