// Reads and writes the sections of a WebAssembly module.
// Binary format: https://webassembly.github.io/spec/core/binary/modules.html

/** The IDs of the sections that the patches need. */
export const SECTION = { imports: 2, exports: 7, data: 11, dataCount: 12 };

/** The length of the magic number and the version at the start of a module. */
const PREAMBLE_BYTES = 8;

/** Reads a buffer from its start to its end. */
export class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get done() {
    return this.#at >= this.#bytes.length;
  }

  /** The next bytes, as a view: writing to it changes the module. */
  take(length) {
    return this.#bytes.subarray(this.#at, (this.#at += length));
  }

  /** An unsigned LEB128 number: seven bits per byte, the low ones first. */
  number() {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const [byte] = this.take(1);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** A UTF-8 text with its length before it. */
  text() {
    return this.take(this.number()).toString();
  }
}

/** The sections of a module, in order; each content is a view of the module. */
export function readSections(bytes) {
  const reader = new Reader(bytes.subarray(PREAMBLE_BYTES));
  const sections = [];
  while (!reader.done) {
    const id = reader.number();
    sections.push({ id, content: reader.take(reader.number()) });
  }
  return sections;
}

/** The module with other sections. */
export function withSections(bytes, sections) {
  const parts = sections.map(({ id, content }) => Buffer.from([id, ...encodeNumber(content.length), ...content]));
  return Buffer.concat([bytes.subarray(0, PREAMBLE_BYTES), ...parts]);
}

/** A number as `Reader.number` reads it. */
export function encodeNumber(number) {
  return number < 128 ? [number] : [(number & 127) | 128, ...encodeNumber(number >>> 7)];
}

/** A text as `Reader.text` reads it. */
export function encodeText(text) {
  return [...encodeNumber(Buffer.byteLength(text)), ...Buffer.from(text)];
}

/** The data segments of a module: the address of each in linear memory, and a view of its bytes. */
export function dataSegments(bytes) {
  const segments = [];
  for (const { id, content } of readSections(bytes)) {
    if (id !== SECTION.data) continue;
    const reader = new Reader(content);
    for (let left = reader.number(); left > 0; left--) {
      const [mode, constant] = reader.take(2);
      if (mode !== 0 || constant !== 0x41) throw new Error("a data segment does not start with 0, i32.const");
      const start = reader.number();
      reader.take(1); // the end of the address expression
      segments.push({ start, data: reader.take(reader.number()) });
    }
  }
  return segments;
}
