// Decodes bytes as text. The first bytes decide the encoding.

/** Whether a byte order mark is kept as the first character. */
export interface DecoderOptions {
  readonly keepsMark?: boolean;
}

/**
 * The encoding of a text that begins with these bytes. Without a byte order mark, UTF-16 is recognised
 * by a byte that is 0: half of a Latin letter, a digit or a quote. Texts in UTF-8 do not have such a byte.
 */
function encodingOf(one: number, two: number): string {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return "utf-16le";
  if ((one === 0xfe && two === 0xff) || (one === 0 && two !== 0)) return "utf-16be";
  return "utf-8";
}

/**
 * Decodes a text that arrives in pieces: UTF-16 if its first bytes are those of UTF-16, and otherwise UTF-8. Invalid
 * bytes become U+FFFD.
 */
export class Decoder {
  /** The first byte, until the second byte arrives: the first two bytes tell the encoding. */
  #first: number[] = [];
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  readonly #options: { ignoreBOM: boolean };

  constructor({ keepsMark = false }: DecoderOptions = {}) {
    // TextDecoder removes a byte order mark, unless `ignoreBOM` is set.
    this.#options = { ignoreBOM: keepsMark };
  }

  /** The characters that are complete with the next bytes. */
  decode(bytes: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(bytes, { stream: true });
    const [one, two] = [...this.#first, ...bytes.subarray(0, 2)];
    if (two === undefined) {
      this.#first.push(...bytes);
      return "";
    }
    const first = Uint8Array.from(this.#first);
    this.#decoder = new TextDecoder(encodingOf(one as number, two), this.#options);
    return this.#decoder.decode(first, { stream: true }) + this.#decoder.decode(bytes, { stream: true });
  }

  /** The remaining characters, after the last bytes. */
  end(): string {
    return this.#decoder === undefined
      ? new TextDecoder().decode(Uint8Array.from(this.#first))
      : this.#decoder.decode();
  }
}
