// The formats.
// Holds: the built-in ones as generated descriptors; what only some of them have; `defineFormat` and `withOptions`,
// which make and check others.
// May import: `bridge`, `generated`, `ids`, `types`, `values`.
// Promises: a bundle contains only the formats that a program imports; nobody else can make a format that the core
// trusts.

export { defineFormat } from "./define.js";
export {
  discord,
  instagram,
  mastodon,
  nanoflake,
  sno,
  snowflakeSI,
  sonyflake,
  tsid,
  twitter,
  uid60,
  x,
} from "./generated.js";
export { formatNamed, formats } from "./registry.js";
export { withOptions } from "./with-options.js";
