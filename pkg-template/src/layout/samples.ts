// Samples: IDs with the times at which they were made, out of the columns of a table.

import { quoted } from "../tables/index.js";
import { type Interval, intervalOf, stepOf } from "./instants.js";

/** An ID, and the interval in which it was made. */
export interface Sample {
  id: bigint;
  /** The earliest instant that the text of the time means, in Unix ms. */
  time: number;
  /** The length of the interval from there on, in ms: 1000 if the time is written in whole seconds. */
  precision: number;
}

/** A line that cannot be read. */
export interface Unread {
  /** The number of the line, from 1 on. */
  line: number;
  why: string;
}

/** Numbers that a column gives for each sample; NaN where it has none. */
export interface Numbers {
  name: string;
  values: readonly number[];
}

/** The samples of a text, and the lines that cannot be read. */
export interface Samples {
  samples: Sample[];
  /** The line of each sample, from 1 on. */
  lines: number[];
  /** The columns that may be fields of the IDs. */
  fields: Numbers[];
  unread: Unread[];
  /** Whether some times have no zone. Such times are read as UTC. */
  hasNoZone: boolean;
  /** Only every `step`th row was looked at. */
  step: number;
}

/** A line of a table, or an object of JSON, with its cells. */
export interface Cells {
  line: number;
  cells: readonly string[];
  problem?: string | undefined;
}

/** Which columns have the IDs and the times, and the names of the columns with further numbers, by their positions. */
export interface Places {
  id: number;
  time: number;
  fields: ReadonlyMap<number, string>;
}

const HEX = /^[0-9a-f]{8,32}$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^(?:\d{1,40}n?|0x[0-9a-f]{1,32})$/i;

/** Whether a cell can be the number of an ID. */
export const isNumber = (cell: string): boolean =>
  NUMBER.test(cell) || (HEX.test(cell) && /\d/.test(cell)) || UUID.test(cell);

/** Makes samples of lines: how the IDs are written is known only when all lines are known. */
export function samplesOf(lines: readonly Cells[], { id: idAt, time: timeAt, fields }: Places, step = 1): Samples {
  const texts = lines.map(({ cells }) => {
    const cell = cells[idAt] ?? "";
    return UUID.test(cell) ? cell.replaceAll("-", "") : cell;
  });
  // Hexadecimal texts without a prefix have equal lengths, and some of them have letters.
  const hex = texts.filter((text) => HEX.test(text));
  const isHex =
    hex.length > texts.length / 2 &&
    hex.every((text) => text.length === hex[0]?.length) &&
    hex.some((text) => /[a-f]/i.test(text));
  const found: Samples = { samples: [], lines: [], fields: [], unread: [], hasNoZone: false, step };
  const kept: Cells[] = [];
  for (const [n, line] of lines.entries()) {
    const sample = line.problem ?? sampleOf(line, texts[n] as string, isHex, timeAt);
    if (typeof sample === "string") {
      found.unread.push({ line: line.line, why: sample });
      continue;
    }
    found.samples.push(sample);
    found.lines.push(line.line);
    found.hasNoZone ||= sample.hasNoZone;
    kept.push(line);
  }
  const least = stepOf(found.samples.map(({ time }) => time));
  for (const sample of found.samples) sample.precision = Math.max(sample.precision, least);
  found.fields = Array.from(fields, ([at, name]) => ({
    name,
    values: kept.map(({ cells }) => (/^\d{1,10}$/.test(cells[at] ?? "") ? Number(cells[at]) : NaN)),
  }));
  return found;
}

/** The sample of a line, or the reason why it has none. */
function sampleOf({ cells }: Cells, text: string, isHex: boolean, timeAt: number): (Sample & Interval) | string {
  if (cells.length < 2) return "it has one column";
  const time = cells[timeAt] ?? "";
  if (text === "") return "it has no ID";
  if (time === "") return "it has no time";
  const interval = intervalOf(time);
  if (interval === undefined) return `there is no time ${quoted(time)}`;
  const id = numberOf(isHex ? `0x${text}` : text);
  return typeof id === "string" ? id : { id, ...interval };
}

/** The number of an ID, or the reason why the text is no ID. */
function numberOf(text: string): bigint | string {
  if (NUMBER.test(text)) return BigInt(text.replace("n", ""));
  if (/^\d(?:\.\d+)?e\+?\d+$/i.test(text)) return "a spreadsheet has rounded its ID";
  return `its ID ${quoted(text)} is no decimal or hexadecimal number`;
}
