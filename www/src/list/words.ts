// Finds the IDs in a text that is no table: one ID in each line, or among other words.

import { cleaned, findId } from "../paste/grammar.ts";
import { SEPARATOR, isId } from "../paste/pasted.ts";
import type { Entries, Entry } from "./entry.ts";
import { looksLikeId } from "./looks.ts";

/** Words of a longer text, and what may be around an ID: see the rules of the grammar. */
const WORD = /[^\s,;"'`[\]{}|]+/g;
/** A text up to its last end of a word. */
const WHOLE_WORDS = /^.*[\s,;"'`[\]{}|]/s;
/** The shortest ID of a format whose texts are not decimal. */
const SHORTEST = 9;
/** No longer word is an ID, or a link with one. */
const LONGEST = 2000;

/** Returns the words of a text that look like IDs. */
export function* idsAmong(text: string): Generator<Entry> {
  for (const [word] of text.matchAll(WORD)) {
    if (word.length < SHORTEST || word.length > LONGEST) continue;
    const { id } = findId(word, isId);
    if (looksLikeId(id)) yield { id };
  }
}

/** The words that look like IDs. */
export class Words implements Entries {
  #rest = "";

  *read(text: string): Generator<Entry> {
    const all = this.#rest + text;
    const [{ length }] = WHOLE_WORDS.exec(all.slice(-LONGEST)) ?? [""];
    const end = Math.max(0, all.length - LONGEST) + length;
    this.#rest = all.slice(end);
    yield* idsAmong(all.slice(0, end));
  }

  end(): Iterable<Entry> {
    return idsAmong(this.#rest);
  }
}

/** Returns the lines of a text that are not empty. */
export const linesOf = (text: string): string[] => text.split("\n").map(cleaned).filter(Boolean);

/** Whether a line is one word. */
export const isWord = (line: string): boolean => !SEPARATOR.test(findId(line, isId).id);

/** One ID in each line. */
export class Lines implements Entries {
  #rest = "";

  *read(text: string): Generator<Entry> {
    // Only the new piece is searched for the end of a line, so that the time of a long line grows as its length.
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#rest += text;
      return;
    }
    const whole = this.#rest + text.slice(0, end);
    this.#rest = text.slice(end);
    for (const line of linesOf(whole)) yield* entriesOfLine(line);
  }

  *end(): Generator<Entry> {
    for (const line of linesOf(this.#rest)) yield* entriesOfLine(line);
  }
}

/** A line of several words follows lines of one word: it may have several IDs. */
function* entriesOfLine(line: string): Generator<Entry> {
  const { id } = findId(line, isId);
  const ids = SEPARATOR.test(id) ? [...idsAmong(line)] : [];
  if (ids.length > 0) yield* ids;
  else yield { id: id.slice(0, LONGEST) };
}
