// Finds the IDs in a text that arrives in pieces. The beginning of the text decides how: in a table, in lines, or among
// words.

import type { InspectOptions } from "flakekit/inspect";
import { isRuled } from "../../../pkg-template/src/tables/index.ts";
import { scanned } from "../inspection/inspector.ts";
import { visible } from "../paste/pasted.ts";
import type { Begin } from "./entry.ts";
import { Lines, isWord, linesOf } from "./lines.ts";
import { Prose } from "./prose.ts";
import { tableIn } from "./tables.ts";

/**
 * Returns a function that begins to read a text with this beginning.
 *
 * @param beginning - the first characters of the text
 * @param isWhole - whether these are all
 * @param column - the position of the column with the IDs, if the user has chosen one
 */
export function entriesLike(beginning: string, isWhole: boolean, given: InspectOptions, column?: number): Begin {
  const complete = isWhole ? beginning : beginning.slice(0, beginning.lastIndexOf("\n") + 1) || beginning;
  const lines = linesOf(complete);
  const scan = (text: string) => scanned(visible(text), given);
  const areWords = !isRuled(complete) && lines.every(isWord);
  // The first line of a table of one column is no ID.
  if (areWords && scan(lines[0] ?? "").length > 0) return (find) => new Lines(find);
  const inLines: Begin = (find) => (areWords ? new Lines(find) : new Prose(scan));
  return tableIn(complete, isWhole, scan, column) ?? inLines;
}
