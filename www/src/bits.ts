// Maps fields to the bits of an ID and to the characters of its text.

import type { AnyFormat, AnyId, TextOptions } from "flakekit";
import { type Leaf, leavesOf } from "./formats.ts";

export interface LeafBits extends Leaf {
  /** The binary digits, high bit first. */
  digits: string;
  value: number;
}

/** Returns the leaves of an ID's layout with their bits. */
export function bitsOf(format: AnyFormat, id: AnyId): LeafBits[] {
  const all = [...format.toBytes(id)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  let at = all.length - format.bits;
  return leavesOf(format).map((leaf) => {
    const digits = all.slice(at, (at += leaf.bits));
    return { ...leaf, digits, value: parseInt(digits, 2) };
  });
}

/** A character of a text, with the names of the fields that determine it. */
export interface Character {
  text: string;
  fields: string[];
}

/**
 * Returns the characters of an ID's text with their fields. The fields are found by experiment: a bit belongs to the
 * character that changes when the bit is inverted. If one bit changes several characters, as in decimal, the whole text
 * is returned as one part without fields.
 */
export function charactersOf(format: AnyFormat, id: AnyId, options: TextOptions): Character[] {
  const text = format.toText(id, options);
  const padded = { ...options, padded: true };
  const paddedText = format.toText(id, padded);
  const shown = [...paddedText].map(() => new Set<string>());
  const bytes = format.toBytes(id);
  let at = bytes.length * 8 - format.bits;
  for (const { name, bits } of leavesOf(format)) {
    for (const end = at + bits; at < end; at++) {
      const changed = differences(paddedText, format.toText(format.fromBytes(withBitInverted(bytes, at)), padded));
      if (changed.length !== 1) return [{ text, fields: [] }];
      shown[changed[0] as number]?.add(name);
    }
  }
  const padding = paddedText.length - text.length;
  return [...text].map((character, n) => ({ text: character, fields: [...(shown[n + padding] ?? [])] }));
}

function withBitInverted(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, n) => (n === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte));
}

/** Returns the positions at which two texts of the same length differ. */
function differences(a: string, b: string): number[] {
  return [...a].flatMap((character, n) => (character === b[n] ? [] : [n]));
}
