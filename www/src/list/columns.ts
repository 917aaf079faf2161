// The columns of the table: the ID, its time and its fields, then the input's own columns.

import { utc } from "../when.ts";
import type { List } from "./list.ts";

const DATE = "2022-06-28 16:07:40.105 UTC";

/** The value of a row; undefined if it has none. */
export type Values = (row: number) => unknown;

export interface Column {
  name: string;
  /** The length of its longest text. */
  length: number;
  isNumber: boolean;
  /** What the table shows. */
  text: Values;
  /** Returns the values by which the rows are sorted. */
  keys: () => Values;
}

/** Returns the columns of a list. Their positions stay as they are while the list grows. */
export function columnsOf({ ids, timestamps, fields, cells, columns, idColumn, lengths }: List): Column[] {
  const text: Values = (row) => ids[row];
  const time: Values = (row) => (Number.isNaN(timestamps[row]) ? undefined : timestamps[row]);
  const date: Values = (row) => utc(new Date(timestamps[row] as number));
  const found = Object.entries(fields).map(([name, values]): Column => {
    const value: Values = (row) => values[row];
    return { name, length: lengths.fields[name] ?? 0, isNumber: true, text: value, keys: () => value };
  });
  const own = columns.map((name, at): Column => {
    const column = cells[at] ?? [];
    return {
      name,
      length: lengths.cells[at] ?? 0,
      isNumber: false,
      text: (row) => column[row],
      keys: () => keysOf(column),
    };
  });
  return [
    { name: "ID", length: lengths.ids, isNumber: false, text, keys: () => text },
    { name: "created", length: DATE.length, isNumber: false, text: date, keys: () => time },
    ...found,
    ...own.filter((_, at) => at !== idColumn),
  ];
}

/** Cells are sorted as numbers if all of them are numbers. */
function keysOf(cells: string[]): Values {
  const areNumbers = cells.every((cell) => Number.isFinite(Number(cell)));
  return (row) => (cells[row] && areNumbers ? Number(cells[row]) : cells[row] || undefined);
}
