// Which character divides the cells of a table, by its first rows.

import { type CsvLimits, CsvReader, type Row } from "./csv.js";

/** The delimiters that are looked for, in the order in which they are preferred. */
const DELIMITERS = [",", "\t", ";"] as const;

/** So much of a table is looked at, in characters. */
const MAX_SAMPLE = 1 << 16;

/**
 * The delimiter of a table that begins so; `undefined` if more of it must be seen. If the first row alone leaves a choice, that
 * many rows are compared: `fitOf` says how well they suit what was asked for.
 */
export function delimiterOf(
  beginning: string,
  isWhole: boolean,
  limits: CsvLimits,
  compared: number,
  fitOf: (rows: readonly Row[]) => number,
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
function rowsOf(text: string, delimiter: string, isEnough: boolean, limits: CsvLimits): Row[] {
  const reader = new CsvReader(limits, delimiter);
  return [...(isEnough ? reader.all(text) : reader.read(text))].filter(({ count }) => count > 0);
}
