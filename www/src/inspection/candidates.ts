// Candidates for an ID, also where WebAssembly is missing, which `inspect` needs.

import { type AnyFormat, formats, withOptions } from "flakekit";
import { type Candidate, inspect, type InspectOptions } from "flakekit/inspect";
import { FAST_CLOCK_MS } from "../../../pkg-template/src/generated/contract.ts";
import { inspecting } from "./blocked.ts";
import { foreignId } from "./foreign.ts";

/**
 * Those of `inspect` with a time whose IDs the page can take apart, if the text is such an ID as it is: the page's own grammar takes IDs
 * out of links and other forms. Without WebAssembly, each format that reads the text is a candidate, and all are equally likely: the
 * reader chooses.
 */
export const candidatesOf = (id: string, given: InspectOptions = {}): Candidate[] =>
  inspecting(
    () => sharedOut(inspect(id, given).filter((candidate) => isDrawn(candidate, id, given))),
    () => readable(id, given),
  );

/** The candidates with scores whose sum is 1: the page compares the ways to read an ID with one another. */
function sharedOut(candidates: Candidate[]): Candidate[] {
  const sum = candidates.reduce((sum, { score }) => sum + score, 0);
  return candidates.map((candidate) => ({ ...candidate, score: candidate.score / sum }));
}

function isDrawn({ format: name, reasons }: Candidate, id: string, given: InspectOptions): boolean {
  // A negative number could be read as digits of Firebase, at a time at which there were none.
  if (reasons.includes("holds no time") || /^-\d+$/.test(id)) return false;
  const own = [...(given.formats ?? []), ...formats()].filter((format) => format.name === name);
  // Databases give the IDs of all formats as numbers.
  const isOwn = own.some(({ isValid }) => isValid(id) || isValid(id, { as: "decimal" }));
  return isOwn || foreignId(name, id) !== undefined;
}

/** The formats that read the text. */
function readable(id: string, given: InspectOptions): Candidate[] {
  const all = [...(given.formats ?? []), ...formats()].filter(({ isValid }) => isValid(id));
  return all
    .map((format) => candidate(format, id, given, 1 / all.length))
    .sort((a, b) => Number(a.fit === "unlikely") - Number(b.fit === "unlikely"));
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
