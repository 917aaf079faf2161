// Decodes UTF-8 without TextDecoder, which jsdom and React Native do not have.

/**
 * The function is captured when the module is loaded, so that a user's later replacement does not run during a call of
 * WebAssembly.
 */
const fromCodePoint = /* @__PURE__ */ String.fromCodePoint.bind(String);

/** The text of bytes that are valid UTF-8. Meant for short texts. */
export function fromUtf8(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i++] as number;
    const continuationBytes = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    // Each continuation byte costs the first byte one bit of the code point.
    let point = continuationBytes === 0 ? first : first & (0x3f >> continuationBytes);
    for (const end = i + continuationBytes; i < end; i++) point = (point << 6) | ((bytes[i] as number) & 0x3f);
    text += fromCodePoint(point);
  }
  return text;
}
