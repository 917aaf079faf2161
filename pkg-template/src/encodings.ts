// The encodings of IDs as text.

import { ENCODINGS } from "./generated/contract.js";
import { optionalChoice, invalid, type Options, readOptions } from "./values.js";

/** The core's number of the canonical text in the format's encoding, not padded. */
export const DEFAULT_STYLE = 0;

/** The core's number of a text style: an encoding, padded or not. */
export function styleNumber(given: Options | undefined): number {
  if (given === undefined) return DEFAULT_STYLE;
  const { as, padded = false } = readOptions("the style of a text", given, ["as", "padded"]);
  if (typeof padded !== "boolean") throw invalid("INVALID_OPTION", "padded", padded, "true or false");
  const encoding = optionalChoice("as", as, ENCODINGS);
  return (Number.isNaN(encoding) ? 0 : encoding + 1) * 2 + Number(padded);
}
