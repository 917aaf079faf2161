// Tables as JSON: a list of objects, or an object in each line. Numbers are kept as they are written, because JSON.parse rounds
// the last digits of IDs.

import { textOf } from "./json.js";
import type { Row, RowReader } from "./rows.js";

/** Whether a text begins as a list of objects, or as an object. A script may assign it, as in archives of Twitter. */
export const isJson = (text: string): boolean => /^\s*(?:[\w$. ]+=\s*)?\[?\s*\{/.test(text);

/** Whether the first line of a text is an object. */
const hasLines = (text: string): boolean => /^\s*\{.*\},?\s*$/.test(/^\s*.*/.exec(text)?.[0] ?? "");

/**
 * The most names of members. Members with later names are left out: where IDs are the names of members, each object
 * would add a column.
 */
const MOST_NAMES = 100;

export class ObjectReader implements RowReader {
  only: number | undefined;
  readonly leastColumns = 1;
  readonly names: string[] = [];
  /** Whether an object ends where its line ends, so that a broken object does not break the objects after it. */
  readonly #hasLines: boolean;
  /** The part of the current object that was in earlier pieces, and the place in the object. */
  #object = "";
  #place = new Place();
  /** Whether the first character of the next piece is escaped. */
  #isEscaped = false;
  #count = 0;

  constructor(beginning: string) {
    this.#hasLines = hasLines(beginning);
  }

  *read(text: string): Generator<Row> {
    const marks = marksIn(text, Number(this.#isEscaped));
    this.#isEscaped = false;
    let from = 0;
    for (const { 0: mark, index } of marks) {
      if (this.#place.depth === 0) {
        if (mark !== "{") continue;
        from = index;
      }
      this.#isEscaped = mark === "\\";
      this.#place.pass(mark);
      const isCut = this.#hasLines && mark === "\n";
      if (this.#place.depth > 0 && !isCut) continue;
      yield this.#row(this.#object + text.slice(from, index + 1));
      this.#object = "";
      this.#place = new Place();
    }
    if (this.#place.depth > 0) this.#object += text.slice(from);
  }

  *end(): Generator<Row> {
    if (this.#place.depth > 0) yield this.#row(this.#object);
  }

  #row(source: string): Row {
    this.#count += 1;
    const place = { line: this.#count, source: "", delimiter: "", end: "" };
    const members = membersOf(source);
    if (!members) return { ...place, cells: new Map(), count: 0, problem: "it is no JSON" };
    for (const name of members.keys()) {
      if (this.names.length < MOST_NAMES && !this.names.includes(name)) this.names.push(name);
    }
    const cells = new Map(this.names.map((name, at) => [at, members.get(name) ?? ""]));
    return { ...place, cells, count: cells.size };
  }
}

/** The marks that give JSON its structure. An escape is one mark, so that an escaped quote ends no text. */
const MARKS = /\\[^]?|["{}[\]:,\n]/g;

function marksIn(text: string, from = 0): Iterable<RegExpExecArray> {
  MARKS.lastIndex = from;
  return text.matchAll(MARKS);
}

/** A place in an object: how many objects and lists are open, and whether it is in a text. */
class Place {
  depth = 0;
  isText = false;

  pass(mark: string): void {
    if (mark === '"') this.isText = !this.isText;
    else if (this.isText) return;
    else if (mark === "{" || mark === "[") this.depth += 1;
    else if (mark === "}" || mark === "]") this.depth -= 1;
  }
}

/** Returns the members of an object as cells; undefined if the object is no JSON. */
export function membersOf(source: string): Map<string, string> | undefined {
  const members = new Map<string, string>();
  const place = new Place();
  let name: string | undefined;
  let from = 1;
  for (const { 0: mark, index } of marksIn(source)) {
    const isBetween = place.depth === 1 && !place.isText;
    place.pass(mark);
    if (!isBetween || !/[:,}]/.test(mark)) continue;
    const part = source.slice(from, index).trim();
    from = index + 1;
    if (mark === ":") {
      name = part.startsWith('"') ? cellOf(part) : undefined;
    } else {
      const cell = cellOf(part);
      if (name !== undefined && cell !== undefined) members.set(name, cell);
      else if (part !== "" || members.size > 0) return undefined;
      name = undefined;
    }
  }
  return place.depth === 0 ? members : undefined;
}

/** The text of a JSON text, or the source of another value. */
function cellOf(source: string): string | undefined {
  if (source === "null") return "";
  return source.startsWith('"') ? textOf(source) : source || undefined;
}
