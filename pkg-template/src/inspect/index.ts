// Inspection: finds the formats that could have made an ID.
// Holds: `inspect`, `scan` and `foreignFormats`; the options of a reading; candidates in words; the start of the module.
// May import: `bridge`, `generated`, `glue`, `ids`, `types`, `values`.
// Promises: it needs no core; the module starts at the first call.

export { inspectAllWith } from "./columns.js";
export { foreignFormats, inspectWith } from "./inspect.js";
export { scanWith } from "./scan.js";
export { type InspectorRuntime, loadInspector, missingInspector, newInspector, startTranslation } from "./inspector.js";
