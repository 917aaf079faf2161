// Maps fields to the bits of an ID and to the characters of its texts.

import type { AnyFormat, AnyId, Encoding } from "flakekit";
import { type Leaf, leavesOf } from "./formats/leaves.ts";
import { attempt } from "./attempt.ts";
import { ENCODINGS } from "./generated.ts";

/** An ID of any format, as the page draws it. */
export interface Drawn {
  /** The width of the layout. If `bytes` have more bits, their first bits are padding. */
  bits: number;
  bytes: Uint8Array;
  leaves: readonly Leaf[];
  /** The texts of the ID, the usual one first. */
  texts: readonly TextForm[];
}

/** One way to write an ID as text. */
interface TextForm {
  name: string;
  /** Writes the bytes of an ID; with `padded`, always with the same number of characters. */
  write: (bytes: Uint8Array, padded: boolean) => string;
}

/** Returns an ID of one of the package's formats as the page draws it. */
export function drawnOf(format: AnyFormat, id: AnyId): Drawn {
  return { bits: format.bits, bytes: format.toBytes(id), leaves: leavesOf(format), texts: textFormsOf(format, id) };
}

/** The name of an encoding in words: `rotated base64` for `rotatedBase64`. */
export const inWords = (encoding: Encoding): string =>
  encoding.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** The encodings that the page shows and reads. The ruler shows the binary digits already. */
export const SHOWN_ENCODINGS = ENCODINGS.filter((encoding) => encoding !== "base2");

/** Returns the encodings that the format supports, its default first. */
function textFormsOf(format: AnyFormat, id: AnyId): TextForm[] {
  const isOwn = (as: Encoding): number => Number(as === format.text);
  const sorted = [...SHOWN_ENCODINGS].sort((one, other) => isOwn(other) - isOwn(one));
  const encodings = sorted.filter((as) => attempt(() => format.toText(id, { as })).result !== undefined);
  return encodings.map((as) => ({
    name: inWords(as),
    write: (bytes, padded) => format.toText(format.fromBytes(bytes), { as, padded }),
  }));
}

export interface LeafBits extends Leaf {
  /** The binary digits, high bit first. */
  digits: string;
  /** How many bits of the ID are above the leaf's first bit. */
  start: number;
}

/** The value of a leaf. A leaf may be wider than the integers that are exact as a `number`. */
export const valueOfBits = ({ digits }: LeafBits): bigint => BigInt(`0b${digits}`);

/** Returns the leaves of an ID with their bits. */
export function bitsOf({ bits, bytes, leaves }: Drawn): LeafBits[] {
  const all = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const padding = all.length - bits;
  let start = 0;
  return leaves.map((leaf) => {
    const shown = { ...leaf, start, digits: all.slice(padding + start, padding + start + leaf.bits) };
    start += leaf.bits;
    return shown;
  });
}

/** The bytes of an ID after a field has got another value. */
export function withBits({ bits, bytes }: Drawn, { start, bits: width }: LeafBits, value: bigint): Uint8Array {
  const digits = value.toString(2).padStart(width, "0");
  const first = bytes.length * 8 - bits + start;
  let result = bytes;
  for (let n = 0; n < width; n++) {
    const isSet = ((bytes[(first + n) >> 3] ?? 0) >> (7 - ((first + n) & 7))) & 1;
    if (isSet !== Number(digits[n])) result = inverted(result, first + n, first + n + 1);
  }
  return result;
}

/** The bytes of an ID in which a bit is inverted; `at` bits are above it. */
export const withBitInverted = ({ bits, bytes }: Drawn, at: number): Uint8Array => {
  const bit = bytes.length * 8 - bits + at;
  return inverted(bytes, bit, bit + 1);
};

/** Characters of a text, with the names of the fields that determine each of them. */
export interface Characters {
  text: string;
  fields: string[];
}

/**
 * Returns the characters of an ID's text with their fields. The fields are found by experiment: a field determines the
 * characters that change when its bits are inverted. If the highest bit changes several characters, as in decimal, no
 * character belongs to one field, and the whole text is returned as one part without fields.
 */
export function charactersOf({ bits, bytes, leaves }: Drawn, { write }: TextForm): Characters[] {
  const text = write(bytes, false);
  const padded = write(bytes, true);
  const changedBy = (start: number, end: number) => differences(padded, write(inverted(bytes, start, end), true));
  let at = bytes.length * 8 - bits;
  if (changedBy(at, at + 1).length !== 1) return [{ text, fields: [] }];
  const shown = [...padded].map((): string[] => []);
  for (const leaf of leaves) for (const n of changedBy(at, (at += leaf.bits))) shown[n]?.push(leaf.name);
  const padding = padded.length - text.length;
  return joined([...text].map((character, n) => ({ text: character, fields: shown[n + padding] ?? [] })));
}

/** Joins neighbours of the same fields. */
function joined(characters: Characters[]): Characters[] {
  const parts: Characters[] = [];
  for (const { text, fields } of characters) {
    const last = parts.at(-1);
    if (last?.fields.join() === fields.join()) last.text += text;
    else parts.push({ text, fields });
  }
  return parts;
}

/** Inverts the bits from `start` to before `end`. */
function inverted(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const result = bytes.slice();
  for (let bit = start; bit < end; bit++) result[bit >> 3] = (result[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
  return result;
}

/** Returns the positions at which two texts of the same length differ. */
function differences(a: string, b: string): number[] {
  return [...a].flatMap((character, n) => (character === b[n] ? [] : [n]));
}
