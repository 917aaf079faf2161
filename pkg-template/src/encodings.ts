// The encodings of IDs as text.

import { ENCODINGS } from "./generated/contract.js";
import { optionalChoice, optionalFlag, readOptions } from "./values.js";

/** The core's number of the canonical text in the format's encoding, not padded. */
export const DEFAULT_STYLE = 0;

/** The core's number of a text style: an encoding, padded or not. */
export function styleNumber(given: unknown): number {
  // `ids.map(format.decode)` passes the index of each ID here.
  if (given === undefined || typeof given === "number") return DEFAULT_STYLE;
  const { as, padded } = readOptions("the style of a text", given, ["as", "padded"]);
  const encoding = optionalChoice("as", as, ENCODINGS);
  return (Number.isNaN(encoding) ? 0 : encoding + 1) * 2 + optionalFlag("padded", padded);
}
