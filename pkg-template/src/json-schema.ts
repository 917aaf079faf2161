// JSON Schema: the texts of a format as a regular expression.

import { requireStyle } from "./encodings.js";
import { requiredFormat } from "./recognise.js";

/** The JSON Schema of the texts of a format. */
export function jsonSchema(given: unknown, options?: unknown): { type: "string"; pattern: string } {
  const format = requiredFormat(given);
  const { _encoding, _max, _min, _moved } = requireStyle(format._styleOf(options));
  if (_encoding._isUuid === true) return schema("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  const { _digits } = _encoding;
  const digit = characterClass(_digits);
  // Either all texts have the same width, or none has leading zeros.
  if (_min === _max) return schema(`${digit}{${_max}}`);
  const zeros = _digits.charAt(0).repeat(_min);
  const first = characterClass(_digits.slice(1));
  return schema(
    _moved > 0
      ? `${digit}{${_moved}}(?:${first}${digit}{0,${_max - _moved - 1}})?`
      : `(?:${zeros}|${first}${digit}{0,${_max - 1}})`,
  );
}

const schema = (pattern: string): { type: "string"; pattern: string } => ({ type: "string", pattern: `^${pattern}$` });

/** The character class of an alphabet, such as `[0-9a-f]`. */
function characterClass(digits: string): string {
  let ranges = "";
  for (let first = 0, i = 1; i <= digits.length; i++) {
    if (digits.charCodeAt(i) === digits.charCodeAt(i - 1) + 1) continue;
    const from = digits[first] as string;
    const to = digits[i - 1] as string;
    if (from !== to) ranges += `${from}-${to}`;
    else ranges += from === "-" ? "\\-" : from;
    first = i;
  }
  return `[${ranges}]`;
}
