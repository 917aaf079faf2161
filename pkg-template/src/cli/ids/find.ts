// The ID in a text with more than an ID: a link, a mention, a cell of a spreadsheet.

import type { PrefixedFormat } from "flakekit";
import { type Found, scan } from "flakekit/inspect";
import { quoted } from "../io/index.js";
import { type Id, Problem } from "./print.js";

/** How many IDs a message lists. */
const MAX_LISTED = 5;

/**
 * The only ID of a format in a text, with a prefix if one is given; the problem if the text has several IDs or an ID
 * without its last digits; `undefined` if the text has no ID. The ID is as it stands in the text if the format reads
 * that (`isOne`), and otherwise an integer.
 */
export function findIn(
  text: string,
  format: string,
  isOne: (text: string) => boolean,
  prefixed?: PrefixedFormat,
): Id | Problem | undefined {
  const options = { formats: prefixed === undefined ? [] : [prefixed], kinds: [format] };
  const found = scan(text, options).flatMap((id) => {
    const [candidate] = id.candidates;
    if (candidate === undefined || prefixed?.isValid(id.text) === false) return [];
    return { ...id, value: prefixed === undefined ? (candidate.value ?? id.text) : id.text };
  });
  const [first, ...others] = new Map(found.map((id) => [id.value, id])).values();
  if (first?.warning === "exponent") return lossIn(text);
  if (others.length > 0) return several(text, found);
  return first !== undefined && isOne(first.text) ? first.text : first?.value;
}

/** The problem that an ID has lost its last digits. */
export const lossIn = (text: string): Problem =>
  new Problem(`${quoted(text)} has lost the last digits of its ID`, true);

/** The problem that a text has several IDs. */
export function several(text: string, found: readonly Found[]): Problem {
  const ids = [...new Set(found.map((id) => id.text))];
  const more = ids.length > MAX_LISTED ? ", …" : "";
  return new Problem(
    `${quoted(text)} has ${ids.length} IDs: ${ids.slice(0, MAX_LISTED).join(", ")}${more}; give one of them, or use flakekit scan`,
  );
}
