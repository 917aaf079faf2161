// The form in which entries contain their modules.

/** The characters that JavaScript's texts contain unescaped, but for the space and `!`. */
const DIGITS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter((one) => one !== "\\");

/** What is before the digit, by the byte's place divided by the count of digits. */
const PREFIXES = ["", " ", "!"];

/** How many bits a character of the head has. */
const HEAD_BITS = 5;

/**
 * Bytes as a text for `pkg-template/src/bridge/packed.ts`. The 91 most frequent bytes have one digit each; a space or `!` and a digit stand
 * for the others. The head has a bit for each byte, which says whether the byte is among these 91.
 */
export function packed(bytes) {
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  const counts = all.map(() => 0);
  for (const byte of bytes) counts[byte]++;
  const frequent = new Set(all.toSorted((a, b) => counts[b] - counts[a]).slice(0, DIGITS.length));
  const places = new Map(
    [...all.filter((byte) => frequent.has(byte)), ...all.filter((byte) => !frequent.has(byte))].map((byte, i) => [
      byte,
      i,
    ]),
  );
  let text = "";
  for (let start = 0; start < all.length; start += HEAD_BITS) {
    const bits = all.slice(start, start + HEAD_BITS).map((byte, i) => Number(frequent.has(byte)) << i);
    text += DIGITS[bits.reduce((sum, bit) => sum + bit, 0)];
  }
  for (const byte of bytes) {
    const place = places.get(byte);
    text += PREFIXES[Math.floor(place / DIGITS.length)] + DIGITS[place % DIGITS.length];
  }
  return text;
}
