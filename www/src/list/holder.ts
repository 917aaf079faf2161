// Holds a list, and answers what the page asks: in the worker that reads the list, and for a short list in the page.

import { titleOf } from "../names.ts";
import { damageIn, isDamaged } from "./damage.ts";
import { written } from "./export.ts";
import { linesOf } from "./facts.ts";
import { histogramOf, spanOf } from "./histogram.ts";
import { type List, type Part, append, kindOf, listOf } from "./list.ts";
import type { Answer, Facts, Filter, Form, Query, Summary } from "./messages.ts";
import { type Repeats, repeatsOf } from "./repeats.ts";
import { type Sheet, drawn, repeatsSheet, sheetOf } from "./sheet.ts";
import { sorted } from "./sort.ts";

/** How many rows the table shows. The style sheet gives the table this height. */
export const VISIBLE = 16;

/** How many IDs the code of a list contains. */
const SAMPLE = 3;

/** Longer texts are cut off, in characters. */
const WIDEST = 40;
/** The space between columns, and the arrow beside the name, in characters. */
const SPACE = 3;

/** Returns a function that makes a value, and makes it again only for another key. */
function lastOf<T>(): (key: string, make: () => T) => T {
  let last: { key: string; value: T } | undefined;
  return (key, make) => {
    if (last?.key !== key) last = { key, value: make() };
    return last.value;
  };
}

/** What a query finds: the rows of a sheet, and what `Answer` says of them. */
interface Found extends Pick<Answer, "ids" | "times" | "span" | "verdicts"> {
  rows: Uint32Array;
}

export class Holder {
  /** The list; undefined until its first part was added. */
  list: List | undefined;
  readonly #params: URLSearchParams;
  readonly #summary = lastOf<Summary>();
  readonly #repeats = lastOf<Repeats>();
  readonly #sheets = { rows: lastOf<Sheet>(), repeats: lastOf<Sheet>() };
  readonly #found = lastOf<Found>();
  readonly #order = lastOf<Uint32Array>();
  readonly #masks = { text: lastOf<Uint8Array>(), times: lastOf<Uint8Array>() };
  #facts: { key: string; facts: Facts } | undefined;

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  add(part: Part): void {
    if (this.list) append(this.list, part);
    else this.list = listOf(part);
  }

  /** Answers a query, with facts only if they are known. */
  answer(query: Query): Answer {
    const list = this.#known();
    const sheet = this.#sheet(query);
    const { rows, ...shown } = this.#shown(query);
    const first = Math.max(0, Math.min(query.first, rows.length - VISIBLE));
    return {
      ...shown,
      summary: this.#summary(this.#key(), () => summaryOf(list)),
      columns: sheet.columns.map(({ name, length, isNumber }) => {
        return { name, isNumber, width: Math.min(WIDEST, Math.max(name.length, length)) + SPACE };
      }),
      count: rows.length,
      first,
      rows: Array.from(rows.subarray(first, first + VISIBLE), (row) => drawn(list, sheet, row)),
      facts: this.#facts?.key === this.#filterKey(query) ? this.#facts.facts : undefined,
    };
  }

  /** Finds the facts about the rows that a query shows. Returns false if they were known. */
  findFacts(query: Query): boolean {
    const key = this.#filterKey(query);
    if (this.#facts?.key === key) return false;
    const list = this.#known();
    const { groups, isRepeat } = this.#repeated();
    const mask = this.#mask(query);
    const isId = (row: number) => mask[row] === 1 && !list.errors.has(row);
    const rows = allRows(list.ids.length).filter(isId);
    const different = rows.filter((row) => isRepeat[row] === 0);
    const counts = new Map<number, number>();
    for (const group of groups) {
      const { length } = group.filter(isId);
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    }
    const kind = query.kind ?? (list.kinds.size === 0 ? list.format : undefined);
    const repeats = [...counts].sort(([a], [b]) => a - b);
    const lines = linesOf(list, different, kind, this.#params);
    this.#facts = { key, facts: { rows: rows.length, different: different.length, repeats, lines } };
    return true;
  }

  /** Writes the rows that a query shows, in parts. */
  written(form: Form, query: Query): string[] {
    return written(form, this.#sheet(query).exported, this.#shown(query).rows);
  }

  #known(): List {
    if (!this.list) throw new Error("the list has no part yet");
    return this.list;
  }

  /** A key that changes when the list does. */
  #key = (): string => String(this.#known().ids.length);

  #filterKey = ({ kind, text, times }: Filter): string => JSON.stringify([this.#key(), kind, text, times]);

  #repeated = (): Repeats => this.#repeats(this.#key(), () => repeatsOf(this.#known()));

  #sheet({ isOfRepeats }: Pick<Query, "isOfRepeats">): Sheet {
    const list = this.#known();
    if (!isOfRepeats) return this.#sheets.rows(this.#key(), () => sheetOf(list));
    return this.#sheets.repeats(this.#key(), () => repeatsSheet(list, this.#repeated().groups));
  }

  #shown({ first: _, ...query }: Query): Found {
    return this.#found(JSON.stringify([this.#key(), query]), () => {
      const list = this.#known();
      const sheet = this.#sheet(query);
      const mask = this.#mask(query);
      const rows = this.#ordered(query).filter((row) => sheet.isShown(mask, row));
      const times = maskedTimes(list, this.#mask({ ...query, times: undefined }));
      const span = spanOf(times);
      const bounds = query.times ?? span;
      return {
        rows,
        ids: mask.reduce((sum, one, row) => sum + (one === 1 && !list.errors.has(row) ? 1 : 0), 0),
        times: bounds && histogramOf(times, bounds),
        span,
        verdicts: sheet.verdicts(rows),
      };
    });
  }

  /** All rows of a sheet in their order. */
  #ordered(query: Omit<Query, "first">): Uint32Array {
    const { isOfRepeats, order } = query;
    const sheet = this.#sheet(query);
    return this.#order(JSON.stringify([this.#key(), isOfRepeats, order]), () => {
      const column = order.column === undefined ? undefined : sheet.columns[order.column];
      if (!column) return allRows(sheet.length);
      return sorted(sheet.length, column.keys(), order.descending, order.column === 0);
    });
  }

  /** For each row of the list, 1 if the filter lets it through. */
  #mask(filter: Filter): Uint8Array {
    const list = this.#known();
    const { kind, text, times } = filter;
    const all = this.#masks.text(this.#filterKey({ kind, text, times: undefined }), () => maskOf(list, kind, text));
    if (!times) return all;
    return this.#masks.times(this.#filterKey(filter), () =>
      all.map((one, row) => (one === 1 && isWithin(times, list.timestamps[row] ?? NaN) ? 1 : 0)),
    );
  }
}

const allRows = (length: number): Uint32Array => new Uint32Array(length).map((_, row) => row);

const isWithin = ([first, end]: readonly [number, number], time: number): boolean => time >= first && time < end;

const maskedTimes = ({ timestamps }: List, mask: Uint8Array): Float64Array =>
  Float64Array.from(mask, (one, row) => (one === 1 ? (timestamps[row] ?? NaN) : NaN));

/** Finds the rows of a kind that contain a text, in the ID, the kind or a cell. */
function maskOf(list: List, kind: string | undefined, text: string): Uint8Array {
  const { ids, cells, errors } = list;
  const isOfKind = (row: number) => kind === undefined || kind === (errors.has(row) ? "" : kindOf(list, row));
  const has = (value: string | undefined) => value?.toLowerCase().includes(text) ?? false;
  const contains = (row: number) =>
    text === "" || has(ids[row]) || has(titleOf(kindOf(list, row))) || cells.some((column) => has(column[row]));
  return new Uint8Array(ids.length).map((_, row) => (isOfKind(row) && contains(row) ? 1 : 0));
}

function summaryOf(list: List): Summary {
  const { ids, errors, empty, format, formats, isMixed, kinds, columns, idColumn, idColumns } = list;
  const counts = new Map<string, number>([[format, ids.length - errors.size - kinds.size]]);
  for (const kind of kinds.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const sample: string[] = [];
  for (let row = 0; row < ids.length && sample.length < SAMPLE; row++) {
    if (!errors.has(row)) sample.push(ids[row] ?? "");
  }
  return {
    ids: ids.length - errors.size,
    errors: errors.size,
    empty,
    format,
    formats,
    isMixed,
    kinds: [...counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a),
    columns,
    idColumn,
    idColumns,
    damage: isDamaged(list) ? damageIn(list) : undefined,
    sample,
  };
}
