// Errors of usage, and the names of the command: `workerId` of the API is `--worker-id` here.

import { wholeFrom } from "../../values/index.js";

/** The error of invalid arguments. */
export class UsageError extends Error {}

/** Converts a field name to the name of its option: `machineId` to `machine-id`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The inverse of `kebab`. */
export function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The whole numbers of a range, or all whole numbers, in words. */
export function wholeNumbers(range?: readonly [smallest: number, largest: number]): string {
  return range === undefined ? "a whole number" : wholeFrom(...range);
}

/** A name in the form in which names are compared: without letter case, hyphens and spaces, so that `snowflake-si` is found. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[- ]/g, "");
}

/** The end of a message that suggests the name most similar to a mistyped one; `undefined` if none is similar. */
export function suggestion(typed: string, names: readonly string[], prefix = ""): string | undefined {
  const wanted = plain(typed).slice(0, MAX_NAME_LENGTH);
  const distances = names.map((name) => ({ name, distance: distance(wanted, plain(name)) }));
  const [best] = distances.sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, wanted.length / 3) ? `; did you mean ${prefix}${best.name}?` : undefined;
}

/** No name is longer. This length bounds the work of a comparison. */
const MAX_NAME_LENGTH = 32;

/** How many letters must be inserted, deleted or replaced to change one word into another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (b[j] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A message of the API in which options have the command's names. Texts in quotes, which the user typed, stay. */
export function inOwnWords(message: string, options: readonly { name: string }[]): string {
  const names = new Map(options.map(({ name }) => [camel(name), `--${name}`]));
  const [start = "", ...more] = message.split(/('[^']*')/);
  const own = (text: string): string =>
    text
      .replace(/\b[a-z]+[A-Z]\w*/g, (word) => names.get(word) ?? word)
      .replace(/\bthe option (\w+)/g, (all, word: string) => names.get(word) ?? all)
      .replace('as: "decimal"', "--as decimal")
      .replace("must be a Date, an ISO 8601 text", "must be an ISO 8601 text");
  // Short names such as `node` are also common words, so they are replaced only at the beginning of a message, as its subject.
  const subject = start.replace(/^([a-z]+)(\[\d\])?(?= (is|are) )/, (all, word: string) => names.get(word) ?? all);
  return [subject, ...more].map((text, i) => (i % 2 === 0 ? own(text) : text)).join("");
}
