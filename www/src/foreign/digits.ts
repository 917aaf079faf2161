// Texts of IDs that the package does not make: numbers in a base.

/** A text of digits. Its last digit may hold padding bits below the ID's lowest bit. */
export interface Digits {
  name: string;
  alphabet: string;
  length: number;
  /** The number of padding bits. */
  padding?: bigint;
  /** Whether capital letters are read too. */
  anyCase?: boolean;
  /** The positions before which a hyphen stands. */
  hyphens?: readonly number[];
}

const HEX = "0123456789abcdef";
const LOWER = "0123456789abcdefghijklmnopqrstuv";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** RFC 9562, clause 4. */
export const UUID: Digits = { name: "UUID", alphabet: HEX, length: 32, anyCase: true, hyphens: [8, 12, 16, 20] };
export const hex = (length: number): Digits => ({ name: "hex", alphabet: HEX, length, anyCase: true });
export const crockford: Digits = { name: "crockford", alphabet: CROCKFORD, length: 26, anyCase: true };
export const base62: Digits = { name: "base62", alphabet: BASE62, length: 27 };
export const base32: Digits = { name: "base32", alphabet: LOWER, length: 20, padding: 4n };

/** Returns the bytes that a text holds, or undefined if it is no such text. */
export function readDigits({ alphabet, length, padding = 0n, anyCase, hyphens }: Digits, text: string, bits: number) {
  const digits = hyphens && text.includes("-") ? withoutHyphens(text, hyphens) : text;
  if (digits?.length !== length) return undefined;
  let value = 0n;
  for (const digit of digits) {
    const one = [digit, ...(anyCase ? [digit.toLowerCase(), digit.toUpperCase()] : [])]
      .map((form) => alphabet.indexOf(form))
      .find((at) => at >= 0);
    if (one === undefined) return undefined;
    value = value * BigInt(alphabet.length) + BigInt(one);
  }
  if (value & ((1n << padding) - 1n) || (value >> padding) >> BigInt(bits)) return undefined;
  return bytesOf(value >> padding, bits / 8);
}

/** Returns the text without its hyphens, or undefined if they are not exactly at these positions of its digits. */
function withoutHyphens(text: string, hyphens: readonly number[]): string | undefined {
  const digits = text.replaceAll("-", "");
  return insertHyphens(digits, hyphens) === text ? digits : undefined;
}

const insertHyphens = (digits: string, hyphens: readonly number[]): string =>
  [...digits].map((digit, at) => (hyphens.includes(at) ? `-${digit}` : digit)).join("");

/** Writes bytes as digits. */
export function writeDigits({ alphabet, length, padding = 0n, hyphens = [] }: Digits, bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) << padding;
  const base = BigInt(alphabet.length);
  let digits = "";
  for (let n = 0; n < length; n++) {
    digits = (alphabet[Number(value % base)] ?? "") + digits;
    value /= base;
  }
  return insertHyphens(digits, hyphens);
}

function bytesOf(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, n) => Number((value >> BigInt(8 * (length - 1 - n))) & 0xffn));
}
