// The encodings of IDs as text.

import { FlakeError } from "./errors.js";
import { ENCODINGS, ZEROS } from "./generated/contract.js";
import { optionalChoice, optionalFlag, quoted, readOptions } from "./values.js";

/** The core's number of the text in the format's encoding, with its usual leading zeros. */
export const DEFAULT_STYLE = 0;

/** The core's number of decimal text. */
export const DECIMAL_STYLE = (ENCODINGS.indexOf("decimal") + 1) * ZEROS.length;

const STYLE = "the style of a text";
const STYLE_NAMES = ["as", "padded", "short"];

/** The core's number of a text style: an encoding, and which leading zeros there are. */
export function styleNumber(given: unknown): number {
  // `ids.map(format.decode)` passes the index of each ID here.
  return given === undefined || typeof given === "number" ? DEFAULT_STYLE : readStyle(given);
}

// A function of its own, so that the one above stays small enough for the engine to inline it.
function readStyle(given: unknown): number {
  if (typeof given !== "object") {
    const was = `${STYLE} is ${quoted(given)} (in a callback, write (id) => decode(id))`;
    throw new FlakeError("INVALID_OPTION", `${was}; it must be an object with ${STYLE_NAMES.join(", ")}`);
  }
  const options = readOptions(STYLE, given, STYLE_NAMES);
  const chosen = ZEROS.filter((name) => name !== "" && optionalFlag(name, options[name]) === 1);
  if (chosen.length > 1) throw new FlakeError("INVALID_OPTION", `a text is ${chosen.join(" or ")}, not both; give one`);
  const encoding = optionalChoice("as", options.as, ENCODINGS);
  return (Number.isNaN(encoding) ? 0 : encoding + 1) * ZEROS.length + ZEROS.indexOf(chosen.at(0) ?? "");
}
