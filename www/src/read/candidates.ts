// What an ID could be.

import { type Candidate, inspect } from "flakekit";
import { CUSTOM, type Format, type Id, formatOf } from "../formats.ts";

/** Tells the formats that an ID could be of, the likeliest first. */
export type Inspector = (text: string) => Candidate[];

/** One that tries the epoch and the layout that the address says as well. Throws a `FlakeError` where these are none. */
export function inspector(params: URLSearchParams): Inspector {
  const formats = params.has("layout") ? [formatOf(CUSTOM, params)] : [];
  const epoch = params.get("epoch") ?? undefined;
  return (text) => inspect(text, { epoch, formats });
}

/** The ID that a candidate has read in a text, as its format has it. */
export function idOf(format: Format, { value }: Candidate, text: string): Id {
  if (value === null) return format.fromText(text);
  return format.native === "number" ? Number(value) : value;
}
