// The table of a text that arrives in pieces: its rows, and which of its columns have the IDs and the times.

import { formsOf, isJson, ObjectReader, plainCell, type Row, type RowReader } from "../tables/index.js";
import { intervalOf, isDate, unixTimeOf } from "./instants.js";
import { agreementOf, lineOf, medianOf, pointsOf, quantileOf } from "./line.js";
import { type Cells, isNumber, type Places, type Samples, samplesOf } from "./samples.js";
import { WordsReader } from "./words-reader.js";

/** How many characters decide how the text is read. */
const BEGINNING = 1 << 16;
/** How many rows show how the text is read, and which columns it has. */
const SHOWN = 200;
/** The most rows that are kept. More samples would not change the answer. */
const MOST = 10_000;
/** Limits of the part of a row that is kept. Longer cells are no IDs and no times. */
const LIMITS = { cellLength: 100, cells: 100 };

/** The columns that the caller has chosen, by their positions from 0 on. */
export interface Chosen {
  id?: number | undefined;
  time?: number | undefined;
}

/** Reads a text in pieces, and makes samples of it. */
export class Table {
  /** The names of the columns. */
  names: readonly string[] = [];
  #beginning = "";
  #reader: RowReader | undefined;
  #rows: Cells[] = [];
  readonly #first: number | undefined;
  #seen = 0;
  #step = 1;

  /** @param reader - reads rows whose first cells are the IDs. Without it, the text is read by its form. */
  constructor(reader?: RowReader) {
    this.#reader = reader;
    this.#first = reader && 0;
  }

  read(text: string): void {
    this.#beginning += text;
    if (this.#reader === undefined && this.#beginning.length < BEGINNING) return;
    this.#reader ??= readerOf(this.#beginning);
    this.#take(this.#reader.read(this.#beginning));
    this.#beginning = "";
  }

  end(): void {
    this.#reader ??= readerOf(this.#beginning);
    this.#take(this.#reader.read(this.#beginning));
    this.#take(this.#reader.end());
    this.#beginning = "";
    const [first] = this.#rows;
    const { names } = this.#reader;
    if (names === undefined && first !== undefined && isHeading(first)) this.names = this.#rows.shift()?.cells ?? [];
    else this.names = names ?? [];
  }

  /** How many columns the rows have. */
  get width(): number {
    return this.#rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  }

  nameOf(at: number): string {
    return this.names[at] || `column ${at + 1}`;
  }

  /** The columns with the IDs and the times. Those that are not chosen are found. */
  placesOf(chosen: Chosen = {}): Places {
    const given = { ...chosen, id: chosen.id ?? this.#first };
    const { id, time } = found(this.#rows, this.names, given, this.width);
    const others = Array.from({ length: this.width }, (_, at) => at).filter((at) => at !== id && at !== time);
    return { id, time, fields: new Map(others.map((at) => [at, this.nameOf(at)])) };
  }

  samples(places: Places): Samples {
    return samplesOf(this.#rows, places, this.#step);
  }

  #take(rows: Iterable<Row>): void {
    for (const { line, cells, count, problem } of rows) {
      if (count === 0 && problem === undefined) continue;
      if (this.#seen++ % this.#step !== 0) continue;
      const texts: string[] = [];
      for (const [at, cell] of cells) texts[at] = plainCell(cell);
      this.#rows.push({ line, cells: texts, problem });
      if (this.#rows.length <= MOST) continue;
      this.#rows = this.#rows.filter((_, n) => n % 2 === 0);
      this.#step *= 2;
    }
  }
}

/** A reader of the text with this beginning: the one whose rows most often have a time and another number. */
function readerOf(beginning: string): RowReader {
  if (isJson(beginning)) return new ObjectReader(beginning);
  const forms = [...formsOf(beginning).map((form) => () => form(LIMITS)), () => new WordsReader()];
  const fits = forms.map((form) => fitOf(form(), beginning));
  const best = Math.max(...fits);
  const form = forms[best > 0 ? fits.indexOf(best) : forms.length - 1] as () => RowReader;
  return form();
}

/** How many of the first rows have a time and another number. */
function fitOf(reader: RowReader, text: string): number {
  let [seen, fit] = [0, 0];
  for (const { cells } of [reader.read(text), reader.end()].flatMap((rows) => [...rows])) {
    const texts = Array.from(cells.values(), plainCell);
    const at = texts.findIndex((text) => isDate(text) || unixTimeOf(text) !== undefined);
    if (at >= 0 && texts.some((text, other) => other !== at && isNumber(text))) fit += 1;
    if (++seen === SHOWN) break;
  }
  return fit;
}

/** Whether a row has the names of the columns: it has no time and no number of 4 digits. */
const isHeading = ({ cells }: Cells): boolean =>
  cells.some((cell) => cell !== "") && !cells.some((cell) => isDate(cell) || /\d{4}/.test(cell));

/** How well two columns agree as IDs and times. */
interface Pair {
  id: number;
  time: number;
  /** How far most times are from the line of the IDs, in ms, as a logarithm to base 2. */
  distance: number;
  isUnixTime: boolean;
  isNamed: boolean;
  /** Of Unix times: how long their texts are, because IDs have more digits than times. */
  length: number;
}

/** The share of rows in which a column of IDs has an ID, and a column of times a time. */
const ENOUGH = 0.5;
/** Distances below this time do not tell which of two columns is better, in ms. */
const LEAST_DISTANCE_MS = 1000;

/** Finds the columns with the IDs and the times: the times are nearest to a line of the IDs. */
function found(
  rows: readonly Cells[],
  names: readonly string[],
  chosen: Chosen,
  width: number,
): { id: number; time: number } {
  const step = Math.max(1, Math.ceil(rows.length / SHOWN));
  const some = rows.filter((_, n) => n % step === 0);
  const columns = Array.from({ length: width }, (_, at) => at);
  const having = (is: (cell: string) => boolean): number[] =>
    columns.filter((at) => some.filter(({ cells }) => is(cells[at] ?? "")).length >= ENOUGH * some.length);
  const unix = having((cell) => unixTimeOf(cell) !== undefined);
  const times = chosen.time === undefined ? having((cell) => intervalOf(cell) !== undefined) : [chosen.time];
  const ids = chosen.id === undefined ? having(isNumber) : [chosen.id];
  const pairs = ids.flatMap((id) =>
    times
      .filter((time) => time !== id)
      .map((time): Pair => ({
        id,
        time,
        distance: distanceOf(some, { id, time, fields: new Map() }),
        isUnixTime: unix.includes(id),
        isNamed: /^_?ids?$/i.test(names[id] ?? ""),
        length: unix.includes(id) ? medianOf(some.map(({ cells }) => cells[id]?.length ?? 0)) : 0,
      })),
  );
  const [best] = pairs.sort(
    (one, other) =>
      compare(one.distance, other.distance) ||
      compare(Number(one.isUnixTime), Number(other.isUnixTime)) ||
      compare(Number(other.isNamed), Number(one.isNamed)) ||
      compare(other.length, one.length),
  );
  const id = best?.id ?? ids[0] ?? columns.find((at) => at !== times[0]) ?? 0;
  return { id, time: best?.time ?? times.find((at) => at !== id) ?? columns.find((at) => at !== id) ?? 1 };
}

const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

function distanceOf(rows: readonly Cells[], places: Places): number {
  const { samples } = samplesOf(rows, places);
  if (samples.length < 2) return Infinity;
  const { points, order } = pointsOf(samples);
  if (!(agreementOf(points, order) > ENOUGH)) return Infinity;
  const { slope } = lineOf(points, order);
  const away = samples.map((_, n) => (points.times[n] as number) - slope * (points.ids[n] as number));
  const middle = medianOf(away);
  const most = quantileOf(
    away.map((one) => Math.abs(one - middle)),
    0.8,
  );
  return Math.round(Math.log2(Math.max(most, medianOf(points.precisions), LEAST_DISTANCE_MS)));
}
