// Where a field lies: in the bits of an ID, and in the characters of its text.

import type { TextOptions } from "flakekit";
import { type Format, type Id, type Leaf, leavesOf } from "./formats.ts";

export interface Placed extends Leaf {
  /** Its binary digits. */
  digits: string;
  value: number;
}

/** The fields of an ID with their bits. */
export function bitsOf(format: Format, id: Id): Placed[] {
  const all = [...format.toBytes(id)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  let at = all.length - format.bits;
  return leavesOf(format).map((leaf) => {
    const digits = all.slice(at, (at += leaf.bits));
    return { ...leaf, digits, value: parseInt(digits, 2) };
  });
}

/** A character of a text, and the names of the fields that it shows. */
export interface Character {
  text: string;
  fields: string[];
}

/**
 * Which fields each character of an ID's text shows. It is found by trying: each bit is changed, and the
 * character that follows is its. Where more than one does, as in decimal, no character shows any field.
 */
export function charactersOf(format: Format, id: Id, options: TextOptions): Character[] {
  const text = format.toText(id, options);
  const padded = { ...options, padded: true };
  const whole = format.toText(id, padded);
  const shown = [...whole].map(() => new Set<string>());
  const bytes = format.toBytes(id);
  let at = bytes.length * 8 - format.bits;
  for (const { name, bits } of leavesOf(format)) {
    for (const end = at + bits; at < end; at++) {
      const changed = changes(whole, format.toText(format.fromBytes(withBitChanged(bytes, at)), padded));
      if (changed.length !== 1) return [{ text, fields: [] }];
      shown[changed[0] as number]?.add(name);
    }
  }
  const cut = whole.length - text.length;
  return [...text].map((character, n) => ({ text: character, fields: [...(shown[n + cut] ?? [])] }));
}

function withBitChanged(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, n) => (n === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte));
}

/** Where two texts of one length differ. */
function changes(a: string, b: string): number[] {
  return [...a].flatMap((character, n) => (character === b[n] ? [] : [n]));
}
