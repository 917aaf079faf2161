// JSON Schema: the texts of a format as a regular expression.

import { requireStyle } from "./encodings.js";
import { PATTERNS } from "../generated/contract.js";
import { prefixedOf } from "./prefixed.js";
import { requiredFormat } from "./recognise.js";

/** The JSON Schema of the texts of a format. */
export function jsonSchema(given: unknown, options?: unknown): { type: "string"; pattern: string } {
  const format = prefixedOf(given, "the format") ?? requiredFormat(given);
  const { _encoding, _form, _max, _min } = requireStyle(format._styleOf(options));
  const [name, , ranges] = _encoding;
  const pattern = PATTERNS[name];
  if (pattern !== undefined) return schema(pattern);
  const digit = characterClass(ranges);
  // Either all texts have the same width, or none has leading zeros.
  if (_min === _max) return schema(`${_form?._head ?? ""}${digit}{${_max}}`);
  const zeros = ranges.charAt(0).repeat(_min);
  const first = characterClass(withoutZero(ranges));
  const moved = _form?._moved;
  return schema(
    moved === undefined
      ? `(?:${zeros}|${first}${digit}{0,${_max - 1}})`
      : `${digit}{${moved}}(?:${first}${digit}{0,${_max - moved - 1}})?`,
  );
}

/** The ranges without their first character. */
const withoutZero = (ranges: string): string =>
  ranges[0] === ranges[1] ? ranges.slice(2) : String.fromCharCode(ranges.charCodeAt(0) + 1) + ranges.slice(1);

const schema = (pattern: string): { type: "string"; pattern: string } => ({ type: "string", pattern: `^${pattern}$` });

/** The character class of ranges, such as `[0-9a-f]`. */
function characterClass(ranges: string): string {
  let written = "";
  for (let i = 0; i < ranges.length; i += 2) {
    const [first, last] = [ranges.charAt(i), ranges.charAt(i + 1)];
    written += first === last ? first.replace("-", "\\-") : `${first}-${last}`;
  }
  return `[${written}]`;
}
