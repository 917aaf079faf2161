// The formats. Holds: the built-in ones as generated descriptors; the functions that only some of them need;
// `defineFormat` and `withOptions`, which check and make other formats. May import: `bridge`, `generated`, `generators`, `ids`,
// `types`, `values`. Promises: a bundle contains only the formats that a program imports; every format that the core
// trusts was made here. Every export is one of the main entry.

export * from "./bwmarrin.js";
export { defineFormat } from "./define.js";
export * from "./generated.js";
export { formatNamed, formats } from "./registry.js";
export { withOptions } from "./with-options.js";
