// The page's reading where WebAssembly is missing, which `inspect` and `scan` need.

import { type AnyFormat, formats, withOptions } from "flakekit";
import type { Candidate, Found, InspectOptions } from "flakekit/inspect";
import { FAST_CLOCK_MS } from "../generated.ts";

/** Each format that reads the text. All formats are equally likely: the user chooses. */
export function readable(id: string, given: InspectOptions): Candidate[] {
  // The page gives no formats with a prefix.
  const own = Array.from(given.formats ?? []).filter((format): format is AnyFormat => !("prefix" in format));
  const all = [...own, ...formats()].filter(({ isValid }) => isValid(id));
  return all
    .map((format) => candidate(format, id, given, 1 / all.length))
    .sort((a, b) => Number(a.fit === "unlikely") - Number(b.fit === "unlikely"));
}

/** The shortest word that is taken for an ID. */
const SHORTEST = 7;

/** The words with digits that a format reads, with a time at which IDs of this format were made. */
export function readableWords(text: string, given: InspectOptions): Found[] {
  const found: Found[] = [];
  for (const { 0: word, index: start } of text.matchAll(/\w+/g)) {
    if (word.length < SHORTEST || !/\d/.test(word)) continue;
    const candidates = readable(word, given);
    if (candidates[0]?.fit !== "plausible") continue;
    found.push({ text: word, start, end: start + word.length, warning: null, candidates });
  }
  return found;
}

function candidate(format: AnyFormat, id: string, { epoch }: InspectOptions, score: number): Candidate {
  const { name, native } = format;
  const value = native === "string" ? null : BigInt(format.toText(id, { as: "decimal" }));
  const known = { format: name, score, reasons: ["it can be read as such an ID"], value };
  const ready = format.epoch !== null || epoch === undefined ? format : withOptions(format, { epoch });
  if (ready.epoch === null) return { ...known, fit: "unknown", timestamp: null, date: null, fields: {} };
  const { timestamp, date, ...fields } = ready.decode(id);
  const isPlausible = timestamp > ready.epoch && timestamp <= Date.now() + FAST_CLOCK_MS;
  return {
    ...known,
    fit: isPlausible ? "plausible" : "unlikely",
    timestamp,
    date,
    fields: fields as Record<string, number>,
  };
}
