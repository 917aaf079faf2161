// The formats that an ID can belong to.

import { type AnyFormat, type AnyId, type Candidate, inspect } from "flakekit";
import { CUSTOM, formatOf } from "../formats.ts";

/** Returns the formats that a text can be an ID of, most likely first. */
export type Inspector = (text: string) => Candidate[];

/**
 * Returns an inspector that also tries the address's epoch and custom layout. Throws a `FlakeError` if the epoch or the
 * layout is invalid.
 */
export function inspectorFor(params: URLSearchParams): Inspector {
  const formats = params.has("layout") ? [formatOf(CUSTOM, params)] : [];
  const epoch = params.get("epoch") ?? undefined;
  return (text) => inspect(text, { epoch, formats });
}

/** Returns the ID that a candidate was read from, in the format's JavaScript type. */
export function idOf(format: AnyFormat, { value }: Candidate, text: string): AnyId {
  if (value === null) return format.fromText(text);
  return format.native === "number" ? Number(value) : value;
}
