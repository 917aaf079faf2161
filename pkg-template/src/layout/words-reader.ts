// Reads lines whose cells are words and dates, with spaces or other characters between them.

import type { Row, RowReader } from "../tables/index.js";
import { DATE } from "./instants.js";

const BETWEEN = /[\s,;|]+/;
const QUOTES = /^["'`([{]+|["'`)\]}]+$/g;
/** The lines between the rows of a table. */
const RULE = /^[-+|=:\s]*$/;
/** Longer lines are cut, so that a text without line ends takes no longer than lines of its length. */
const LONGEST = 4096;

export class WordsReader implements RowReader {
  only: number | undefined;
  readonly leastColumns = 2;
  #rest = "";
  #line = 0;

  *read(text: string): Generator<Row> {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) yield this.#row(line);
  }

  *end(): Generator<Row> {
    yield this.#row(this.#rest);
  }

  #row(source: string): Row {
    this.#line += 1;
    const cells = RULE.test(source) ? [] : cellsOf(source.slice(0, LONGEST));
    return { line: this.#line, cells: new Map(cells.entries()), count: cells.length, source, delimiter: " ", end: "" };
  }
}

/** The dates and the words of a line, in their order. A date may have a space or a comma in it. */
function cellsOf(line: string): string[] {
  const dates = [...line.matchAll(DATE)];
  const between = dates.map(({ index, 0: date }, n) => [endOf(dates[n - 1]), index, date] as const);
  return [
    ...between.flatMap(([from, to, date]) => [...wordsOf(line.slice(from, to)), date]),
    ...wordsOf(line.slice(endOf(dates.at(-1)))),
  ];
}

const endOf = (date: RegExpMatchArray | undefined): number => (date?.index ?? 0) + (date?.[0].length ?? 0);

const wordsOf = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((word) => word.replace(QUOTES, ""))
    .filter((word) => word !== "");
