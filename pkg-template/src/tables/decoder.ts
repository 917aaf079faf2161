// Decodes bytes as text. The first bytes decide between UTF-16 and UTF-8.

/** Whether a byte order mark is kept as the first character. */
export interface DecoderOptions {
  readonly keepsMark?: boolean;
}

const MARK = "\ufeff";
const LINE_FEED = 10;

/**
 * The encoding of a text that begins with these bytes. Without a byte order mark, UTF-16 is recognised
 * by a byte that is 0: half of a Latin letter, a digit or a quote. Texts in UTF-8 do not have such a byte.
 */
function encodingOf(one: number, two: number): "utf-16le" | "utf-16be" | "utf-8" {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return "utf-16le";
  if ((one === 0xfe && two === 0xff) || (one === 0 && two !== 0)) return "utf-16be";
  return "utf-8";
}

/** Decodes a text that arrives in pieces: UTF-16 if its first bytes are those of UTF-16, and otherwise UTF-8. */
export class Decoder {
  /**
   * Whether lines were no UTF-8, and were read as windows-1252, the encoding of Excel and of old programs in the
   * languages of Western Europe.
   */
  hasWindows1252 = false;
  /** The bytes that are not decoded yet: of a text of one byte, and of a character that is not complete. */
  #rest = new Uint8Array();
  #decode: ((bytes: Uint8Array, isLast: boolean) => string) | undefined;
  /** Whether a byte order mark may follow, which is left out. */
  #skipsMark: boolean;

  constructor({ keepsMark = false }: DecoderOptions = {}) {
    this.#skipsMark = !keepsMark;
  }

  /** The characters that are complete with the next bytes. */
  decode(bytes: Uint8Array): string {
    return this.#next(bytes, false);
  }

  /** The remaining characters, after the last bytes. */
  end(): string {
    return this.#next(new Uint8Array(), true);
  }

  #next(more: Uint8Array, isLast: boolean): string {
    const bytes = new Uint8Array(this.#rest.length + more.length);
    bytes.set(this.#rest);
    bytes.set(more, this.#rest.length);
    this.#rest = new Uint8Array();
    const [one, two] = bytes;
    if (this.#decode === undefined && two === undefined && !isLast) {
      this.#rest = bytes;
      return "";
    }
    this.#decode ??= this.#decoderOf(encodingOf(one ?? 1, two ?? 1));
    const text = this.#decode(bytes, isLast);
    const skips = this.#skipsMark && text.startsWith(MARK);
    this.#skipsMark &&= text === "";
    return skips ? text.slice(MARK.length) : text;
  }

  #decoderOf(encoding: ReturnType<typeof encodingOf>): (bytes: Uint8Array, isLast: boolean) => string {
    if (encoding === "utf-8") return (bytes, isLast) => this.#utf8(bytes, isLast);
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
  }

  #utf8(bytes: Uint8Array, isLast: boolean): string {
    const end = isLast ? bytes.length : bytes.length - openLength(bytes);
    this.#rest = bytes.slice(end);
    const text = utf8(bytes.subarray(0, end));
    return text ?? this.#lines(bytes.subarray(0, end));
  }

  /** Decodes line by line, so that one damaged line does not change how the others are read. */
  #lines(bytes: Uint8Array): string {
    let text = "";
    for (let at = 0; at < bytes.length;) {
      const line = bytes.subarray(at, bytes.indexOf(LINE_FEED, at) + 1 || bytes.length);
      at += line.length;
      const decoded = utf8(line);
      this.hasWindows1252 ||= decoded === undefined;
      text += decoded ?? windows1252(line);
    }
    return text;
  }
}

/** The text of bytes in UTF-8; `undefined` if they are no UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The characters of windows-1252 from 0x80 on that Latin-1 does not have. TextDecoder in Node 20 does not know them. */
const FROM_80 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

const windows1252 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => FROM_80[byte - 0x80] ?? String.fromCharCode(byte)).join("");

/** How many bytes at the end are the beginning of a character of UTF-8. */
function openLength(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count++) {
    const byte = bytes.at(-count) ?? 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (length > count) return count;
    if (byte < 0x80 || byte >= 0xc0) return 0;
  }
  return 0;
}
