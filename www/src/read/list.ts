// Reads many IDs in slices, so that the page stays responsive.

import { type Candidate, type InspectOptions, inspect } from "flakekit";
import { formatOf, isKnown } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { attempt } from "../parts/attempt.ts";
import { idsOf } from "../paste/pasted.ts";
import { whyUnreadable } from "./unreadable.ts";

export interface ReadRow {
  id: string;
  /** The ID's time in Unix ms. */
  timestamp: number;
  /** The other fields by name. */
  fields: Record<string, unknown>;
}

/** An ID that was read, or a text with the reason why it was not. */
export type Row = ReadRow | { id: string; error: string };

export const isRead = (row: Row): row is ReadRow => "timestamp" in row;

export interface List {
  /** The name of the format in which the IDs are read. */
  format: string;
  /** The names of the possible formats, most likely first. */
  formats: string[];
  rows: Row[];
  /** The share of the text that has been read, 0 to 1. */
  progress: number;
  /** Why no ID could be read. */
  error?: string;
}

/** A list as the page shows it. */
export interface Shown {
  /** The text and the parameters that it was read from. */
  input: string;
  order: { column: string; descending: boolean };
  rowsDrawn: number;
  /** Undefined until its first part has been read. */
  list: List | undefined;
}

export const NO_LIST: List = { format: "", formats: [], rows: [], progress: 0 };

/** How many IDs decide the format of the list. */
const SAMPLE = 100;
/** How long the page is blocked at a time, in ms. */
const SLICE_MS = 12;
/** The time between two reports, in ms. */
const REPORT_MS = 100;
/**
 * A shorter list is reported once, when it is complete. A report with this number of rows fills the part of the page
 * that is visible, so that later rows move nothing.
 */
const FIRST_REPORT_ROWS = 1000;

const yieldToPage = () => new Promise((resolve) => setTimeout(resolve));

/** Reads the IDs in a text and reports the progress. Stops without a report once `wanted` returns false. */
export async function readMany(
  text: string,
  params: URLSearchParams,
  wanted: () => boolean,
  report: (list: List) => void,
): Promise<void> {
  await yieldToPage();
  const given = {
    epoch: params.get("epoch") ?? undefined,
    formats: params.has("layout") ? [formatOf(CUSTOM, params)] : [],
  };
  const formats = likeliestFormats(sampleOf(text), given);
  const name = formats.find((format) => format === params.get("format")) ?? formats[0] ?? "";
  const list: List = { ...NO_LIST, format: name, formats, rows: [] };
  const read = isKnown(name) ? ownReader(name, params) : foreignReader(name);
  let lastReport = 0;
  let until = performance.now() + SLICE_MS;
  for (const { id, progress } of idsOf(text)) {
    list.rows.push(read(id));
    const now = performance.now();
    if (now < until) continue;
    if (list.rows.length >= FIRST_REPORT_ROWS && now - lastReport > REPORT_MS) {
      report({ ...list, progress });
      lastReport = now;
    }
    await yieldToPage();
    if (!wanted()) return;
    until = performance.now() + SLICE_MS;
  }
  report({ ...list, progress: 1 });
}

/** Returns the first IDs of a list. */
function sampleOf(text: string): string[] {
  const sample: string[] = [];
  for (const { id } of idsOf(text)) if (sample.push(id) === SAMPLE) break;
  return sample;
}

/** Returns the names of the formats that fit these IDs, best first. */
function likeliestFormats(ids: string[], given: InspectOptions): string[] {
  const scores = new Map<string, number>();
  for (const id of ids) {
    for (const { format, score } of inspect(id, given)) scores.set(format, (scores.get(format) ?? 0) + score);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** Returns a function that reads an ID in a format of the package. */
function ownReader(name: string, params: URLSearchParams): (id: string) => Row {
  const format = formatOf(name, params);
  return (id) => {
    const { result, error } = attempt(() => format.decode(id));
    if (!result) return { id, error };
    const { timestamp, date: _, ...fields } = result;
    return { id, timestamp, fields };
  };
}

/** Returns a function that reads an ID in a format that only `inspect` reads. All such IDs contain a time. */
function foreignReader(name: string): (id: string) => Row {
  const read = ({ timestamp, fields }: Candidate, id: string) => ({ id, timestamp: timestamp as number, fields });
  return (id) => {
    const candidate = inspect(id).find(({ format }) => format === name);
    return candidate ? read(candidate, id) : { id, error: whyUnreadable(id) };
  };
}
