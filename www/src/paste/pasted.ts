// What a pasted text is: nothing, one ID, or a list.

import { candidatesOf } from "../inspection/candidates.ts";
import { uuidOf } from "../inspection/foreign.ts";
import { type Found, cleaned, findId } from "./grammar.ts";

export type Pasted = { kind: "nothing" } | { kind: "one"; found: Found } | { kind: "many" };

/** Longer texts are lists. They are kept out of the address, and out of the input because it would be slow. */
export const LONG = 2000;

/** Whether a text is an ID as it is: with a time at which such IDs were made, or a UUID. */
export const isId = (text: string): boolean => candidatesOf(text)[0]?.fit === "plausible" || uuidOf(text) !== undefined;

/** What no ID contains, but what is between IDs. */
export const SEPARATOR = /[\s,;"'[\]{}]/;

export function readPasted(text: string): Pasted {
  if (cleaned(text) === "") return { kind: "nothing" };
  const found = findId(text, isId);
  return SEPARATOR.test(found.id) ? { kind: "many" } : { kind: "one", found };
}
