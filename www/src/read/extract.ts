// Finds the IDs in lines, JSON, CSV or prose.

import { inspect } from "flakekit";

/** Shorter decimal numbers are more often Unix times or amounts than IDs. */
const SHORTEST_DECIMAL = 14;
const WORD = /[0-9A-Za-z_-]{9,36}/g;

/** Returns the lines if each is a single word, which means that all of them are IDs; otherwise undefined. */
function wordPerLine(text: string): string[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.some((line) => /[\s,;:"'[\]{}]/.test(line)) ? undefined : lines;
}

/** Whether a word of a longer text is an ID: a long number, or digits and letters with a plausible time. */
function looksLikeId(word: string): boolean {
  if (/^\d+$/.test(word)) return word.length >= SHORTEST_DECIMAL && inspect(word).length > 0;
  return /\d/.test(word) && inspect(word)[0]?.fit === "plausible";
}

/** Returns the words of a text that can be IDs, and the test that decides it for each. */
export function wordsOf(text: string): { words: string[]; isId: (word: string) => boolean } {
  const lines = wordPerLine(text);
  return lines ? { words: lines, isId: () => true } : { words: text.match(WORD) ?? [], isId: looksLikeId };
}
