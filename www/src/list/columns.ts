// The columns of the table: the ID, its kind, its time and its fields, then the input's own columns.

import { titleOf } from "../names.ts";
import { utc } from "../when.ts";
import { isDamaged } from "./damage.ts";
import { type List, type Note, kindOf } from "./list.ts";
import { FEWEST } from "./together.ts";

const DATE = "2022-06-28 16:07:40.105 UTC";
/** The lengths of most names of kinds, and of the longest note. */
const KIND = 16;
const NOTE = 28;

/** The value of a row; undefined if the row has no value. */
export type Values = (row: number) => unknown;

export interface Column {
  name: string;
  /** The length of the column's longest text. */
  length: number;
  isNumber: boolean;
  /** The values that the table shows. */
  text: Values;
  /** Returns the values by which the rows are sorted. */
  keys: () => Values;
}

/** Lists of several kinds show their fields only if there are few: most fields of each ID would be empty. */
const MOST_FIELDS = 6;

/** The fields of the IDs that are shown. */
export const fieldsOf = ({ fields, kinds, loss }: List): [string, unknown[]][] => {
  const all = Object.entries(fields).filter(([name]) => !loss?.fields.includes(name));
  return kinds.size > 0 && all.length > MOST_FIELDS ? [] : all;
};

const NOTES: Record<Note, string> = {
  counter: "a counter: it holds no time",
  exponent: "its last digits are missing",
  rounded: "may be rounded",
};

/** The notes of the reader on the IDs of a list; undefined if there are no notes. In a list that is judged together, some IDs look rounded by chance. */
export function notesOf(list: List): Values | undefined {
  const { notes, ids } = list;
  const isRounded = ids.length < FEWEST || isDamaged(list);
  const isSaid = (note: Note | undefined): note is Note => note !== undefined && (note !== "rounded" || isRounded);
  if (![...notes.values()].some(isSaid)) return undefined;
  return (row) => {
    const note = notes.get(row);
    return isSaid(note) ? NOTES[note] : undefined;
  };
}

/** Returns the columns of a list. Their positions stay as they are once the list is read. */
export function columnsOf(list: List): Column[] {
  const { ids, timestamps, kinds, cells, columns, idColumn, lengths } = list;
  const text: Values = (row) => ids[row];
  const time: Values = (row) => (Number.isNaN(timestamps[row]) ? undefined : timestamps[row]);
  const date: Values = (row) => (time(row) === undefined ? undefined : utc(new Date(timestamps[row] as number)));
  const kind: Values = (row) => titleOf(kindOf(list, row));
  const note = notesOf(list);
  const found = fieldsOf(list).map(([name, values]): Column => {
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
    ...(kinds.size > 0 ? [{ name: "kind", length: KIND, isNumber: false, text: kind, keys: () => kind }] : []),
    { name: "created", length: DATE.length, isNumber: false, text: date, keys: () => time },
    ...(note ? [{ name: "note", length: NOTE, isNumber: false, text: note, keys: () => note }] : []),
    ...found,
    ...own.filter((_, at) => at !== idColumn),
  ];
}

/** Cells are sorted as numbers if all of them are numbers. */
function keysOf(cells: string[]): Values {
  const areNumbers = cells.every((cell) => Number.isFinite(Number(cell)));
  return (row) => (cells[row] && areNumbers ? Number(cells[row]) : cells[row] || undefined);
}
