// Decodes bytes as text by the byte order mark that they begin with. It needs no Node: the page uses it, too.

/** The encodings by their byte order marks. TextDecoder removes the mark. */
const MARKS: Readonly<Record<string, string>> = { "255,254": "utf-16le", "254,255": "utf-16be" };

/** Decodes a text that arrives in pieces: UTF-16 if it has its byte order mark, else UTF-8. Invalid bytes become U+FFFD. */
export class Decoder {
  /** The first bytes, as long as they are too few for a mark. */
  #first: number[] = [];
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  /** The characters that are complete with the next bytes. */
  decode(bytes: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(bytes, { stream: true });
    const [one, two] = [...this.#first, ...bytes.subarray(0, 2)];
    if (two === undefined) {
      this.#first.push(...bytes);
      return "";
    }
    const first = Uint8Array.from(this.#first);
    this.#decoder = new TextDecoder(MARKS[`${one},${two}`]);
    return this.#decoder.decode(first, { stream: true }) + this.#decoder.decode(bytes, { stream: true });
  }

  /** The rest, after the last bytes. */
  end(): string {
    return this.#decoder === undefined
      ? new TextDecoder().decode(Uint8Array.from(this.#first))
      : this.#decoder.decode();
  }
}
