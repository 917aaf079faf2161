// Reads many IDs in slices, so that the page stays responsive.

import type { Candidate } from "flakekit";
import { formatOf, isKnown } from "../formats.ts";
import { attempt } from "../parts/fields.ts";
import { wordsOf } from "./extract.ts";
import { type Inspector, idOf, inspectorFor } from "./candidates.ts";
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
  const { words, isId } = wordsOf(text);
  const candidatesOf = inspectorFor(params);
  const formats = likeliestFormats(first(SAMPLE, words, isId), candidatesOf);
  const name = formats.find((format) => format === params.get("format")) ?? formats[0] ?? "";
  const list: List = { ...NO_LIST, format: name, formats, rows: [] };
  const read = reader(name, params, candidatesOf);
  let lastReport = 0;
  for (let n = 0; n < words.length;) {
    const until = performance.now() + SLICE_MS;
    for (; n < words.length && performance.now() < until; n++) {
      const word = words[n] as string;
      if (isId(word)) list.rows.push(read(word));
    }
    const due = list.rows.length >= FIRST_REPORT_ROWS && performance.now() - lastReport > REPORT_MS;
    if (due && n < words.length) {
      report({ ...list, progress: n / words.length });
      lastReport = performance.now();
    }
    await yieldToPage();
    if (!wanted()) return;
  }
  report({ ...list, progress: 1 });
}

/** Returns the first `count` words that fulfil a condition. */
function first(count: number, words: string[], wanted: (word: string) => boolean): string[] {
  const found: string[] = [];
  for (const word of words) {
    if (wanted(word)) found.push(word);
    if (found.length === count) break;
  }
  return found;
}

/** Returns the names of the formats that fit these words, best first. */
function likeliestFormats(words: string[], candidatesOf: Inspector): string[] {
  const scores = new Map<string, number>();
  for (const word of words) {
    for (const { format, score } of candidatesOf(word)) scores.set(format, (scores.get(format) ?? 0) + score);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** Returns a function that reads an ID in the format of that name. */
function reader(name: string, params: URLSearchParams, candidatesOf: Inspector): (id: string) => Row {
  const format = isKnown(name) ? formatOf(name, params) : undefined;
  return (id) => {
    const candidate = candidatesOf(id).find((candidate) => candidate.format === name);
    if (!candidate) return { id, error: format ? (attempt(() => format.fromText(id)).error ?? "") : whyUnreadable(id) };
    const {
      timestamp,
      date: _,
      ...fields
    } = format ? format.decode(idOf(format, candidate, id)) : foreignFields(candidate);
    return { id, timestamp, fields };
  };
}

/** The fields of an ID that the package does not make. All such IDs contain a time. */
const foreignFields = ({ timestamp, fields }: Candidate) => ({ timestamp: timestamp as number, date: null, ...fields });
