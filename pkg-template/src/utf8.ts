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

/** The bytes of a text; half a surrogate pair becomes the replacement character. */
export function toUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const given = character.codePointAt(0) as number;
    const point = given >= 0xd800 && given < 0xe000 ? 0xfffd : given;
    const more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    // As many ones as there are bytes, unless it is one.
    const mark = more === 0 ? 0 : 0xff00 >> (more + 1);
    bytes.push((mark & 0xff) | (point >> (6 * more)));
    for (let left = more - 1; left >= 0; left--) bytes.push(0x80 | ((point >> (6 * left)) & 0x3f));
  }
  return Uint8Array.from(bytes);
}
