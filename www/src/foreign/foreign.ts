// Reads and draws the IDs of the layouts that the package does not make.

import type { Drawn } from "../bits.ts";
import { UUID, readDigits, writeDigits } from "./digits.ts";
import { FOREIGN, type Foreign } from "./layouts.ts";

/** An ID as the page draws it, with the name of its format and what the reader should know of it. */
export interface ForeignId {
  name: string;
  drawn: Drawn;
  note?: string | undefined;
}

/** Returns the ID of a text in a foreign format; undefined if the text is no such ID. */
export function foreignId(name: string, text: string): ForeignId | undefined {
  const format = FOREIGN.find((format) => format.name === name);
  const [usual] = format?.texts ?? [];
  const bytes = format && usual && readDigits(usual, text, format.bits);
  return bytes && { name, drawn: drawnForeign(format, bytes), note: format.note };
}

/** The UUIDs whose bits are all equal (RFC 9562, clauses 5.9 and 5.10). */
const SPECIAL: Record<number, string> = { 0x00: "uuid nil", 0xff: "uuid max" };
const ALL_EQUAL = "All of its bits are equal. It stands for no object, and holds no time.";

/** Returns the UUID of a text, of any version; undefined if the text is no UUID. */
export function uuidOf(text: string): ForeignId | undefined {
  const bytes = readDigits(UUID, text, 128);
  if (!bytes) return undefined;
  const special = bytes.every((byte) => byte === bytes[0]) ? SPECIAL[bytes[0] as number] : undefined;
  const version = (bytes[6] as number) >> 4;
  const isStandard = (bytes[8] as number) >> 6 === 0b10;
  const format = FOREIGN.find((format) => format.version === version);
  if (special) return { name: special, drawn: drawnForeign(WHOLE, bytes), note: ALL_EQUAL };
  return format && isStandard
    ? { name: format.name, drawn: drawnForeign(format, bytes), note: format.note }
    : undefined;
}

const [{ texts: UUID_TEXTS }] = FOREIGN as [Foreign];
const WHOLE: Foreign = {
  name: "uuid",
  bits: 128,
  leaves: [{ name: "value", parent: "value", kind: "metadata", bits: 128, hue: 15 }],
  texts: UUID_TEXTS,
};

const drawnForeign = ({ bits, leaves, texts }: Foreign, bytes: Uint8Array): Drawn => ({
  bits,
  bytes,
  leaves,
  texts: texts.map((digits) => ({ name: digits.name, write: (bytes) => writeDigits(digits, bytes) })),
});
