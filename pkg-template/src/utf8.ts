// UTF-8, for the glue: jsdom has no TextDecoder, and what passes here is short.

/** The text of bytes that are valid UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i++] as number;
    const more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    // The first byte has one bit less for the character with each byte that follows.
    let point = more === 0 ? first : first & (0x3f >> more);
    for (const end = i + more; i < end; i++) point = (point << 6) | ((bytes[i] as number) & 0x3f);
    text += String.fromCodePoint(point);
  }
  return text;
}
