// Reads many IDs, a slice at a time, so that the page goes on answering.

import type { Candidate } from "flakekit";
import { formatOf, isKnown } from "../formats.ts";
import { attempt } from "../parts/fields.ts";
import { wordsOf } from "./extract.ts";
import { type Inspector, idOf, inspector } from "./candidates.ts";
import { whyUnreadable } from "./unreadable.ts";

export interface ReadRow {
  id: string;
  /** When it was made, in Unix ms, and what else it says. */
  timestamp: number;
  fields: Record<string, unknown>;
}

/** An ID, or why it could not be read. */
export type Row = ReadRow | { id: string; wrong: string };

export const isRead = (row: Row): row is ReadRow => "timestamp" in row;

export interface List {
  /** The format that they are read in, and those that could be, the likeliest first. */
  format: string;
  formats: string[];
  rows: Row[];
  /** 0 to 1. */
  progress: number;
  /** Why none could be read. */
  wrong?: string;
}

export const NO_LIST: List = { format: "", formats: [], rows: [], progress: 0 };

/** So many of them decide what format they are in. */
const SAMPLE = 100;
/** ms of work between two breaths, and between two tellings. */
const SLICE = 12;
const TELLING = 100;

const breath = () => new Promise((resolve) => setTimeout(resolve));

/** Reads the IDs in a text and tells how far it has come; ends early when it is no longer wanted. */
export async function readMany(
  text: string,
  params: URLSearchParams,
  wanted: () => boolean,
  tell: (list: List) => void,
): Promise<void> {
  await breath();
  const { words, isId } = wordsOf(text);
  const candidatesOf = inspector(params);
  const formats = likeliest(first(SAMPLE, words, isId), candidatesOf);
  const name = formats.find((format) => format === params.get("format")) ?? formats[0] ?? "";
  const list: List = { ...NO_LIST, format: name, formats, rows: [] };
  const read = reader(name, params, candidatesOf);
  let told = 0;
  for (let n = 0; n < words.length;) {
    const until = performance.now() + SLICE;
    for (; n < words.length && performance.now() < until; n++) {
      const word = words[n] as string;
      if (isId(word)) list.rows.push(read(word));
    }
    if (n < words.length && performance.now() - told > TELLING) {
      tell({ ...list, progress: n / words.length });
      told = performance.now();
    }
    await breath();
    if (!wanted()) return;
  }
  tell({ ...list, progress: 1 });
}

/** The first so many that are as wanted. */
function first(count: number, words: string[], wanted: (word: string) => boolean): string[] {
  const found: string[] = [];
  for (const word of words) {
    if (wanted(word)) found.push(word);
    if (found.length === count) break;
  }
  return found;
}

/** What a reading counts for, by how well it fits. */
const WEIGHTS = { plausible: 1, unknown: 0.5, unlikely: 0.25 };

/** The formats that read these best, the likeliest first. */
function likeliest(words: string[], candidatesOf: Inspector): string[] {
  const scores = new Map<string, number>();
  for (const word of words) {
    for (const [rank, { format, fit }] of candidatesOf(word).entries()) {
      // Only between formats that read equally many does their order matter.
      scores.set(format, (scores.get(format) ?? 0) + WEIGHTS[fit] - rank / 1000);
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** Reads one of the list in a format. */
function reader(name: string, params: URLSearchParams, candidatesOf: Inspector): (id: string) => Row {
  const format = isKnown(name) ? formatOf(name, params) : undefined;
  return (id) => {
    const candidate = candidatesOf(id).find((candidate) => candidate.format === name);
    if (!candidate) return { id, wrong: format ? (attempt(() => format.fromText(id)).wrong ?? "") : whyUnreadable(id) };
    const { timestamp, date: _, ...fields } = format ? format.decode(idOf(format, candidate, id)) : whatSays(candidate);
    return { id, timestamp, fields };
  };
}

/** What an ID says that is none of this package's formats; all of these say when it was made. */
const whatSays = ({ timestamp, fields }: Candidate) => ({ timestamp: timestamp as number, date: null, ...fields });
