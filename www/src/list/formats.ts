// Chooses the format of a list, and reads its IDs in it.

import { type Candidate, type InspectOptions, inspect } from "flakekit";
import { formatOf, isKnown } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { attempt } from "../parts/attempt.ts";
import { whyUnreadable } from "../read/unreadable.ts";

/** What an ID contains, or why it cannot be read. */
export type Result = { timestamp: number; fields: Record<string, unknown> } | { error: string };

export interface Chosen {
  format: string;
  formats: string[];
  read: (id: string) => Result;
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
    for (const { format, score } of inspect(id, given)) scores.set(format, (scores.get(format) ?? 0) + score);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** Returns a function that reads an ID in a format of the package. */
function ownReader(name: string, params: URLSearchParams): (id: string) => Result {
  const format = formatOf(name, params);
  return (id) => {
    const { result, error } = attempt(() => format.decode(id));
    if (!result) return { error };
    const { timestamp, date: _, ...fields } = result;
    return { timestamp, fields };
  };
}

/** Returns a function that reads an ID in a format that only `inspect` reads. All such IDs contain a time. */
function foreignReader(name: string): (id: string) => Result {
  const read = ({ timestamp, fields }: Candidate) => ({ timestamp: timestamp as number, fields });
  return (id) => {
    const candidate = inspect(id).find(({ format }) => format === name);
    return candidate ? read(candidate) : { error: whyUnreadable(id) };
  };
}
