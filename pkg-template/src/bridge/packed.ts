// Decodes the WebAssembly modules that entries contain.

/** The code of the first digit. */
const FIRST = 35;

/** How many codes digits have, and the place among them of the backslash, which is no digit: a literal needs two characters for it. */
const CODES = 92;
const BACKSLASH = 57;

/** How many bits a character of the head has, and how many characters the head has. */
const HEAD_BITS = 5;
const HEAD = 52;

/**
 * The module of a text of `scripts/packed.mjs`, which gzip compresses as well as the bytes themselves; hex is 9 % larger. To decode the core
 * takes 1 ms.
 */
export function moduleOf(text: string): WebAssembly.Module {
  const bytes = new Uint8Array(text.length);
  const places = new Uint8Array(CODES * 3);
  let place = 0;
  for (let isFrequent = 1; isFrequent >= 0; isFrequent--) {
    for (let byte = 0; byte < 256; byte++) {
      const bits = text.charCodeAt(byte / HEAD_BITS) - FIRST;
      if (((bits >> (byte % HEAD_BITS)) & 1) === isFrequent) {
        if (place % CODES === BACKSLASH) place++;
        places[place++] = byte;
      }
    }
  }
  let length = 0;
  let added = 0;
  for (let at = HEAD; at < text.length; at++) {
    const code = text.charCodeAt(at) - FIRST;
    if (code < 0) {
      // A space is before the digits of the second group of bytes, and `!` before those of the third.
      added = (code + 4) * CODES;
    } else {
      bytes[length++] = places[added + code] as number;
      added = 0;
    }
  }
  return new WebAssembly.Module(bytes.subarray(0, length));
}
