// Finds IDs in a text.

import type * as api from "../../types/inspect.js";
import { append, invalid, iso, itemAt, type Options } from "../values/index.js";
import type { Prefixed } from "../ids/index.js";
import { FAST_CLOCK_MS, REASON, WARNINGS } from "../generated/contract.js";
import { candidatesIn, dated } from "./candidates.js";
import { answer, inspector, type InspectorRuntime, writeText } from "./inspector.js";
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
    const count = inspector().scan();
    const numbers = answer(count * FOUND_LENGTH);
    const certain = withPrefixIn(reader, piece, start);
    for (let at = 0; at < numbers.length; at += FOUND_LENGTH) {
      const [from, to, warning, context] = numbers.subarray(at, at + FOUND_LENGTH) as unknown as FoundNumbers;
      // An ID that overlaps a text with a prefix is a part of that text.
      while ((itemAt(certain, 0)?.start ?? Infinity) <= start + from) append(all, certain.shift() as api.Found);
      if (
        start + from < (itemAt(all, all.length - 1)?.end ?? 0) ||
        start + to > (itemAt(certain, 0)?.start ?? Infinity)
      )
        continue;
      const word = text.slice(start + from, start + to);
      append(all, found(reader, word, start + from, [null, ...WARNINGS][warning] as api.Found["warning"], context));
    }
    for (const one of certain) append(all, one);
    start = end;
  }
  return all;
}

/** The count of numbers of a found ID, as the module writes them. */
const FOUND_LENGTH = 4;
type FoundNumbers = readonly [start: number, end: number, warning: number, context: number];

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

function found(reader: Reader, text: string, start: number, warning: api.Found["warning"], context: number): api.Found {
  return foundAt(start, text, warning, () => candidatesIn(reader, text, false, context));
}

/** The candidates are made when they are asked for: most readers of a long text need few of them. */
function foundAt(start: number, text: string, warning: api.Found["warning"], weigh: () => api.Candidate[]): api.Found {
  let candidates: api.Candidate[] | undefined;
  return {
    text,
    start,
    end: start + text.length,
    warning,
    get candidates() {
      return (candidates ??= weigh());
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
    const [candidate] = candidatesIn(alone, format.toText(id), false, 0, REASON.rival);
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
