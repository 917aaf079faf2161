// The form in which the entry of inspection contains its module.

/** The characters that JavaScript's texts contain unescaped, but for the space and `!`. */
const DIGITS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter((one) => one !== "\\");

/** What is before the digit, by the bytes' count of times that they have all digits. */
const PREFIXES = ["", " ", "!"];

/**
 * Bytes as a text for `pkg-template/src/bridge/packed.ts`: a digit for each of the first 91 bytes, which are most of those in modules; a
 * space or `!` and a digit for the others.
 */
export function packed(bytes) {
  const text = (byte) => PREFIXES[Math.floor(byte / DIGITS.length)] + DIGITS[byte % DIGITS.length];
  return Array.from(bytes, text).join("");
}
