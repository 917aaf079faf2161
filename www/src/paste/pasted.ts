// Tells whether a pasted text is empty, one ID, several IDs, or no known ID.

import type { Found } from "flakekit/inspect";
import { scanned } from "../inspection/inspector.ts";
import { inspectOptions } from "../inspection/options.ts";

export type Pasted =
  | { kind: "nothing" }
  /** `text` is the text as it was pasted, `found` is the ID that is shown, and `all` are all IDs in the text. */
  | { kind: "one"; text: string; found: Found; all: Found[] }
  | { kind: "none"; text: string }
  | { kind: "many" };

/**
 * The longest text that is no list. Longer texts are kept out of the address, and out of the input, which would be
 * slow.
 */
export const LONG = 2000;

/** Characters that are not visible: of zero width, soft hyphens, directions of writing, byte order marks. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The text without invisible characters, which may stand in IDs. */
export const visible = (text: string): string => text.replace(INVISIBLE, "");

/** The text without invisible characters and without space around it. */
export const cleaned = (text: string): string => visible(text).trim();

/** One link and nothing else. */
const LINK = /^(?:[a-z][a-z0-9+.-]*:\/\/|[\w-]+(?:\.[\w-]+)+\/)\S+$/i;

/** Reads a pasted text. Throws a `FlakeError` if the epoch or the layout of the parameters is invalid. */
export function readPasted(given: string, params: URLSearchParams): Pasted {
  const text = cleaned(given);
  if (text === "") return { kind: "nothing" };
  const all = scanned(text, inspectOptions(params));
  const found = mostSpecific(text, all);
  if (!found) return { kind: /\n/.test(text) ? "many" : "none", text };
  return areOne(text, all) ? { kind: "one", text, found, all } : { kind: "many" };
}

/** Whether IDs name one thing: they are one ID, which may be repeated among other words of a line, or the IDs of one link. */
function areOne(text: string, all: readonly Found[]): boolean {
  if (all.length === 1) return true;
  const between = text.slice(all[0]?.end, all.at(-1)?.start);
  const different = all.filter((one, at) => all.findLastIndex((other) => other.text === one.text) === at);
  if (different.length === 1 && /^[^\n]*\p{L}[^\n]*$/u.test(between)) return true;
  const [start, end] = [different[0]?.start, different.at(-1)?.end];
  const word = /[^\s"'`<>()[\]]*$/.exec(text.slice(0, start))?.[0] ?? "";
  return LINK.test(word + text.slice(start, end));
}

/**
 * The ID that a link leads to: the last one of its path, which has the message after its channel. The parameters of a
 * path with an ID name other IDs, such as the message that is answered. IDs without a time are taken last: they may be words.
 */
function mostSpecific(text: string, all: readonly Found[]): Found | undefined {
  const query = text.indexOf("?");
  const inPath = all.filter(({ start }) => query < 0 || start < query);
  const hasTime = ({ candidates: [first] }: Found) => first !== undefined && first.date !== null;
  const order = LINK.test(text) ? [inPath, all] : [all];
  return order.map((ids) => ids.findLast(hasTime)).find(Boolean) ?? all.at(-1);
}
