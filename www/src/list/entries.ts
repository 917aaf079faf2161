// Finds the IDs in a text that arrives in pieces. Its beginning decides how: as a table, as lines, or among words.

import type { Entries } from "./entry.ts";
import { tableIn } from "./tables.ts";
import { Lines, Words, isWord, linesOf } from "./words.ts";

/**
 * Returns a function that begins to read such a text.
 *
 * @param beginning - the first characters of the text
 * @param isWhole - whether these are all
 */
export function entriesLike(beginning: string, isWhole: boolean): () => Entries {
  const complete = isWhole ? beginning : beginning.slice(0, beginning.lastIndexOf("\n") + 1) || beginning;
  if (linesOf(complete).every(isWord)) return () => new Lines();
  return tableIn(complete) ?? (() => new Words());
}
