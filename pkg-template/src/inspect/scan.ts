// Finds IDs in a text.

import type * as api from "../../types/inspect.js";
import { append, invalid, iso, itemAt, type Options } from "../values/index.js";
import type { Prefixed } from "../ids/index.js";
import { FAST_CLOCK_MS, REASON, WARNINGS } from "../generated/contract.js";
import { candidatesIn, dated, listed } from "./candidates.js";
import { copyAnswer, inspector, type InspectorRuntime, writeText } from "./inspector.js";
import { open, type Reader, readerOf } from "./reader.js";

export function scanWith(runtime: InspectorRuntime, text: unknown, given: Options | undefined): api.Found[] {
  const reader = readerOf(runtime, "scan()", given);
  if (typeof text !== "string") throw invalid("INVALID_ID", "the text to scan", text, "a string");
  return foundIn(reader, text);
}

export function foundIn(reader: Reader, text: string): api.Found[] {
  open(reader);
  const all: api.Found[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    const piece = text.slice(start, end);
    writeText(piece);
    const numbers = copyAnswer(inspector().scan());
    const certain = withPrefixIn(reader, piece, start);
    for (const at of numbers.subarray(1, 1 + (numbers[0] as number))) {
      const [from, to, warning] = numbers.subarray(at) as unknown as FoundNumbers;
      // An ID that overlaps a text with a prefix is a part of that text.
      while ((itemAt(certain, 0)?.start ?? Infinity) <= start + from) append(all, certain.shift() as api.Found);
      if (
        start + from < (itemAt(all, all.length - 1)?.end ?? 0) ||
        start + to > (itemAt(certain, 0)?.start ?? Infinity)
      )
        continue;
      const word = text.slice(start + from, start + to);
      const said = [null, ...WARNINGS][warning] as api.Found["warning"];
      append(
        all,
        foundAt(start + from, word, said, () => listed(reader, numbers, at + FOUND_LENGTH)),
      );
    }
    for (const one of certain) append(all, one);
    start = end;
  }
  return all;
}

/** The count of numbers of a found ID before the list of its candidates, as the module writes them. */
const FOUND_LENGTH = 3;
type FoundNumbers = readonly [start: number, end: number, warning: number];

/** The length of the pieces in which a text is scanned, which bounds the memory of the module. */
const PIECE = 65_536;

/**
 * The end of the piece that begins at a position. It is after the last line end in the piece; or after the last space,
 * quote or comma; or after the last sign that stands in no number. So no ID is cut.
 */
function endOfPiece(text: string, start: number): number {
  if (text.length - start <= PIECE) return text.length;
  const piece = text.slice(start, start + PIECE);
  const length = piece.lastIndexOf("\n") + 1 || lastBreak(piece, /[\s"',]/) || lastBreak(piece, /[^\w.+-]/) || PIECE;
  return start + length;
}

function lastBreak(piece: string, sign: RegExp): number {
  let length = piece.length;
  while (length > 0 && !sign.test(piece.charAt(length - 1))) length -= 1;
  return length;
}

/** The candidates are made when they are asked for: most readers of a long text need few of them. */
function foundAt(start: number, text: string, warning: api.Found["warning"], read: () => api.Candidate[]): api.Found {
  // The function is kept no longer than it is needed, because it holds the numbers of a piece of the text.
  let candidates: api.Candidate[] | (() => api.Candidate[]) = read;
  return {
    text,
    start,
    end: start + text.length,
    warning,
    get candidates() {
      if (typeof candidates === "function") candidates = candidates();
      return candidates;
    },
  };
}

/** The texts with a prefix of the caller in a piece of a text. The piece begins at a position of the text. */
function withPrefixIn(reader: Reader, piece: string, start: number): api.Found[] {
  if (reader.prefixed.length === 0) return [];
  // One word is matched at a time, because a pattern with `_` in it could take quadratic time.
  return Array.from(piece.matchAll(/\w+/g)).flatMap(({ 0: word, index }) => {
    const of = word.includes("_") ? reader.prefixed.filter(({ isValid }) => isValid(word)) : [];
    if (of.length === 0) return [];
    const weigh = (): api.Candidate[] => of.flatMap((prefixed) => candidateOf(reader, prefixed, word, of.length));
    return foundAt(start + index, word, null, weigh);
  });
}

/** The score of a kind that is known by a prefix of the caller. */
const TOLD = 0.999;

/** The content of a text with a prefix as a candidate of `inspect`. */
function candidateOf(
  reader: Reader,
  { format, fromText, prefix }: Prefixed,
  text: string,
  count: number,
): api.Candidate[] {
  const score = TOLD / count;
  const { kinds, minScore } = reader;
  if (score < minScore || (kinds.length > 0 && !kinds.includes(format.name))) return [];
  const id = fromText(text);
  const told = `has the prefix ${prefix}`;
  if (format.epoch === null) {
    // The ID is read with the epoch of the options, as an ID of the built-in format is.
    const alone = { ...reader, formats: [], kinds: [format._descriptor._name], minScore: 0 };
    const [candidate] = candidatesIn(alone, format.toText(id), false, REASON.rival);
    if (candidate === undefined) return [];
    return [Object.assign(candidate, { format: format.name, score, reasons: [told, ...candidate.reasons] })];
  }
  // The format itself reads the ID, because a built-in format may have the format's name.
  const { timestamp, ...fields } = format.decode(id);
  const fit = timestamp > reader.now + FAST_CLOCK_MS || timestamp === format.epoch ? "unlikely" : "plausible";
  const reasons = [told, `made ${iso(timestamp).slice(0, 10)}`];
  const value = typeof id === "string" ? null : BigInt(id);
  return [
    dated({
      format: format.name,
      fit,
      score,
      reasons,
      value,
      timestamp,
      date: null,
      fields: fields as Record<string, number>,
    }),
  ];
}
