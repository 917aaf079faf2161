// The encodings of IDs as text.

import { FlakeError } from "./errors.js";
import { ENCODINGS, ZEROS } from "./generated/contract.js";
import { optionalChoice, optionalFlag, readOptions } from "./values.js";

/** The core's number of the text in the format's encoding, with its usual leading zeros. */
export const DEFAULT_STYLE = 0;

/** The core's number of a text style: an encoding, and which leading zeros there are. */
export function styleNumber(given: unknown): number {
  // `ids.map(format.decode)` passes the index of each ID here.
  if (given === undefined || typeof given === "number") return DEFAULT_STYLE;
  const options = readOptions("the style of a text (in a callback, write (id) => decode(id))", given, [
    "as",
    "padded",
    "short",
  ]);
  const chosen = ZEROS.filter((name) => name !== "" && optionalFlag(name, options[name]) === 1);
  if (chosen.length > 1) throw new FlakeError("INVALID_OPTION", `a text is ${chosen.join(" or ")}, not both; give one`);
  const encoding = optionalChoice("as", options.as, ENCODINGS);
  return (Number.isNaN(encoding) ? 0 : encoding + 1) * ZEROS.length + ZEROS.indexOf(chosen[0] ?? "");
}
