// Tables whose columns are divided by |: Markdown, and tables that psql and other clients of databases print.

import type { Row, Rows } from "./rows.ts";

/** The characters of a line below or above the names of the columns, or around the table. */
const RULE = /^[|│+┼├┤┌┐┬└┘┴=:\s─-]*$/;
const isRule = (line: string): boolean => RULE.test(line) && /[-─=]{2}/.test(line);

/** The line that clients print after a table. */
const COUNT = /^(?:\(\d+ rows?\)|\d+ rows? in set.*)$/;

/** Whether one of the first two lines of a text is a rule. */
export const isPiped = (text: string): boolean => text.trimStart().split("\n", 2).some(isRule);

export class Piped implements Rows {
  readonly leastColumns = 1;
  #rest = "";
  #line = 0;

  *read(text: string): Generator<Row> {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#rest += text;
      return;
    }
    const whole = this.#rest + text.slice(0, end - 1);
    this.#rest = text.slice(end);
    for (const line of whole.split("\n")) yield* this.#row(line.trim());
  }

  end(): Row[] {
    return this.#row(this.#rest.trim());
  }

  #row(line: string): Row[] {
    this.#line += 1;
    if (line === "" || isRule(line) || COUNT.test(line)) return [];
    return [{ line: this.#line, cells: cellsOf(line) }];
  }
}

/** Stands for an escaped | while a line is cut. */
const ESCAPED = "\0";

function cellsOf(line: string): string[] {
  // psql prints no | at the ends of its lines, so their last cell may be empty.
  const inner = /^[|│]/.test(line) ? line.slice(1).replace(/[|│]$/, "") : line;
  const cells = inner.replaceAll("\\|", ESCAPED).split(/[|│]/);
  return cells.map((cell) => cell.trim().replaceAll(ESCAPED, "|"));
}
