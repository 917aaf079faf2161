// The tables that the page shows, sorts and saves: the rows of a list, or its IDs that occur more than once.

import type { Judged, Verdict } from "../../../pkg-template/src/tables/index.ts";
import { type Column, type Values, columnsOf } from "./columns.ts";
import { type Exported, exportedOf } from "./export.ts";
import { type List, linkOf } from "./list.ts";
import type { Drawn } from "./messages.ts";
import { judged } from "./repeats.ts";

export interface Sheet {
  length: number;
  /** The first column has the IDs. */
  columns: readonly Column[];
  exported: readonly Exported[];
  /** The row of the list that has the ID of a row. */
  rowOf: (row: number) => number;
  /** Whether a row is shown, if rows of the list are shown that are 1 here. */
  isShown: (mask: Uint8Array, row: number) => boolean;
  verdicts: (rows: Uint32Array) => [Verdict, number][];
}

export function sheetOf(list: List): Sheet {
  return {
    length: list.ids.length,
    columns: columnsOf(list),
    exported: exportedOf(list),
    rowOf: (row) => row,
    isShown: (mask, row) => mask[row] === 1,
    verdicts: () => [],
  };
}

/** How many places of a repeated ID the table names. */
const PLACES = 5;

/** The verdicts in the words of the table. */
export const VERDICTS: Record<Verdict, string> = {
  "same row": "exported twice",
  "different rows": "different rows",
  rounded: "rounded",
  repeated: "repeated",
};

const WIDTHS = { places: 24, verdict: 14, differences: 40 };

const ROUNDED = "the last digits are lost, and the IDs may have been different";

/** The table of the repeated IDs, each in one row. Their rows are compared when they are first needed. */
export function repeatsSheet(list: List, groups: readonly (readonly number[])[]): Sheet {
  const known: Judged[] = [];
  const judge = (row: number): Judged => (known[row] ??= judged(list, groups[row] ?? []));
  const rowOf = (row: number): number => groups[row]?.[0] ?? 0;
  const places = (row: number): number[] => (groups[row] ?? []).map((one) => list.lines[one] ?? one + 1);
  const unit = list.lines.some((line) => line !== undefined) ? `${list.unit}s` : "positions";
  const values: Record<string, Values> = {
    id: (row) => list.ids[rowOf(row)],
    rows: (row) => groups[row]?.length,
    [unit]: (row) => places(row).join(", "),
    verdict: (row) => VERDICTS[judge(row).verdict],
    differences: (row) => (judge(row).verdict === "rounded" ? ROUNDED : judge(row).differences.join("; ")),
  };
  const shortPlaces: Values = (row) => {
    const all = places(row);
    return `${all.slice(0, PLACES).join(", ")}${all.length > PLACES ? ", …" : ""}`;
  };
  const column = (name: string, length: number, text: Values, isNumber = false, key = text): Column => {
    return { name, length, isNumber, text, keys: () => key };
  };
  const { id, rows, verdict, differences } = values as Record<"id" | "rows" | "verdict" | "differences", Values>;
  return {
    length: groups.length,
    columns: [
      column("ID", list.lengths.ids, id),
      column("rows", 5, rows, true),
      column(unit, WIDTHS.places, shortPlaces, false, rowOf),
      column("verdict", WIDTHS.verdict, verdict),
      column("differences", WIDTHS.differences, differences),
    ],
    exported: Object.entries(values).map(([name, value]) => ({ name, value })),
    rowOf,
    isShown: (mask, row) => groups[row]?.some((one) => mask[one] === 1) ?? false,
    verdicts: (shown) => {
      const counts = new Map<Verdict, number>();
      for (const row of shown) counts.set(judge(row).verdict, (counts.get(judge(row).verdict) ?? 0) + 1);
      return [...counts].sort(([, a], [, b]) => b - a);
    },
  };
}

/** A row as the page draws it. */
export function drawn(list: List, { columns, rowOf }: Sheet, row: number): Drawn {
  const own = rowOf(row);
  return {
    id: list.ids[own] ?? "",
    link: linkOf(list, own),
    error: list.errors.get(own),
    cells: columns.slice(1).map(({ text }) => String(text(row) ?? "")),
  };
}
