// IDs that occur more than once: whether a row was exported twice, different rows have one ID, or the ID is only rounded.

import { cellsOf, judgeRepeat, membersOf, type Row, type Verdict } from "../../tables/index.js";
import type { Entry } from "./entry.js";
import { machineOf } from "./machines.js";
import type { Finding } from "./places.js";
import type { Content, Texts } from "./texts.js";

/** How many IDs are described, and how many of the places of an ID. */
const MAX_IDS = 20;
const MAX_PLACES = 5;

/** Where an ID stands, and the text of its row, or of its object in JSON. Of each row only this is kept. */
interface Seen {
  readonly where: string;
  readonly source: string | undefined;
}

interface Group extends Content {
  readonly seen: Seen[];
}

interface Described {
  readonly id: string;
  readonly verdict: Verdict;
  readonly where: readonly string[];
  readonly machine: number;
  readonly differences: readonly string[];
}

export class Repeats {
  /** Whether different rows have one ID. */
  areDifferent = false;
  readonly #texts: Texts;
  readonly #first = new Map<string, Seen>();
  readonly #groups = new Map<string, Group>();
  #names: string[] = [];
  #delimiter = "";
  #isJson = false;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  /** Takes the names of the columns. */
  heading(row: Row): void {
    this.#names = cellsOf(row);
  }

  add({ where, row, object }: Entry, content: Content): void {
    // An ID may be written in several ways, such as with zeros before its digits.
    const key = String(this.#texts.idOf(content.id));
    const first = this.#first.get(key);
    // A cell of several lines is compared as one line.
    const whole = row?.all?.map((cell) => cell.replaceAll("\n", " ")).join(row.delimiter);
    const one = { where, source: object ?? whole ?? row?.source };
    this.#delimiter = row?.delimiter ?? "";
    this.#isJson = object !== undefined;
    if (first === undefined) {
      this.#first.set(key, one);
      return;
    }
    const group = this.#groups.get(key) ?? { ...content, seen: [first] };
    this.#groups.set(key, group);
    group.seen.push(one);
  }

  finding(): Finding {
    const all = Array.from(this.#groups.values(), (group) => this.#described(group));
    this.areDifferent = all.some(({ verdict }) => verdict === "different rows");
    const report = { repeated: all.length, repeats: all };
    if (all.length === 0) return { lines: [], report };
    const rows = Array.from(this.#groups.values(), ({ seen }) => seen.length).reduce((sum, count) => sum + count, 0);
    const more = all.length - MAX_IDS;
    return {
      lines: [
        `${all.length} ${all.length === 1 ? "ID occurs" : "IDs occur"} more than once, in ${rows} rows:`,
        ...all.slice(0, MAX_IDS).map(sentence),
        ...(more > 0 ? [`  … and ${more} more; --json lists all`] : []),
      ],
      report,
    };
  }

  #described({ seen, fields, id, timestamp }: Group): Described {
    const where = seen.map((one) => one.where);
    const sources = seen.flatMap(({ source }) => source ?? []);
    const rows = sources.length < seen.length ? undefined : sources.map((source) => this.#cellsOf(source));
    const machine = machineOf(this.#texts.format, fields);
    return { id: String(id), where, machine, ...judgeRepeat(String(id), rows, timestamp) };
  }

  /** The cells of a row by the names of their columns. */
  #cellsOf(source: string): ReadonlyMap<string, string> {
    if (this.#isJson) return membersOf(source) ?? new Map();
    const cells = cellsOf({ source, delimiter: this.#delimiter });
    return new Map(cells.map((cell, at) => [this.#names[at]?.trim() || `column ${at + 1}`, cell]));
  }
}

const WORDS: Record<Verdict, string> = {
  "same row": "the same row more than once",
  "different rows": "different rows with one ID",
  rounded: "only rounded: the last digits are lost, and the IDs may have been different",
  repeated: "the ID more than once; nothing beside it was compared",
};

function sentence({ id, verdict, where, machine, differences }: Described): string {
  const places = `${where.slice(0, MAX_PLACES).join(", ")}${where.length > MAX_PLACES ? ", …" : ""}`;
  const on = verdict === "different rows" ? ` of machine ${machine}` : "";
  const how = differences.length > 0 ? `; ${differences.join("; ")}` : "";
  return `  ${id} (${places}): ${WORDS[verdict]}${on}${how}`;
}
