// Reads IDs of unknown kinds.

import type * as api from "../../types/inspect.js";
import { bigintOf, invalid, isWholeNumber, type Options, refuseUnsafe } from "../values/index.js";
import { FOREIGN_FORMATS } from "../generated/foreign.js";
import { MAX_INSPECTED } from "../generated/contract.js";
import { candidatesIn } from "./candidates.js";
import { foundIn } from "./scan.js";
import type { InspectorRuntime } from "./inspector.js";
import { readerOf } from "./reader.js";

/** This integer and all larger integers have more digits than any ID. */
const TOO_LARGE = 10n ** 64n;

export function inspectWith(runtime: InspectorRuntime, id: unknown, given: Options | undefined): api.Candidate[] {
  const reader = readerOf(runtime, "inspect()", given);
  const text = toText(bigintOf(id));
  if (typeof id === "string" && reader.prefixed.length > 0 && text.length <= MAX_INSPECTED) {
    const [only, ...others] = foundIn(reader, text);
    if (only !== undefined && others.length === 0) return only.candidates;
  }
  return candidatesIn(reader, text, typeof id !== "string");
}

export function foreignFormats(): api.ForeignFormat[] {
  // A copy, because callers may change it.
  return JSON.parse(JSON.stringify(FOREIGN_FORMATS)) as api.ForeignFormat[];
}

/** The text of an ID. Integers are written in decimal. */
export function toText(id: unknown): string {
  if (typeof id === "string") return id;
  if (typeof id === "bigint" && id >= 0n) return String(id < TOO_LARGE ? id : TOO_LARGE);
  if (isWholeNumber(id)) return String(id);
  refuseUnsafe(id);
  const expected = "a text, a bigint, a whole number that is not negative, or an object with toBigInt()";
  throw invalid("INVALID_ID", "the ID", id, expected);
}
