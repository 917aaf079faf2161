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
  asBigint,
  collect,
  invalid,
  isBytes,
  isWholeNumber,
  optionalFlag,
  type Options,
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
  readonly #fieldNames: readonly string[];
  #recognize: ((text: string) => boolean) | undefined;
  #textWidth: number | undefined;

  constructor(description: Description) {
    this._description = description;
    this._format = description._format;
    this.#type = description._public.native;
    this.#fieldNames = description._fieldNames;
  }

  _decode(id: unknown, options: unknown): Options {
    const timestamp = this._timestamp(id, options);
    const fields: Options = { timestamp, date: undefined };
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
    // Last, because a user's replacement of `Date` may decode an ID, which overwrites the value buffer.
    fields.date = new Date(timestamp);
    return fields;
  }

  /** The Unix ms of an ID. Afterwards its fields are in the value buffer. */
  _timestamp(id: unknown, options: unknown): number {
    this.#loadOrThrow(id, styleNumber(options));
    throwIfRefused(core().decode(this._format));
    return numbers()[FIELDS.timestamp] as number;
  }

  _encode(given: unknown, givenOptions: unknown): Id {
    const { name } = this._description._public;
    // `rows.map(format.encode)` passes the index of each row here.
    const options = typeof givenOptions === "number" ? undefined : givenOptions;
    const { partial } = readOptions(`${name}.encode()`, options, ["partial"]);
    const isPartial = optionalFlag("partial", partial);
    const names = ["timestamp", "date", ...this.#fieldNames];
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
      this.#loadOrThrow(id, DEFAULT_STYLE);
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
  _first(time: unknown): Id {
    throwIfRefused(core().range(this._format, floorToMs("time", time, "INVALID_TIME"), OPEN, 0, 0, 0));
    return this.#loaded();
  }

  _toText(id: unknown, options: unknown): string {
    const style = styleNumber(options);
    this.#loadOrThrow(id, DEFAULT_STYLE);
    return readText(numberOrThrow(core().write_text(this._format, style)));
  }

  _fromText(text: unknown, options: unknown): Id {
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
        return this.#type !== "string" && isWholeNumber(id) && core().load_number(this._format, id) === 1;
      case "bigint":
        return this.#type !== "string" && id >= 0n && id <= MAX_64_BITS && core().load_bigint(this._format, id) === 1;
      case "string":
        return id.length <= TEXT_LENGTH && core().load_text(this._format, writeText(id), style) === 1;
      default:
        return isBytes(id) && core().load_bytes(this._format, writeBytes(id, typedArrayLength(id))) === 1;
    }
  }

  #loadOrThrow(given: unknown, style: number): void {
    this.#loadRead(typeof given === "object" ? asBigint(given) : given, style);
  }

  /** The same for an ID whose `toBigInt`, if it had one, was called. */
  #loadRead(id: unknown, style: number): void {
    if (!this.#load(id, style)) this._reject(id, style);
  }

  /** Throws the error that says why a value is no ID of this format. */
  _reject(id: unknown, style: number): never {
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
