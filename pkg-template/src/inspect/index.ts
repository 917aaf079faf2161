// Inspection: finds the formats that could have made an ID.
// Holds: `inspect`, `scan` and `foreignFormats`, and the start of their module.
// May import: `bridge`, `generated`, `glue`, `ids`, `types`, `values`.
// Promises: it needs no core; the module starts at the first call.

export { foreignFormats, inspectWith, scanWith } from "./inspect.js";
export { type InspectorRuntime, loadInspector, missingInspector, newInspector } from "./inspector.js";
