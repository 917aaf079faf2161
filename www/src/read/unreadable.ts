// Explains why a text is not an ID.

import { builtIn, formatOf } from "../formats/catalogue.ts";
import { attempt } from "../attempt.ts";
import { ordinal } from "../when.ts";

/**
 * Returns the error of the format whose padded texts have the same length, and otherwise the error of the first format.
 */
export function whyUnreadable(text: string): string {
  if (/\s/.test(text)) return "The text contains no ID.";
  if (/^-?\d+(\.\d+)?e[+-]?\d+$/i.test(text))
    return "A number with an exponent has lost the last digits of its ID. Let its source write the ID as a text.";
  const odd = /[^0-9A-Za-z_-]/u.exec(text);
  if (odd) return `No ID contains '${odd[0]}', the ${ordinal([...text.slice(0, odd.index)].length + 1)} character.`;
  const none = new URLSearchParams();
  const formats = builtIn.map(({ name }) => formatOf(name, none));
  const alike = formats.find((format) => format.toText(format.zero, { padded: true }).length === text.length);
  const format = alike ?? formats[0];
  const { error } = attempt(() => format?.fromText(text));
  return `No format can read this text. The error for ${format?.name}: ${error}.`;
}
