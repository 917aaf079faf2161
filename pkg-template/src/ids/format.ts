// The class of formats: its members read, check and write IDs, without the core.

import type * as api from "../../types/index.js";
import { chosenEncoding, makeStyle, readChoice, type Style, type TextForm } from "./encodings.js";
import {
  bigintOf,
  FlakeError,
  INSPECT,
  instantToMs,
  invalid,
  isBytes,
  iso,
  isWholeNumber,
  Logged,
  optionalFlag,
  type Options,
  quoted,
  readOptions,
  unsafe,
  WHOLE,
  wholeFrom,
  writtenToMs,
} from "../values/index.js";
import { Trait } from "../generated/encodings.js";
import {
  DecodedFields,
  describeFields,
  type Field,
  type FieldExtras,
  type FieldRow,
  inRange,
  missing,
  placeFields,
  readNumber,
} from "./fields.js";
import { BRAND_KEY } from "./brand.js";
import { type IdSchema, type StandardSchema, standardSchema, textSchema } from "./standard.js";
import { readText, refuseText, writeText } from "./texts.js";
import { type NoEpoch, requireEpoch, tickAt, Ticks, type Time, timeOf } from "./time.js";
import { flip, highPart, lowBits, numberAt, setBigint, setValue, words, Word } from "./value.js";

/** An ID in the type of its format. */
export type Id = number | bigint | string;

declare const VERSION: string;

/** A format as plain data: a row of the table of built-in formats, or a definition that was checked. */
export interface Descriptor {
  /** The name of the row or of the definition. Stores and databases keep it, so `withOptions` does not change it. */
  readonly _name: string;
  /** The name that `withOptions` has given. */
  readonly _ownName?: string | undefined;
  /** The changes of `withOptions`: the epoch, and widths by the names of their options. */
  readonly _changes?: Readonly<Record<string, number>> | undefined;
  /** What messages call the format because of these changes. */
  readonly _called?: (() => string | undefined) | undefined;
  readonly _bits: number;
  /** ms per tick, a multiple of 0.001. Default: 1. */
  readonly _unit?: number;
  /** How many ticks the low bits of the time count before its high bits count one more, if the time is in two fields. */
  readonly _per?: number | undefined;
  /** Unix ms of tick 0; `null` if every application chooses its own. */
  readonly _epoch: number | null;
  /** Default: bigint. */
  readonly _native?: "number" | "bigint" | "string";
  /** The encoding. Default: decimal. */
  readonly _text?: api.Encoding | api.ImportedEncoding;
  readonly _fields: readonly FieldRow[];
  /** The names and limits of the options by which `withOptions` changes widths: one option for each of the first fields. */
  readonly _widths?: readonly (readonly [name: string, smallest: number, largest: number])[];
  /** The Unix ms beyond which the time must reach, whatever epoch is chosen. */
  readonly _reach?: number;
  /** Whether snapshots have the form of sno's specification. */
  readonly _hasSnoSnapshots?: boolean;
  /** Whether the function `next` of the package makes its IDs, by a generator without options. */
  readonly _hasDefault?: boolean;
  /** The policies of generators, in the order of `POLICIES`; NaN, or absent, where the format names none. */
  readonly _policies?: readonly number[];
  /** Whether a wait for a clock that stalls becomes an error, and not a lead. */
  readonly _waitsInStalls?: boolean;
  /** Whether the core chooses a node for a generator whose options give none. */
  readonly _choosesNode?: boolean;
  /** The smallest count of sequence numbers of a generator. Default: 1. */
  readonly _leastNumbers?: number;
}

/** Functions that few formats need. These formats import them, so that the bundles of other formats do not contain them. */
export interface Extras extends FieldExtras {
  /** The forms of texts that are not just digits, by the names of their encodings. */
  readonly _forms?: Readonly<Record<string, TextForm>>;
  /** A hint that follows the message about a refused text. */
  readonly _hint?: (format: Format, text: string) => string;
  readonly _noEpoch?: NoEpoch;
  /** Makes the class of generators from the class that all generators have in common, if IDs are no bigints. */
  readonly _generators?: (Base: never) => unknown;
  /** The value as an ID, if IDs are no bigints. */
  readonly _toNative?: (format: Format) => Id;
  /** The JSON Schema of IDs as they are in JSON, if they are not only texts. */
  readonly _schema?: (style: Style, format: Format) => IdSchema;
  /** Refuses an instant that is later than the time of the value. For formats whose ticks are longer than a ms. */
  readonly _checkBegin?: (format: Format, ms: number) => void;
  /** Refuses to make IDs. For formats whose IDs are only read. */
  readonly _refuseMaking?: (format: Format) => never;
  /** The tick of the value. For formats whose ticks are no whole number of ms. */
  readonly _ticksOf?: (format: Format) => number;
  /** The first and the last ID of a span of integers. For formats of which not all integers are IDs. */
  readonly _within?: (format: Format, min: bigint, max: bigint) => readonly [min: bigint, max: bigint];
  /** Refuses half-open ranges if IDs do not sort by time. */
  readonly _checkHalfOpen?: (format: Format) => void;
}

/**
 * Methods are arrow functions, so that they can be passed on, as in `ids.map(format.decode)`. Members that are set later are
 * private, so that a frozen format works.
 */
export class Format extends Logged implements api.FormatDescription {
  readonly _descriptor: Descriptor;
  readonly _extras: Extras;
  readonly _byteWidth: number;
  /** The largest value: the bits above the low 32 as a number, and the low 32 bits. */
  readonly _largestHigh: number;
  readonly _largestLow: number;
  readonly #type: "number" | "bigint" | "string";
  readonly #styles: Record<string, Style> = {};
  #ownStyle: Style | undefined;
  #placed: readonly [fields: readonly Field[], time: Time] | undefined;
  #schema: StandardSchema | undefined;

  constructor(descriptor: Descriptor, extras: Extras = {}) {
    const { _bits, _name, _native = "bigint", _ownName = _name } = descriptor;
    super(_ownName);
    // The descriptor has no prototype, so that a property of `Object.prototype` never stands for a member that a format
    // lacks.
    this._descriptor = Object.setPrototypeOf(descriptor, null) as Descriptor;
    this._extras = Object.setPrototypeOf(extras, null) as Extras;
    this._byteWidth = Math.ceil(_bits / 8);
    this._largestHigh = 2 ** Math.max(_bits - 32, 0) - 1;
    this._largestLow = 2 ** Math.min(_bits, 32) - 1;
    this.#type = _native;
  }

  /** Places the fields. Called at the first use, so that an import of all formats takes 0.7 ms less. */
  private _places(): readonly [fields: readonly Field[], time: Time] {
    const { _descriptor, _extras } = this;
    const { _epoch, _fields, _unit = 1 } = _descriptor;
    const fields = (_extras._placeFields ?? placeFields)(_fields, this.bits);
    const time = fields.find(({ _kind }) => _kind === "time") as Field;
    return (this.#placed = [
      fields.filter(({ _kind }) => _kind !== "time"),
      timeOf(this, _epoch, _unit, time, _extras._noEpoch),
    ]);
  }

  /** The fields and parts that have a number: all but the time. */
  get _fields(): readonly Field[] {
    return (this.#placed ?? this._places())[0];
  }

  get _time(): Time {
    return (this.#placed ?? this._places())[1];
  }

  /** Adds this format to those that functions accept, unless it is a copy or a proxy. Returns the version. */
  [BRAND_KEY](formats: WeakSet<object>): string {
    if (#type in this) formats.add(this);
    return VERSION;
  }

  get name(): string {
    return this._descriptor._ownName ?? this._descriptor._name;
  }

  /** What messages call the format: two formats of one name can differ. */
  get _called(): string {
    return this._descriptor._called?.() ?? this.name;
  }

  get bits(): number {
    return this._descriptor._bits;
  }

  get unit(): number {
    return this._time._unit;
  }

  get epoch(): number | null {
    return this._descriptor._epoch;
  }

  get native(): "number" | "bigint" | "string" {
    return this.#type;
  }

  get text(): api.FormatDescription["text"] {
    const text = this._text;
    return typeof text === "string" ? text : text.name;
  }

  private get _text(): api.Encoding | api.ImportedEncoding {
    return this._descriptor._text ?? "decimal";
  }

  get fields(): readonly api.FieldDescription[] {
    return (this._extras._describeFields ?? describeFields)(this._descriptor._fields);
  }

  /** The style of the format's own texts. */
  get _ownStyle(): Style {
    return (this.#ownStyle ??= this._style());
  }

  _style(as: unknown = this._text, isPadded = false, isShort = false): Style {
    const encoding = chosenEncoding(as, "as");
    const [name] = encoding;
    const key = `${name}${isPadded}${isShort}`;
    return (this.#styles[key] ??= makeStyle(encoding, this.bits, isPadded, isShort, this._extras._forms?.[name]));
  }

  /** The style that options ask for. A number is the index that `ids.map(format.decode)` passes. */
  _styleOf(options: unknown): Style {
    return options === undefined || typeof options === "number" ? this._ownStyle : this._style(...readChoice(options));
  }

  /** Whether the value is at most the largest value, whose bits are all ones. */
  _fits(): boolean {
    return (words[0] as number) <= this._largestLow && highPart() <= this._largestHigh;
  }

  /** Reads an ID into the value; the caller has called its `toBigInt`. Returns whether it is an ID of this format. */
  _tryLoad(id: unknown, style: Style): boolean {
    switch (typeof id) {
      case "string":
        return readText(id, style) && this._fits();
      case "bigint":
        return setBigint(id) && this.#type !== "string" && this._fits();
      case "number":
        setValue(id / Word.values, id);
        return isWholeNumber(id) && this.#type !== "string" && this._fits();
      default:
        return isBytes(id, this._byteWidth) && this._loadBytes(id);
    }
  }

  private _loadBytes(bytes: Uint8Array): boolean {
    setValue(0, 0);
    for (let i = this._byteWidth, at = 0; i-- > 0; at += 8) {
      words[at >> 5] = (words[at >> 5] as number) | ((bytes[i] as number) << (at & 31));
    }
    return this._fits();
  }

  /**
   * As `_tryLoad`, but throws if it is no ID of this format. Returns the value, because each copy of the package has its
   * own value.
   */
  _load(id: unknown, style = this._ownStyle): Uint32Array {
    if (this._tryLoad(id, style)) return words;
    throw this._refusal(id, style);
  }

  /** The error that says why a value is no ID of this format. */
  _refusal(id: unknown, style: Style): FlakeError {
    if (typeof id === "string") {
      const hint = style === this._ownStyle ? this._extras._hint?.(this, id) : "";
      return refuseText(id, style, this.bits, hint);
    }
    const largest = 2n ** BigInt(this.bits) - 1n;
    const range = this.#type === "string" ? "" : `${wholeFrom(0, largest)} (${this.bits} bits), `;
    const expected = `${range}its ${this.text} text or its ${this._byteWidth} bytes`;
    const lost = this.#type === "bigint" ? unsafe(id) : undefined;
    return lost ?? new FlakeError("INVALID_ID", `${quoted(id)} is no ID of ${this._called}: it must be ${expected}`);
  }

  /** The value in the type of the format. */
  _loaded(): Id {
    return this._extras._toNative?.(this) ?? lowBits();
  }

  /** The time of the value. */
  _loadedTime(): number {
    const time = this._time;
    requireEpoch(time);
    // In this order, each step is exact.
    return time._epoch + numberAt(time._high) * Ticks.low * time._unit + numberAt(time._low) * time._unit;
  }

  /** Reads an ID into the value, and returns its time. */
  private _timeOf(id: unknown, options: unknown): number {
    const style = this._styleOf(options);
    this._load(bigintOf(id), style);
    return this._loadedTime();
  }

  readonly timestamp = (id: unknown, options?: unknown): number => this._timeOf(id, options);

  readonly date = (id: unknown, options?: unknown): Date => new Date(this._timeOf(id, options));

  readonly decode = (id: unknown, options?: unknown): DecodedFields => {
    const decoded = new DecodedFields(this._timeOf(id, options));
    const fields = this._fields;
    const { length } = fields;
    // Unrolled so that each store gets its own inline cache.
    if (length > 0) decoded[(fields[0] as Field)._name] = numberAt(fields[0] as Field);
    if (length > 1) decoded[(fields[1] as Field)._name] = numberAt(fields[1] as Field);
    if (length > 2) decoded[(fields[2] as Field)._name] = numberAt(fields[2] as Field);
    if (length > 3) decoded[(fields[3] as Field)._name] = numberAt(fields[3] as Field);
    for (let i = 4; i < length; i++) decoded[(fields[i] as Field)._name] = numberAt(fields[i] as Field);
    return decoded;
  };

  readonly isValid = (given: unknown, options?: unknown): boolean => {
    const style = this._styleOf(options);
    try {
      return this._tryLoad(bigintOf(given), style);
    } catch (error) {
      // Its `toBigInt` threw, or returned no bigint.
      if (error instanceof FlakeError) return false;
      throw error;
    }
  };

  readonly compare = (a: unknown, b: unknown): number => {
    // Both IDs are converted first, because no code of the user may run between the two loads.
    const first = bigintOf(a);
    const second = bigintOf(b);
    this._load(first);
    const high = highPart();
    const low = words[0] as number;
    this._load(second);
    return Math.sign(high - highPart() || low - (words[0] as number));
  };

  readonly toText = (id: unknown, options?: unknown): string => {
    const style = this._styleOf(options);
    const value = bigintOf(id);
    this._load(value);
    // If the encoding does not accept the other case, a text that was read is canonical, so it is returned as it is.
    const isExact = style === this._ownStyle && style._encoding[3] < Trait.eitherCase;
    return isExact && typeof value === "string" ? value : writeText(style);
  };

  readonly fromText = (text: unknown, options?: unknown): Id => {
    const style = this._styleOf(options);
    this._load(requiredIdText(text), style);
    return this._loaded();
  };

  readonly toBytes = (id: unknown): Uint8Array => {
    this._load(bigintOf(id));
    const bytes = new Uint8Array(this._byteWidth);
    for (let i = this._byteWidth, at = 0; i-- > 0; at += 8) bytes[i] = (words[at >> 5] as number) >>> (at & 31);
    return bytes;
  };

  readonly fromBytes = (bytes: unknown): Id => {
    if (!isBytes(bytes)) throw invalid("INVALID_ID", "bytes", bytes, `a Uint8Array of ${this._byteWidth}`);
    this._load(bytes);
    return this._loaded();
  };

  /** The smallest or the largest ID of a tick. A tick that the format cannot hold is replaced by the nearest one. */
  _idOf(tick: number, isLargest = false): Id {
    const { _below, _ticks } = this._time;
    const held = Math.min(Math.max(tick, 0), _ticks - 1);
    if (isLargest) setValue(this._largestHigh, this._largestLow);
    else setValue(0, 0);
    flip(_below, isLargest ? _ticks - 1 - held : held);
    return this._loaded();
  }

  get zero(): Id {
    return this._idOf(0);
  }

  /** The tick of an instant, or the last tick that begins in its ms. They differ if ticks are no whole number of ms. */
  _tickOf(ms: number, clamps = false, _isLast = false): number {
    return tickAt(this._time, ms, clamps);
  }

  readonly firstAt = (time: unknown, given?: unknown): Id => {
    const options = readOptions(`${this.name}.firstAt()`, withoutIndex(given), ["clamp"]);
    const ms = writtenToMs("time", time);
    return this._idOf(this._tickOf(ms, optionalFlag(options, "clamp")));
  };

  readonly range = (from: unknown, to: unknown, given?: unknown): object => {
    const options = readOptions(`${this.name}.range()`, given, ["halfOpen", "clamp"]);
    const isHalfOpen = optionalFlag(options, "halfOpen");
    const clamps = optionalFlag(options, "clamp");
    const first = endOfRange("from", from, -Infinity);
    const last = endOfRange("to", to, Infinity);
    const time = this._time;
    requireEpoch(time);
    if (first > last) throw new FlakeError("INVALID_TIME", `from, ${iso(first)}, is later than to, ${iso(last)}`);
    if (isHalfOpen) this._extras._checkHalfOpen?.(this);
    const low = this._tickOf(first, clamps);
    const high = this._tickOf(last, clamps, !isHalfOpen);
    if (high < 0 || low === time._ticks) {
      // The range contains no IDs: it is the IDs below 0, or the IDs from 1 to 0.
      const zero = this._idOf(0);
      setValue(0, 1);
      return isHalfOpen ? { min: zero, end: zero } : { min: this._loaded(), max: zero };
    }
    const min = this._idOf(low);
    return isHalfOpen
      ? { min, end: high === time._ticks ? null : this._idOf(high) }
      : { min, max: this._idOf(high, true) };
  };

  readonly encode = (given: unknown, givenOptions?: unknown): Id => {
    const what = `${this.name}.encode()`;
    const isPartial = optionalFlag(readOptions(what, withoutIndex(givenOptions), ["partial"]), "partial");
    const names = [...TIMES, ...this._fields.map(({ _name }) => _name), ...(this._extras._otherNames ?? [])];
    const fields = readOptions(what, given, names, "INVALID_FIELD");
    const numbers = this._readFields(fields);
    this._setTime(fields);
    this._fields.forEach((field, i) => flip(field._below, this._numberOf(field, i, numbers, isPartial)));
    return this._loaded();
  };

  /** Makes the value with the time in an options object. */
  _setTime(fields: Options): void {
    const ms = readTime(fields);
    const tick = this._tickOf(ms);
    setValue(0, 0);
    flip(this._time._below, tick);
    this._extras._checkBegin?.(this, ms);
  }

  /** The numbers of the fields and parts in an options object, in order. */
  _readFields(given: Options): (number | undefined)[] {
    const read = this._extras._readNumber ?? readNumber;
    return this._fields.map((field) => read(field, given));
  }

  /** The number of a field, which `numbers` has at its position or by its parts. */
  _numberOf(field: Field, at: number, numbers: readonly (number | undefined)[], isPartial: boolean): number {
    const join = this._extras._joinParts;
    const number = join === undefined ? numbers[at] : join(this._fields, at, numbers, isPartial);
    if (number !== undefined) return inRange(field, number);
    if (isPartial || field._bits === 0) return 0;
    throw missing(field);
  }

  get "~standard"(): StandardSchema {
    const style = this._ownStyle;
    const schemaOf = this._extras._schema;
    return (this.#schema ??= standardSchema(
      (value) =>
        typeof value === "string" || (schemaOf && typeof value === "number")
          ? this._tryLoad(value, style)
            ? undefined
            : this._refusal(value, style)
          : noText(value, schemaOf ? "a text or a number" : "a text"),
      () => schemaOf?.(style, this) ?? textSchema(style),
    ));
  }

  toJSON(): api.FormatDescription {
    return {
      name: this.name,
      bits: this.bits,
      unit: this.unit,
      epoch: this.epoch,
      native: this.native,
      text: this.text,
      fields: this.fields,
    };
  }

  /** A shorter description for consoles: each field is a text. */
  override [INSPECT](): object {
    const { epoch, fields } = this;
    const widths = fields.map(({ name, bits, parts }) => `${name} ${bits}${this._extras._sayParts?.(parts) ?? ""}`);
    return { ...this.toJSON(), epoch: epoch === null ? null : new Date(epoch), fields: widths };
  }
}

/** Options, unless they are the index that `rows.map(format.encode)` passes for each row. */
const withoutIndex = (options: unknown): unknown => (typeof options === "number" ? undefined : options);

/** The names under which the time of an ID is given. */
const TIMES = ["timestamp", "date"];

/** The time of an ID to encode, in Unix ms. */
export function readTime(fields: Options): number {
  const given = TIMES.filter((time) => fields[time] !== undefined);
  const [time, other] = given.map((time) => instantToMs(time, fields[time], WHOLE));
  if (time === undefined) throw new FlakeError("INVALID_FIELD", "timestamp is missing; give it, or date");
  if (other === undefined || other === time) return time;
  throw new FlakeError("INVALID_FIELD", `timestamp, ${time} ms, and date, ${other} ms, differ; give one of them`);
}

/** The Unix ms of an end of a range, or `open` for an open end. */
function endOfRange(name: string, instant: unknown, open: number): number {
  if (instant === undefined) throw invalid("INVALID_TIME", name, instant, "an instant, or null for an open end");
  return instant === null ? open : writtenToMs(name, instant);
}

/** A text, which may be the text of an ID. Throws for other values. */
export function requiredIdText(text: unknown): string {
  if (typeof text === "string") return text;
  throw unsafe(text) ?? invalid("INVALID_ID", "text", text, "the text of an ID");
}

/** The error for a value that is no text. A number that has lost digits is told what it has lost. */
export const noText = (value: unknown, expected: string): FlakeError =>
  unsafe(value) ?? invalid("INVALID_ID", "the ID", value, expected);

/** Checks that IDs of a format can be made. */
export function requireMaking(format: Format): void {
  requireEpoch(format._time);
  format._extras._refuseMaking?.(format);
}

/** Makes a format. `T` is the type that users see, which is more precise than the type of the class. */
export const format = <T>(descriptor: Descriptor, extras?: Extras): T =>
  /* @__PURE__ */ new Format(descriptor, extras) as unknown as T;
