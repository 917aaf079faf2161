// Finds the character that divides the cells of a table, by the table's first rows.

import { CsvReader } from "./csv.js";
import type { Limits, Row } from "./rows.js";

/** The delimiters that are looked for, in the order in which they are preferred. */
export const DELIMITERS = [",", "\t", ";"] as const;

/** How many characters of a table are looked at. */
const MAX_SAMPLE = 1 << 16;

/** How a delimiter is chosen if the first row alone leaves a choice. */
export interface DelimiterOptions {
  readonly limits: Limits;
  /** How many rows are compared. */
  readonly compared: number;
  /** How well these rows suit the caller, as a number: the largest number wins. */
  readonly fitOf: (rows: readonly Row[]) => number;
}

/** The delimiter of the table with this beginning; `undefined` if more of the table must be seen. */
export function delimiterOf(
  beginning: string,
  isWhole: boolean,
  { limits, compared, fitOf }: DelimiterOptions,
): string | undefined {
  const isEnough = isWhole || beginning.length >= MAX_SAMPLE;
  const candidates = DELIMITERS.map((delimiter) => ({
    delimiter,
    rows: rowsOf(beginning, delimiter, isEnough, limits),
  }));
  if (!isEnough && candidates.some(({ rows }) => rows.length === 0)) return undefined;
  const possible = candidates.filter(({ rows: [first] }) => (first?.count ?? 0) > 1);
  const [only, ...others] = possible;
  if (only === undefined || others.length === 0) return only?.delimiter ?? ",";
  // A heading with tabs may have a comma in a name, and numbers have commas where semicolons divide cells.
  if (!isEnough && possible.some(({ rows }) => rows.length < compared)) return undefined;
  const ranked = possible.map(({ delimiter, rows }) => ({
    delimiter,
    fit: fitOf(rows.slice(0, compared)),
    count: rows[0]?.count ?? 0,
  }));
  return ranked.sort((a, b) => b.fit - a.fit || b.count - a.count)[0]?.delimiter;
}

/** The first rows that are complete. */
function rowsOf(text: string, delimiter: string, isEnough: boolean, limits: Limits): Row[] {
  const reader = new CsvReader(delimiter, limits);
  return [...(isEnough ? reader.all(text) : reader.read(text))].filter(({ count }) => count > 0);
}
