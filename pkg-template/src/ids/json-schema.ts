// JSON Schema: the texts of a format as a regular expression.

import { type Pattern, requireStyle } from "./encodings.js";
import { type TextSchema, textSchema } from "./standard.js";
import { prefixedOf } from "./prefixed.js";
import { requiredFormat } from "./recognise.js";
import { UUID_PATTERN } from "../generated/contract.js";

/** The JSON Schema of the texts of a format. */
export function jsonSchema(given: unknown, options?: unknown): TextSchema {
  const style = requireStyle((prefixedOf(given, "the format") ?? requiredFormat(given))._styleOf(options));
  return textSchema(style, chosenOnly[style._encoding[0]]);
}

/** The patterns of texts that no format has as its own, so that only programs with `jsonSchema` contain them. */
const chosenOnly: Readonly<Record<string, Pattern>> = {
  snoUuid: () => UUID_PATTERN,
  // The digits at the front of a short text are its last ones, and may be zeros.
  rotatedBase64: ({ _form, _max, _min }, digit, first) => {
    const moved = _form?._moved as number;
    return _min < _max ? `${digit}{${moved}}(?:${first}${digit}{0,${_max - moved - 1}})?` : undefined;
  },
};
