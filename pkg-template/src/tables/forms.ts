// Finds the form of a table by its first rows: the line that Excel writes, rules, or the character that divides the cells.

import { CsvReader } from "./csv.js";
import type { Limits, Row, RowReader } from "./rows.js";
import { isRuled, mayBeRuled, RuledReader } from "./ruled.js";

/** The delimiters that are looked for, in the order in which they are preferred. */
const DELIMITERS = [",", "\t", ";"] as const;

/** The first line by which Excel is told the delimiter. */
const NAMED = /^sep=(.)\r?\n/i;

/** How many characters of a table are looked at. */
const MAX_SAMPLE = 1 << 16;

/** Begins to read a table. */
export type Form = (limits?: Limits) => RowReader;

/** The forms that a table with this beginning may have. */
export function formsOf(beginning: string): Form[] {
  const named = NAMED.exec(beginning)?.[1];
  if (named !== undefined) return [(limits) => new CsvReader(named, limits, true)];
  if (isRuled(beginning)) return [(limits) => new RuledReader(limits)];
  return DELIMITERS.map((delimiter) => (limits) => new CsvReader(delimiter, limits));
}

/** How a form is chosen if the first row alone leaves a choice. */
export interface FormOptions {
  readonly limits: Limits;
  /** How many rows are compared. */
  readonly compared: number;
  /** How well these rows suit the caller, as a number: the largest number wins. */
  readonly fitOf: (rows: readonly Row[]) => number;
}

/** The form of the table with this beginning; `undefined` if more of the table must be seen. */
export function formOf(
  beginning: string,
  isWhole: boolean,
  { limits, compared, fitOf }: FormOptions,
): Form | undefined {
  const isEnough = isWhole || beginning.length >= MAX_SAMPLE;
  if (!isEnough && mayBeRuled(beginning)) return undefined;
  const forms = formsOf(beginning);
  const [likeliest, ...rest] = forms;
  if (rest.length === 0) return likeliest;
  const candidates = forms.map((form) => ({ form, rows: rowsOf(form(limits), beginning, isEnough) }));
  if (!isEnough && candidates.some(({ rows }) => rows.length === 0)) return undefined;
  const possible = candidates.filter(({ rows: [first] }) => (first?.count ?? 0) > 1);
  const [only, ...others] = possible;
  if (only === undefined || others.length === 0) return only?.form ?? likeliest;
  // A heading with tabs may have a comma in a name, and numbers have commas where semicolons divide cells.
  if (!isEnough && possible.some(({ rows }) => rows.length < compared)) return undefined;
  const ranked = possible.map(({ form, rows }) => ({
    form,
    fit: fitOf(rows.slice(0, compared)),
    count: rows[0]?.count ?? 0,
  }));
  return ranked.sort((a, b) => b.fit - a.fit || b.count - a.count)[0]?.form;
}

/** The first rows that are complete. */
function rowsOf(reader: RowReader, text: string, isEnough: boolean): Row[] {
  return [...reader.read(text), ...(isEnough ? reader.end() : [])].filter(({ count }) => count > 0);
}
