// Reads and writes the IDs of one format.
//
// The core works on one loaded value. Each call loads an ID in any form (number, bigint, text, bytes), then decodes it,
// compares it, or writes it in another form.

import { core } from "./core.js";
import type { Description } from "./description.js";
import { DEFAULT_STYLE, styleNumber } from "./encodings.js";
import { FlakeError } from "./errors.js";
import { FIELDS, MAX_FIELDS, TEXT_LENGTH } from "./generated/contract.js";
import { floorToMs, toWholeMs } from "./instant.js";
import {
  newRecord,
  numbers,
  readBytes,
  readText,
  words32,
  writeBytes,
  writeCodePoints,
  writeRecord,
  writeText,
} from "./memory.js";
import { numberOrThrow, refusal, throwIfRefused } from "./refusals.js";
import { recognizer } from "./texts.js";
import {
  collect,
  invalid,
  isBytes,
  isWholeNumber,
  type Options,
  quoted,
  readOptions,
  refuseUnsafe,
  typedArrayLength,
} from "./values.js";

/** An ID in the type of its format. */
export type Id = number | bigint | string;

const MAX_64_BITS = 2n ** 64n - 1n;

export class Codec {
  readonly _description: Description;
  /** The core's number of the format. */
  readonly _format: number;
  readonly #type: "number" | "bigint" | "string";
  readonly #fieldNames: readonly string[];
  #recognize: ((text: string) => boolean) | undefined;
  #textWidth: number | undefined;

  constructor(description: Description) {
    this._description = description;
    this._format = description._format;
    this.#type = description._public.native;
    this.#fieldNames = description._fieldNames;
  }

  _decode(id: unknown, options: Options | undefined): Options {
    this.#loadOrThrow(id, styleNumber(options));
    throwIfRefused(core().decode(this._format));
    const timestamp = numbers()[FIELDS.timestamp] as number;
    const fields: Options = { timestamp, date: new Date(timestamp) };
    const names = this.#fieldNames;
    const words = words32();
    const { length } = names;
    // Each field is 64 bits of the value buffer, of which the low word is the number.
    // Unrolled so that each store gets its own inline cache.
    if (length > 0) fields[names[0] as string] = words[0];
    if (length > 1) fields[names[1] as string] = words[2];
    if (length > 2) fields[names[2] as string] = words[4];
    if (length > 3) fields[names[3] as string] = words[6];
    for (let i = 4; i < length; i++) fields[names[i] as string] = words[2 * i];
    return fields;
  }

  _encode(given: Options): Id {
    const names = ["timestamp", "date", ...this.#fieldNames];
    const fields = readOptions(`${this._description._public.name}.encode()`, given, names, "INVALID_FIELD");
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
    throwIfRefused(core().encode(this._format));
    return this.#loaded();
  }

  _isValid(id: unknown, options: Options | undefined): boolean {
    if (options !== undefined || typeof id !== "string") return this.#load(id, styleNumber(options));
    this.#recognize ??= recognizer(this._description, (text) => this.#load(text, DEFAULT_STYLE));
    return this.#recognize(id);
  }

  _compare(a: unknown, b: unknown): number {
    this.#loadOrThrow(a, DEFAULT_STYLE);
    this.#loadOrThrow(b, DEFAULT_STYLE);
    return core().compare_values();
  }

  _sort<T>(ids: Iterable<T>, compare: (a: unknown, b: unknown) => number): T[] {
    // Each ID is checked here, because `sort` passes neither a single item nor `undefined` to `compare`.
    const check = (id: unknown): T => {
      this.#loadOrThrow(id, DEFAULT_STYLE);
      return id as T;
    };
    return collect("ids", ids, check, "INVALID_ID").sort(compare);
  }

  _range(from: unknown, to: unknown): { min: Id; max: Id } {
    const first = floorToMs("from", from, "INVALID_TIME");
    const last = floorToMs("to", to, "INVALID_TIME");
    throwIfRefused(core().range(this._format, first, last, 0));
    const min = this.#loaded();
    throwIfRefused(core().range(this._format, first, last, 1));
    return { min, max: this.#loaded() };
  }

  _toText(id: unknown, options: Options | undefined): string {
    const style = styleNumber(options);
    this.#loadOrThrow(id, DEFAULT_STYLE);
    return readText(numberOrThrow(core().write_text(this._format, style)));
  }

  _fromText(text: unknown, options: Options | undefined): Id {
    const style = styleNumber(options);
    this.#loadOrThrow(requiredIdText(text), style);
    return this.#loaded();
  }

  _toBytes(id: unknown): Uint8Array {
    this.#loadOrThrow(id, DEFAULT_STYLE);
    return readBytes(core().write_bytes(this._format));
  }

  _fromBytes(bytes: unknown): Id {
    if (!isBytes(bytes)) {
      throw invalid("INVALID_ID", "bytes", bytes, `a Uint8Array of ${this._description._byteWidth}`);
    }
    this.#loadOrThrow(bytes, DEFAULT_STYLE);
    return this.#loaded();
  }

  /** The ID with other metadata. */
  _withMetadata(id: unknown, metadata: unknown): Id {
    const number = this._description._readMetadata(metadata);
    this.#loadOrThrow(id, DEFAULT_STYLE);
    throwIfRefused(core().set_metadata(this._format, number));
    return this.#loaded();
  }

  /** The metadata of an ID's text. Reads only the characters that contain it. */
  _metadataFromText(text: unknown): number {
    const metadata = core().metadata_from_text(this._format, writeText(requiredIdText(text)));
    if (metadata < 0) this.#reject(text, DEFAULT_STYLE);
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
        return this.#type !== "string" && isWholeNumber(id) && core().load_number(this._format, id) === 1;
      case "bigint":
        return this.#type !== "string" && id >= 0n && id <= MAX_64_BITS && core().load_bigint(this._format, id) === 1;
      case "string":
        return id.length <= TEXT_LENGTH && core().load_text(this._format, writeText(id), style) === 1;
      default:
        return isBytes(id) && core().load_bytes(this._format, writeBytes(id, typedArrayLength(id))) === 1;
    }
  }

  #loadOrThrow(id: unknown, style: number): void {
    if (!this.#load(id, style)) this.#reject(id, style);
  }

  /** Throws the error that says why a value is no ID of this format. */
  #reject(id: unknown, style: number): never {
    if (typeof id === "string") {
      // The first characters are enough to find the reason.
      core().reject_text(this._format, writeCodePoints(id.slice(0, TEXT_LENGTH)), id.length, style);
    } else {
      if (this.#type === "bigint") refuseUnsafe(id);
      core().reject_id(this._format, writeCodePoints(quoted(id)));
    }
    throw refusal();
  }
}

function requiredIdText(text: unknown): string {
  if (typeof text === "string") return text;
  refuseUnsafe(text);
  throw invalid("INVALID_ID", "text", text, "the text of an ID");
}
