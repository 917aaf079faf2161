// Why a text is no ID, in a sentence.

import { builtIn, formatOf } from "../formats.ts";
import { attempt } from "../parts/fields.ts";

/** The longest text of any ID that is read: a UUID's. */
const LONGEST = 36;

/** The refusal of the format that the text looks most like: that whose texts are as long, or else the first. */
export function whyUnreadable(text: string): string {
  if (text.length > LONGEST)
    return `This has ${text.length} characters; no ID that can be read here has more than ${LONGEST}.`;
  const odd = /[^0-9A-Za-z_-]/u.exec(text);
  if (odd) return `No ID has a '${odd[0]}' in it: it is the character at position ${odd.index}.`;
  const none = new URLSearchParams();
  const formats = builtIn.map(({ name }) => formatOf(name, none));
  const alike = formats.find((format) => format.toText(format.zero, { padded: true }).length === text.length);
  const format = alike ?? formats[0];
  const { wrong } = attempt(() => format?.fromText(text));
  return `No format reads this. As ${format?.name}: ${wrong}.`;
}
