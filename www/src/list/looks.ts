// Whether a word of prose, JSON or CSV is an ID.

import { candidatesOf } from "../inspection/candidates.ts";
import { isId } from "../paste/pasted.ts";

/** Shorter decimal numbers are more often Unix times or amounts than IDs. */
const SHORTEST_DECIMAL = 14;

/** An ID is a long number, or digits and letters with a plausible time. */
export function looksLikeId(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= SHORTEST_DECIMAL && candidatesOf(word).length > 0;
  return /\d/.test(word) && isId(word);
}
