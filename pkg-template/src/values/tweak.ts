// The tweak of hidden IDs, which the package and the functions of PostgreSQL take alike.

import { append } from "./define-value.js";
import { invalid } from "./values.js";
import { MAX_TWEAK } from "../generated/contract.js";

/** The bytes of a tweak in UTF-8. */
export function readTweak(given: unknown): readonly number[] {
  const bytes = typeof given === "string" && given.length <= MAX_TWEAK ? toUtf8(given) : undefined;
  if (bytes !== undefined && bytes.length <= MAX_TWEAK) return bytes;
  throw invalid("INVALID_OPTION", "tweak", given, `a text of at most ${MAX_TWEAK} bytes of UTF-8, well-formed`);
}

/** A text as UTF-8; `undefined` if it has half of a surrogate pair. Some runtimes have no `TextEncoder`. */
function toUtf8(text: string): number[] | undefined {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) as number;
    if (point >> 11 === 0x1b) return undefined;
    if (point > 0xffff) i++;
    const rest = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    append(bytes, rest === 0 ? point : ((0xff00 >> (rest + 1)) & 0xff) | (point >> (6 * rest)));
    for (let at = rest - 1; at >= 0; at--) append(bytes, 0x80 | ((point >> (6 * at)) & 0x3f));
  }
  return bytes;
}
