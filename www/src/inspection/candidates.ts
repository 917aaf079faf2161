// Candidates for an ID, also where WebAssembly is missing, which `inspect` needs.

import { type AnyFormat, FlakeError, formats, withOptions } from "flakekit";
import { type Candidate, inspect, type InspectOptions } from "flakekit/inspect";

let isBlocked = false;

/**
 * The same as `inspect`. Without WebAssembly, each format that reads the text is a candidate, and all are equally likely: the
 * reader chooses.
 */
export function candidatesOf(id: string, given: InspectOptions = {}): Candidate[] {
  if (!isBlocked) {
    try {
      return inspect(id, given);
    } catch (error) {
      if (!(error instanceof FlakeError) || error.code !== "CORE_BLOCKED") throw error;
      isBlocked = true;
    }
  }
  const all = [...(given.formats ?? []), ...formats()].filter(({ isValid }) => isValid(id));
  return all
    .map((format) => candidate(format, id, given, 1 / all.length))
    .sort((a, b) => Number(a.fit === "unlikely") - Number(b.fit === "unlikely"));
}

/** How far ahead a clock can be, in ms. */
const AHEAD = 60_000;

function candidate(format: AnyFormat, id: string, { epoch }: InspectOptions, score: number): Candidate {
  const { name, native } = format;
  const value = native === "string" ? null : BigInt(format.toText(id, { as: "decimal" }));
  const known = { format: name, score, reasons: ["it can be read as such an ID"], value };
  const ready = format.epoch !== null || epoch === undefined ? format : withOptions(format, { epoch });
  if (ready.epoch === null) return { ...known, fit: "unknown", timestamp: null, date: null, fields: {} };
  const { timestamp, date, ...fields } = ready.decode(id);
  const isPlausible = timestamp > ready.epoch && timestamp <= Date.now() + AHEAD;
  return {
    ...known,
    fit: isPlausible ? "plausible" : "unlikely",
    timestamp,
    date,
    fields: fields as Record<string, number>,
  };
}
