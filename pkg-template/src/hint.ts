// What formats of integers have whose texts are not decimal.

import type { Format } from "./format.js";

/** What follows the refusal of a text that is an ID in decimal: drivers of databases return the decimal digits of integers. */
export const decimalHint = (format: Format, text: string): string =>
  format._tryLoad(text, format._style("decimal")) ? '; with as: "decimal" it is an ID' : "";
