// What an ID could be.

import { type Candidate, inspect } from "flakekit";
import { CUSTOM, type Format, type Id, formatOf } from "../formats.ts";

/** The formats that the ID could be of, the likeliest first; the epoch and the layout that the address says are tried as well. */
export function candidatesOf(text: string, params: URLSearchParams): Candidate[] {
  const formats = params.has("layout") ? [formatOf(CUSTOM, params)] : [];
  return inspect(text, { epoch: params.get("epoch") ?? undefined, formats });
}

/** The ID that a candidate has read in a text, as its format has it. */
export function idOf(format: Format, { value }: Candidate, text: string): Id {
  if (value === null) return format.fromText(text);
  return format.native === "number" ? Number(value) : value;
}
