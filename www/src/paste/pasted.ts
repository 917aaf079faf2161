// What a pasted text is: nothing, one ID, or a list.

import { inspect } from "flakekit";
import { uuidOf } from "../foreign/foreign.ts";
import { type Found, cleaned, findId } from "./grammar.ts";

export type Pasted = { kind: "nothing" } | { kind: "one"; found: Found } | { kind: "many"; text: string };

/** Whether a text is an ID as it is: with a time at which such IDs were made, or a UUID. */
const isId = (text: string): boolean => inspect(text)[0]?.fit === "plausible" || uuidOf(text) !== undefined;

/** What no ID contains, but what is between IDs. */
const SEPARATOR = /[\s,;"'[\]{}]/;

export function readPasted(text: string): Pasted {
  if (cleaned(text) === "") return { kind: "nothing" };
  const found = findId(text, isId);
  return SEPARATOR.test(found.id) ? { kind: "many", text } : { kind: "one", found };
}

/** Shorter decimal numbers are more often Unix times or amounts than IDs. */
const SHORTEST_DECIMAL = 14;

/** Words of a longer text, and what may be around an ID: see the rules of the grammar. */
const WORD = /[^\s,;"'`[\]{}|]+/g;

/** Whether a word of prose, JSON or CSV is an ID: a long number, or digits and letters with a plausible time. */
function looksLikeId(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= SHORTEST_DECIMAL && inspect(word).length > 0;
  return /\d/.test(word) && isId(word);
}

/** The shortest ID of a format whose texts are not decimal. */
const SHORTEST = 9;

/** An ID of a list, and the share of the list's text that is before it, 0 to 1. */
export interface Listed {
  id: string;
  progress: number;
}

/** Returns the IDs of a list: one of each line if every line is one word, otherwise the words that look like IDs. */
export function* idsOf(text: string): Generator<Listed> {
  const lines = text.split("\n").map(cleaned).filter(Boolean);
  if (lines.every((line) => !SEPARATOR.test(findId(line, isId).id))) {
    for (const [n, line] of lines.entries()) yield { id: findId(line, isId).id, progress: n / lines.length };
    return;
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word.length < SHORTEST) continue;
    const { id } = findId(word, isId);
    if (looksLikeId(id)) yield { id, progress: index / text.length };
  }
}
