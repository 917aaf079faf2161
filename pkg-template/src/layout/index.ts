// The layout of IDs of an unknown kind, found from IDs and the times at which they were made.
// Holds: `Table`, which reads the IDs, times and fields of a text of any form; `solving`, which finds the layout in steps;
// `layoutOf`, which makes a format and its code of it; the answer in words.
// May import: `tables`.
// Promises: it does not use Node, because the page uses it, too. It reads no clock, and the same samples give the same answer.

export { FieldReader } from "./field-reader.js";
export type { Low } from "./fields.js";
export { type Definition, epochText, knownOf, type Layout, layoutOf, leavesOf } from "./format.js";
export type { Problem } from "./problems.js";
export type { Sample, Samples, Unread } from "./samples.js";
export { type Answer, type Finding, type Known, solve, solving } from "./solve.js";
export { type Chosen, Table } from "./table.js";
export { delays, duration, headline, hints, notesOf, percent, settling, tickAndShift } from "./words.js";
