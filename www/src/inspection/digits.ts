// Texts of IDs that the package does not make: numbers in a base.

import type { ForeignText } from "flakekit/inspect";

const HEX = "0123456789abcdef";

export const hex = (length: number): ForeignText => ({
  digits: HEX,
  length,
  anyCase: true,
  hyphens: false,
  padding: 0,
});

/** RFC 9562, clause 4. */
export const UUID: ForeignText = { ...hex(32), hyphens: true };

/** The positions of a UUID's digits before which a hyphen stands. */
const HYPHENS = [8, 12, 16, 20];

/** The names of alphabets that are not named after the count of their digits. */
const NAMES: Record<string, string> = { [HEX]: "hex", "0123456789ABCDEFGHJKMNPQRSTVWXYZ": "crockford" };

/** The name of a text by its digits. */
export const nameOfText = ({ digits, hyphens }: ForeignText): string =>
  hyphens ? "UUID" : (NAMES[digits] ?? `base${digits.length}`);

/** Returns the bytes that a text holds, or undefined if the text is not written in this way. */
export function readDigits({ digits, length, padding, anyCase, hyphens }: ForeignText, text: string, bits: number) {
  const bare = hyphens && text.includes("-") ? withoutHyphens(text) : text;
  if (bare?.length !== length) return undefined;
  const cased = (text: string) => (anyCase ? text.toLowerCase() : text);
  const known = cased(digits);
  let value = 0n;
  for (const digit of cased(bare)) {
    const one = known.indexOf(digit);
    if (one < 0) return undefined;
    value = value * BigInt(digits.length) + BigInt(one);
  }
  const below = BigInt(padding);
  if (value & ((1n << below) - 1n) || (value >> below) >> BigInt(bits)) return undefined;
  return bytesOf(value >> below, Math.ceil(bits / 8));
}

/** Returns the text without its hyphens, or undefined if they are not exactly at these positions of its digits. */
function withoutHyphens(text: string): string | undefined {
  const digits = text.replaceAll("-", "");
  return insertHyphens(digits) === text ? digits : undefined;
}

const insertHyphens = (digits: string): string =>
  [...digits].map((digit, at) => (HYPHENS.includes(at) ? `-${digit}` : digit)).join("");

/** Writes bytes as digits. */
export function writeDigits({ digits, length, padding, hyphens }: ForeignText, bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) << BigInt(padding);
  const base = BigInt(digits.length);
  let text = "";
  for (let n = 0; n < length; n++) {
    text = (digits[Number(value % base)] ?? "") + text;
    value /= base;
  }
  return hyphens ? insertHyphens(text) : text;
}

function bytesOf(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, n) => Number((value >> BigInt(8 * (length - 1 - n))) & 0xffn));
}
