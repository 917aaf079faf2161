// Chooses the format of a list, and reads its IDs in it.

import { type AnyFormat, type AnyFormatWithEpoch, decodeColumns } from "flakekit";
import type { Candidate, InspectOptions } from "flakekit/inspect";
import { candidatesOf } from "../inspection/candidates.ts";
import { formatOf, isKnown } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { attempt } from "../parts/attempt.ts";
import { whyUnreadable } from "../read/unreadable.ts";
import type { FieldValues } from "./messages.ts";

/** What IDs contain, by their positions. */
export interface Contents {
  /** In Unix ms; NaN for an ID that cannot be read. */
  timestamps: Float64Array;
  /** The other fields. An ID that cannot be read has none. */
  fields: Record<string, FieldValues>;
  /** Why IDs cannot be read. */
  errors: Map<number, string>;
}

export interface Chosen {
  format: string;
  formats: string[];
  /** Reads IDs. `problems` says which positions contain none, and why. */
  read: (ids: string[], problems: Map<number, string>) => Contents;
}

/** Chooses the format of these IDs: that of the parameters if it fits, or else the most likely one. */
export function chooseFormat(ids: string[], params: URLSearchParams): Chosen {
  const formats = likeliestFormats(ids, {
    epoch: params.get("epoch") ?? undefined,
    formats: params.has("layout") ? [formatOf(CUSTOM, params)] : [],
  });
  const format = formats.find((name) => name === params.get("format")) ?? formats[0] ?? "";
  return { format, formats, read: isKnown(format) ? ownReader(format, params) : foreignReader(format) };
}

/** Returns the names of the formats that fit these IDs, best first. */
function likeliestFormats(ids: string[], given: InspectOptions): string[] {
  const scores = new Map<string, number>();
  for (const id of ids) {
    for (const { format, score } of candidatesOf(id, given)) scores.set(format, (scores.get(format) ?? 0) + score);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** Returns a function that reads IDs in a format of the package: at once, or one by one if some cannot be read. */
function ownReader(name: string, params: URLSearchParams): Chosen["read"] {
  const format = formatOf(name, params);
  return (ids, problems) => {
    const style = styleOf(format, ids[0] ?? "");
    const columns = problems.size === 0 ? attempt(() => decodeColumns(format, ids, style)).result : undefined;
    if (!columns) return readEach(ids, problems, (id) => oneOf(format, id));
    const { timestamp: timestamps, ...fields } = columns;
    return { timestamps, fields, errors: problems };
  };
}

/** How a text is written: digits that are not a format's usual text are a number, as databases give it. */
export const styleOf = (format: AnyFormat, id: string): { as?: "decimal" } =>
  /^\d+$/.test(id) && !format.isValid(id) ? { as: "decimal" } : {};

/** What an ID contains, or why it cannot be read. */
type Content = { timestamp: number; fields: Record<string, unknown> } | { error: string };

function oneOf(format: AnyFormatWithEpoch, id: string): Content {
  const { result, error } = attempt(() => format.decode(id, styleOf(format, id)));
  if (!result) return { error };
  const { timestamp, date: _, ...fields } = result;
  return { timestamp, fields };
}

/** Returns a function that reads IDs in a format that only `inspect` reads. All such IDs contain a time. */
function foreignReader(name: string): Chosen["read"] {
  const read = ({ timestamp, fields }: Candidate) => ({ timestamp: timestamp as number, fields });
  return (ids, problems) =>
    readEach(ids, problems, (id) => {
      const candidate = candidatesOf(id).find(({ format }) => format === name);
      return candidate ? read(candidate) : { error: whyUnreadable(id) };
    });
}

/** Reads IDs one by one. */
function readEach(ids: string[], problems: Map<number, string>, read: (id: string) => Content): Contents {
  const timestamps = new Float64Array(ids.length).fill(NaN);
  const fields: Record<string, unknown[]> = {};
  const errors = new Map<number, string>();
  for (const [n, id] of ids.entries()) {
    const problem = problems.get(n);
    const content = problem === undefined ? read(id) : { error: problem };
    if ("error" in content) {
      errors.set(n, content.error);
      continue;
    }
    timestamps[n] = content.timestamp;
    for (const name in content.fields) (fields[name] ??= [])[n] = content.fields[name];
  }
  return { timestamps, fields, errors };
}
