// Reads and writes the IDs of one format.
//
// The core works on one loaded value. Each call loads an ID in any form (number, bigint, text, bytes), then decodes it,
// compares it, or writes it in another form.

import { core } from "./core.js";
import type { Description } from "./description.js";
import { DECIMAL_STYLE, DEFAULT_STYLE, styleNumber } from "./encodings.js";
import { FlakeError } from "./errors.js";
import { type DecodedFields, FieldReader } from "./fields.js";
import { FIELDS, MAX_FIELDS, TEXT_LENGTH } from "./generated/contract.js";
import { floorToMs, toWholeMs } from "./instant.js";
import {
  newRecord,
  readBytes,
  readText,
  Word,
  words32,
  words64,
  writeBytes,
  writeCodePoints,
  writeRecord,
  writeText,
} from "./memory.js";
import { numberOrThrow, refusal, throwIfRefused } from "./refusals.js";
import { recognizer, TextReader } from "./texts.js";
import {
  asBigint,
  collect,
  invalid,
  isBytes,
  isWholeNumber,
  optionalFlag,
  quoted,
  readOptions,
  refuseUnsafe,
  typedArrayLength,
} from "./values.js";

/** An ID in the type of its format. */
export type Id = number | bigint | string;

const MAX_64_BITS = 2n ** 64n - 1n;

/** Stands for an open end of a range where the core reads Unix ms. */
const OPEN = Number.NaN;

/** The Unix ms of an end of a range, or `OPEN` for `null`. */
function openOrMs(name: string, instant: unknown): number {
  if (instant === null) return OPEN;
  if (instant === undefined) throw invalid("INVALID_TIME", name, instant, "an instant, or null for an open end");
  return floorToMs(name, instant, "INVALID_TIME");
}

export class Codec {
  readonly _description: Description;
  /** The core's number of the format. */
  readonly _format: number;
  readonly #type: "number" | "bigint" | "string";
  readonly #hasEpoch: boolean;
  readonly _fields: FieldReader;
  /** Whether IDs are integers. */
  readonly _isInteger: boolean;
  /** The largest ID that a number can be; -1 if IDs are no integers. */
  readonly #largestNumber: number;
  #textReader: TextReader | undefined;
  #recognize: ((text: string) => boolean) | undefined;
  #textWidth: number | undefined;

  constructor(description: Description) {
    this._description = description;
    this._format = description._format;
    const { bits, epoch, native } = description._public;
    this.#type = native;
    this.#hasEpoch = epoch !== null;
    this._fields = new FieldReader(description);
    this._isInteger = native !== "string";
    this.#largestNumber = this._isInteger ? 2 ** Math.min(bits, 53) - 1 : -1;
  }

  _decode(id: unknown, options: unknown): DecodedFields {
    return this._fields._decode(this._value(id, styleNumber(options)));
  }

  /** The Unix ms of an ID. */
  _timestamp(id: unknown, options: unknown): number {
    return this._fields._timestamp(this._value(id, styleNumber(options)));
  }

  /** Writes the value of an ID to the value buffer, to be taken apart, and returns the buffer. */
  _value(id: unknown, style: number): Uint32Array {
    const words = words32();
    if (style === DEFAULT_STYLE && this.#hasEpoch && this.#write(id, words)) return words;
    this._load(id, style);
    throwIfRefused(core().write_value(this._format));
    return words32();
  }

  /**
   * Writes the value of an ID to the value buffer without the core, if it certainly is one: an integer or a canonical text.
   */
  #write(id: unknown, words: Uint32Array): boolean {
    switch (typeof id) {
      case "number":
        words[0] = id;
        words[1] = id / Word.values;
        words[2] = 0;
        return id <= this.#largestNumber && (words[1] as number) * Word.values + (words[0] as number) === id;
      case "bigint": {
        const low = BigInt.asUintN(64, id);
        words64()[0] = low;
        words[2] = 0;
        return low === id && this._isInteger && this._fields._fits(words);
      }
      case "string":
        this.#textReader ??= new TextReader(this._description);
        return this.#textReader._read(id, words) && this._fields._fits(words);
      default:
        return false;
    }
  }

  _encode(given: unknown, givenOptions: unknown): Id {
    const { name } = this._description._public;
    const { partial } = readOptions(`${name}.encode()`, withoutIndex(givenOptions), ["partial"]);
    const isPartial = optionalFlag("partial", partial);
    const names = ["timestamp", "date", ...this._description._fieldNames];
    const fields = readOptions(`${name}.encode()`, given, names, "INVALID_FIELD");
    const givenTimes = ["timestamp", "date"].filter((time) => fields[time] !== undefined);
    const [time, other] = givenTimes.map((time) => toWholeMs(time, fields[time], "INVALID_TIME"));
    if (time === undefined) throw new FlakeError("INVALID_FIELD", "timestamp is missing; give it, or date");
    if (other !== undefined && other !== time) {
      throw new FlakeError("INVALID_FIELD", `timestamp, ${time} ms, and date, ${other} ms, differ; give one of them`);
    }
    const record = newRecord(FIELDS.length);
    record[FIELDS.timestamp] = time;
    record.splice(FIELDS.numbers, MAX_FIELDS, ...this._description._readFields(fields));
    writeRecord(record);
    throwIfRefused(core().encode(this._format, isPartial));
    return this.#loaded();
  }

  _isValid(id: unknown, options: unknown): boolean {
    const hasOptions = options !== undefined && typeof options !== "number";
    if (typeof id !== "string" || hasOptions) return this.#isValid(id, styleNumber(options));
    this.#recognize ??= recognizer(this._description, (text) => this.#load(text, DEFAULT_STYLE));
    return this.#recognize(id);
  }

  #isValid(id: unknown, style: number): boolean {
    try {
      return this.#load(asBigint(id), style);
    } catch (error) {
      // Its `toBigInt` can't be called.
      if (error instanceof FlakeError) return false;
      throw error;
    }
  }

  _compare(a: unknown, b: unknown): number {
    // Read first: code of the user must not run between the two loads.
    const [first, second] = [asBigint(a), asBigint(b)];
    this.#loadRead(first, DEFAULT_STYLE);
    this.#loadRead(second, DEFAULT_STYLE);
    return core().compare_values();
  }

  _sort<T>(ids: Iterable<T>): T[] {
    // Each ID is checked here, because `sort` compares neither a single item nor `undefined`.
    const check = (id: unknown): T => {
      this._load(id, DEFAULT_STYLE);
      return id as T;
    };
    return collect("ids", ids, check, "INVALID_ID").sort((a, b) => this._compare(a, b));
  }

  _range(from: unknown, to: unknown, given: unknown): { min: Id; max: Id } | { min: Id; end: Id | null } {
    const options = readOptions(`${this._description._public.name}.range()`, given, ["halfOpen", "clamp"]);
    const isHalfOpen = optionalFlag("halfOpen", options.halfOpen);
    const clamps = optionalFlag("clamp", options.clamp);
    const first = openOrMs("from", from);
    const last = openOrMs("to", to);
    const load = (upper: 0 | 1): number => {
      const answer = core().range(this._format, first, last, isHalfOpen, clamps, upper);
      throwIfRefused(answer);
      return answer;
    };
    load(0);
    const min = this.#loaded();
    const hasUpper = load(1) === 1;
    if (isHalfOpen === 0) return { min, max: this.#loaded() };
    return { min, end: hasUpper ? this.#loaded() : null };
  }

  /** The smallest ID of the tick of an instant. */
  _first(time: unknown, givenOptions: unknown): Id {
    const { epoch, name, unit } = this._description._public;
    const { clamp } = readOptions(`${name}.first()`, withoutIndex(givenOptions), ["clamp"]);
    let ms = floorToMs("time", time, "INVALID_TIME");
    if (optionalFlag("clamp", clamp) === 1 && epoch !== null) {
      ms = Math.min(Math.max(ms, epoch), epoch + 2 ** this._description._time.bits * unit - 1);
    }
    throwIfRefused(core().range(this._format, ms, OPEN, 0, 0, 0));
    return this.#loaded();
  }

  _toText(id: unknown, options: unknown): string {
    const style = styleNumber(options);
    this._load(id, DEFAULT_STYLE);
    return readText(numberOrThrow(core().write_text(this._format, style)));
  }

  _fromText(text: unknown, options: unknown): Id {
    const style = styleNumber(options);
    this._load(requiredIdText(text), style);
    return this.#loaded();
  }

  _toBytes(id: unknown): Uint8Array {
    this._load(id, DEFAULT_STYLE);
    return readBytes(core().write_bytes(this._format));
  }

  _fromBytes(bytes: unknown): Id {
    if (!isBytes(bytes)) {
      throw invalid("INVALID_ID", "bytes", bytes, `a Uint8Array of ${this._description._byteWidth}`);
    }
    this._load(bytes, DEFAULT_STYLE);
    return this.#loaded();
  }

  /** The ID with other metadata. */
  _withMetadata(id: unknown, metadata: unknown): Id {
    const number = this._description._readMetadata(metadata);
    this._load(id, DEFAULT_STYLE);
    throwIfRefused(core().set_metadata(this._format, number));
    return this.#loaded();
  }

  /** The metadata of an ID's text. Reads only the characters that contain it. */
  _metadataFromText(text: unknown): number {
    const metadata = core().metadata_from_text(this._format, writeText(requiredIdText(text)));
    if (metadata < 0) this._reject(text, DEFAULT_STYLE);
    return metadata;
  }

  /** The smallest ID. */
  get _zero(): Id {
    const { _byteWidth } = this._description;
    core().load_bytes(this._format, writeBytes(new Uint8Array(_byteWidth), _byteWidth));
    return this.#loaded();
  }

  /** The number of characters of an ID, for formats whose texts all have the same length. */
  get _textWidth(): number {
    this.#textWidth ??= String(this._zero).length;
    return this.#textWidth;
  }

  /** The text of the loaded ID. */
  _loadedText(): string {
    return readText(numberOrThrow(core().write_text(this._format, DEFAULT_STYLE)));
  }

  /** The loaded ID in the type of the format. */
  #loaded(): Id {
    switch (this.#type) {
      case "number":
        return core().value_as_number();
      case "bigint":
        return BigInt.asUintN(64, core().value_as_bigint());
      case "string":
        return this._loadedText();
    }
  }

  /** Loads an ID into the core. Returns whether it is an ID of this format. */
  #load(id: unknown, style: number): boolean {
    switch (typeof id) {
      case "number":
        return this._isInteger && isWholeNumber(id) && core().load_number(this._format, id) === 1;
      case "bigint":
        return this._isInteger && id >= 0n && id <= MAX_64_BITS && core().load_bigint(this._format, id) === 1;
      case "string":
        return id.length <= TEXT_LENGTH && core().load_text(this._format, writeText(id), style) === 1;
      default:
        return isBytes(id) && core().load_bytes(this._format, writeBytes(id, typedArrayLength(id))) === 1;
    }
  }

  /** Loads an ID into the core. */
  _load(given: unknown, style: number): void {
    this.#loadRead(typeof given === "object" ? asBigint(given) : given, style);
  }

  /** The same for an ID whose `toBigInt`, if it had one, was called. */
  #loadRead(id: unknown, style: number): void {
    if (!this.#load(id, style)) this._reject(id, style);
  }

  /** Throws the error that says why a value is no ID of this format. */
  _reject(id: unknown, style: number): never {
    // Drivers of databases return the decimal digits of integers.
    const isDecimal = style === DEFAULT_STYLE && this._isInteger && this.#load(id, DECIMAL_STYLE);
    if (typeof id === "string") {
      // The first characters are enough to find the reason.
      core().reject_text(this._format, writeCodePoints(id.slice(0, TEXT_LENGTH)), id.length, style);
    } else {
      if (this.#type === "bigint") refuseUnsafe(id);
      core().reject_id(this._format, writeCodePoints(quoted(id)));
    }
    throw refusal(isDecimal ? '; with as: "decimal" it is an ID' : "");
  }
}

/** Options, unless they are the index that `rows.map(format.encode)` passes for each row. */
function withoutIndex(options: unknown): unknown {
  return typeof options === "number" ? undefined : options;
}

function requiredIdText(text: unknown): string {
  if (typeof text === "string") return text;
  refuseUnsafe(text);
  throw invalid("INVALID_ID", "text", text, "the text of an ID");
}
