// Finds the IDs in a text that arrives in pieces. Its beginning decides how: as a table, as lines, or among words.

import type { InspectOptions } from "flakekit/inspect";
import { scanned } from "../inspection/inspector.ts";
import { visible } from "../paste/pasted.ts";
import type { Begin } from "./entry.ts";
import { Lines, isWord, linesOf } from "./lines.ts";
import { isPiped } from "./piped.ts";
import { Prose } from "./prose.ts";
import { tableIn } from "./tables.ts";

/**
 * Returns a function that begins to read such a text.
 *
 * @param beginning - the first characters of the text
 * @param isWhole - whether these are all
 * @param column - the position of the column with the IDs, if the user has chosen one
 */
export function entriesLike(beginning: string, isWhole: boolean, given: InspectOptions, column?: number): Begin {
  const complete = isWhole ? beginning : beginning.slice(0, beginning.lastIndexOf("\n") + 1) || beginning;
  if (!isPiped(complete) && linesOf(complete).every(isWord)) return (find) => new Lines(find);
  const scan = (text: string) => scanned(visible(text), given);
  return tableIn(complete, isWhole, scan, column) ?? (() => new Prose(scan));
}
