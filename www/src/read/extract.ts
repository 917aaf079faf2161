// Finding the IDs in lines, JSON, CSV or prose.

import { inspect } from "flakekit";

/** Decimal numbers shorter than this are rather Unix times and amounts. */
const SHORTEST_DECIMAL = 14;
const WORD = /[0-9A-Za-z_-]{9,36}/g;

/** The lines, where each is one word: then all are meant as IDs. */
function wordPerLine(text: string): string[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.some((line) => /[\s,;:"'[\]{}]/.test(line)) ? undefined : lines;
}

/** Whether a word between others is an ID: a long number, or digits and letters that say a plausible time. */
function looksLikeId(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= SHORTEST_DECIMAL && inspect(word).length > 0;
  return /\d/.test(word) && inspect(word)[0]?.fit === "plausible";
}

/** What could be IDs in a text; and which of them have to be looked at one by one. */
export function wordsOf(text: string): { words: string[]; isId: (word: string) => boolean } {
  const lines = wordPerLine(text);
  return lines ? { words: lines, isId: () => true } : { words: text.match(WORD) ?? [], isId: looksLikeId };
}
