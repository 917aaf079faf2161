// Annotates a log: prints each line as it came, and behind the line the times of its IDs.

import type { PrefixedFormat } from "flakekit";
import { type Candidate, type Found, scan } from "flakekit/inspect";
import { isLost } from "../../tables/index.js";
import { announceInput, dim, type Io, jsonOf, OutputClosed, print, quoted, textOfStdin } from "../io/index.js";
import { spanOf } from "./bits.js";
import { inspectOptions, onlyFormat, prefixedByOptions } from "./options.js";
import { type Given, UsageError } from "../words/index.js";
import { Watch } from "./watch.js";

export async function scanStdin(io: Io, { values, rest }: Given): Promise<void> {
  const [first] = rest;
  if (first !== undefined && first !== "-") {
    throw new UsageError(`scan reads standard input, and was given ${quoted(first)}; as in flakekit scan < app.log`);
  }
  const only = values.format === undefined ? undefined : onlyFormat(String(values.format));
  const minScore = only === undefined ? LIKELY : POSSIBLE;
  const options = { ...inspectOptions(values), kinds: only?.kinds, minScore };
  announceInput(io, "a log");
  const kinds = new Kinds();
  const watch = new Watch();
  const lines = new Lines((text, from) =>
    scan(text, options).flatMap((found) => (found.start < from ? [] : kinds.seen(found))),
  );
  const write = values.json === true ? jsonOfLines(prefixedByOptions(values)) : annotated(io);
  const printLines = (all: Iterable<Line>): Promise<void> => {
    let printed = "";
    for (const line of all) {
      for (const { warning } of line.ids) watch.found(warning, `line ${line.number}`);
      printed += write(line);
    }
    return print(io, printed);
  };
  try {
    for await (const text of textOfStdin(io)) await printLines(lines.read(text));
    await printLines(lines.end());
  } catch (error) {
    // It is no error that the reader of the output has closed it.
    if (!(error instanceof OutputClosed)) throw error;
  } finally {
    watch.report(io);
  }
}

/** An ID in a text, and its kind. */
interface Seen extends Omit<Found, "candidates"> {
  readonly candidate: Candidate;
}

/** A line, or a part of a long line. */
interface Line {
  readonly number: number;
  readonly text: string;
  /** The line end: an empty text if the line is the last one, `undefined` if the line goes on. */
  readonly end: string | undefined;
  /** Where the text begins in its line. */
  readonly offset: number;
  readonly ids: Seen[];
}

/** A kind with a smaller score is not named: its time would be a guess. */
const LIKELY = 0.5;
/**
 * The smallest score of a format that the user names. The score is below it only where a link says that the ID is of
 * another format.
 */
const POSSIBLE = 0.001;

/** From this score on, the kind of a text is the same wherever the text stands. */
const CERTAIN = 0.99;

/** How many texts are remembered. */
const MAX_KNOWN = 10_000;

/** Tells the kinds of IDs. Logs repeat their IDs, so IDs whose kind is certain are remembered. */
class Kinds {
  #known = new Map<string, Candidate>();

  seen(found: Found): Seen | [] {
    const { text, start, end, warning } = found;
    const candidate = this.#known.get(text) ?? found.candidates[0];
    if (candidate === undefined) return [];
    if (candidate.score >= CERTAIN && !this.#known.has(text)) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(text, candidate);
    }
    return { text, start, end, warning, candidate };
  }
}

/** The longest line that is scanned as a whole, in characters. */
const MAX_LINE = 1 << 20;

/** How many characters before an ID are scanned with it, because the kinds of neighbours tell the kind of an ID. */
const MAX_BEFORE = 4096;

const LINE_END = /\r\n|\r|\n/g;

/** Scans lines as they come, many at once. */
class Lines {
  readonly #scan: (text: string, from: number) => Seen[];
  #before = "";
  #rest = "";
  #number = 1;
  #offset = 0;

  /** `scan` gives the IDs that begin at a position or after it. */
  constructor(scan: (text: string, from: number) => Seen[]) {
    this.#scan = scan;
  }

  *read(piece: string): Generator<Line> {
    const text = this.#rest + piece;
    // A CR at the end may be the first half of a CRLF.
    const whole = /^[^]*(?:\n|\r(?!$))/.exec(text)?.[0] ?? "";
    this.#rest = text.slice(whole.length);
    if (whole !== "") yield* this.#lines(whole);
    if (this.#rest.length > MAX_LINE) {
      const part = /^[^]*[\s,;"']/.exec(this.#rest)?.[0] ?? this.#rest;
      this.#rest = this.#rest.slice(part.length);
      yield* this.#lines(part);
    }
  }

  *end(): Generator<Line> {
    yield* this.#lines(this.#rest, "");
  }

  /**
   * The lines of a text. If the last line has no line end, it goes on in the next text, unless the input ends with this
   * text.
   */
  *#lines(text: string, endOfLast?: ""): Generator<Line> {
    const shift = this.#before.length;
    const found = this.#scan(this.#before + text, shift);
    let [at, next] = [0, 0];
    for (const [content, end = endOfLast] of cut(text)) {
      const length = content.length + (end ?? "").length;
      const ids: Seen[] = [];
      for (; (found[next]?.start ?? Infinity) - shift < at + length; next++) {
        const { start, end: after, ...seen } = found[next] as Seen;
        ids.push({ ...seen, start: start - shift - at, end: after - shift - at });
      }
      yield { number: this.#number, text: content, end, offset: this.#offset, ids };
      at += length;
      this.#offset = end === undefined ? this.#offset + length : 0;
      if (end !== undefined) this.#number += 1;
    }
    this.#before = (this.#before + text).slice(-MAX_BEFORE);
  }
}

/** The lines of a text, each with its line end. The last line has no line end, and may be empty. */
function* cut(text: string): Generator<readonly [content: string, end?: string]> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(LINE_END)) {
    yield [text.slice(start, index), end];
    start = index + end.length;
  }
  yield [text.slice(start)];
}

function jsonOfLines(prefixed: PrefixedFormat | undefined): (line: Line) => string {
  return ({ number, offset, ids }) =>
    ids
      .map(({ text, start, end, warning, candidate }) => {
        const { format, date, score } = candidate;
        const place = { line: number, start: offset + start, end: offset + end };
        const prefix = prefixed?.isValid(text) === true ? prefixed.prefix : undefined;
        return `${jsonOf({ ...place, text, prefix, format, time: date, score, warning, ...lostOf(candidate, warning, text) })}\n`;
      })
      .join("");
}

/** The smallest and the largest ID that a damaged text can have been. */
const lostOf = (candidate: Candidate, warning: Found["warning"], text: string): ReturnType<typeof spanOf> =>
  isLost(warning) ? spanOf(candidate, text) : undefined;

/** How many IDs of a line are noted. */
const MAX_NOTES = 100;

/**
 * The line stays as it is, so that each program that reads it still can. The notes follow the line. IDs without a time
 * have no note.
 */
function annotated(io: Io): (line: Line) => string {
  /** The note for each ID of the line. Parts of the line may have come before. */
  let said = new Map<string, string>();
  return ({ text, end, ids }) => {
    for (const { text: id, warning, candidate } of ids) {
      const { date, format } = candidate;
      const span = lostOf(candidate, warning, id);
      const range = span === undefined ? "" : `: ${span.min} to ${span.max}`;
      const warned = warning === null ? "" : `, ${warning}${range}`;
      if (date !== null) said.set(id, `${date.toISOString()} ${format}${warned}`);
    }
    if (end === undefined) return text;
    const notes = notesOf(said);
    said = new Map();
    return `${text}${notes === "" ? "" : `  ${dim(io, notes)}`}${end}`;
  };
}

function notesOf(said: ReadonlyMap<string, string>): string {
  const all = [...said];
  // If the line has several IDs, a note names the ID that it is about.
  const notes = all.slice(0, MAX_NOTES).map(([id, what]) => `[${all.length > 1 ? `${id} ` : ""}${what}]`);
  if (all.length > MAX_NOTES) notes.push(`[${all.length - MAX_NOTES} more]`);
  return notes.join(" ");
}
