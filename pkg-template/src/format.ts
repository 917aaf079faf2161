import type * as api from "../index.js";
import {
  checked,
  granted,
  grantedWithRandomBits,
  numbers,
  points,
  putBytes,
  putNumbers,
  putText,
  putPoints,
  refusal,
  reported,
  takeBytes,
  takeText,
  TEXT_LENGTH,
  theCore,
} from "./core.js";
import { FlakeError } from "./errors.js";
import { BigintGenerator, NumberGenerator, TextGenerator } from "./generator.js";
import { recallRuns } from "./holders.js";
import { toMs } from "./instant.js";
import { generatorOptions, readSnapshot, type Saved, writeSnapshot } from "./options.js";
import { platform, readClock, systemClock } from "./platform.js";
import { recognizer } from "./texts.js";
import {
  choice,
  collected,
  isBytes,
  items,
  lengthOfTyped,
  named,
  NOTHING,
  number,
  type Options,
  shown,
  wrong,
} from "./values.js";

type Id = number | bigint | string;

/** The format's own encoding, not padded: what `style` gives where no options are. */
const OWN_STYLE = 0;

/** How many numbers the core takes of fields, and of snapshots. */
const FIELDS = 16;
const SAVED = 8;

const MAX_64_BITS = 2n ** 64n - 1n;

/** A field or a part that has a number. */
interface Numbered {
  readonly name: string;
  readonly bits: number;
  /** Of a part, that of its field. */
  readonly kind: api.FieldDescription["kind"];
  readonly part: boolean;
}

/** A format: the core's, of which it knows the number, opened when first needed. */
export class Format {
  readonly #open: () => number;
  #number: number | undefined;
  #described: api.FormatDescription | undefined;
  #numbered: Numbered[] | undefined;
  #names: string[] | undefined;
  #recognize: ((text: string) => boolean) | undefined;
  #textWidth: number | undefined;

  /** Whether its definition says what to do when a sequence is used up. */
  readonly #decided: boolean;

  constructor(open: () => number, decided = false) {
    this.#open = open;
    this.#decided = decided;
  }

  /** The number by which the core knows a format of this copy of the package; `undefined` of anything else. */
  static _numberOf(value: unknown): number | undefined {
    return typeof value === "object" && value !== null && #number in value ? value._number : undefined;
  }

  /** The number by which the core knows it. */
  get _number(): number {
    this.#number ??= this.#open();
    return this.#number;
  }

  get #description(): api.FormatDescription {
    this.#described ??= deepFreeze(reported(theCore().describe(this._number)) as api.FormatDescription);
    return this.#described;
  }

  get name(): string {
    return this.#description.name;
  }

  get bits(): number {
    return this.#description.bits;
  }

  get unit(): number {
    return this.#description.unit;
  }

  get epoch(): number | null {
    return this.#description.epoch;
  }

  get native(): "number" | "bigint" | "string" {
    return this.#description.native;
  }

  get text(): api.Encoding {
    return this.#description.text;
  }

  get fields(): readonly api.FieldDescription[] {
    return this.#description.fields;
  }

  /** The fields and parts that have numbers besides the time, in the core's order. */
  get #fields(): Numbered[] {
    this.#numbered ??= this.fields.flatMap(({ kind, parts, ...field }) =>
      kind === "time" ? [] : [{ ...field, kind, part: false }, ...parts.map((part) => ({ ...part, kind, part: true }))],
    );
    return this.#numbered;
  }

  /** The names of the fields and parts that have numbers, of all kinds or of one. */
  _names(kind?: api.FieldDescription["kind"]): string[] {
    return this.#fields.filter((field) => kind === undefined || field.kind === kind).map(({ name }) => name);
  }

  /** The largest number of the fields of a kind. */
  _most(kind: api.FieldDescription["kind"]): number {
    return Math.max(...this.#fields.filter((field) => field.kind === kind).map(({ bits }) => 2 ** bits - 1));
  }

  /** The numbers of the fields in the core's order, after one for the time; all of them, or those of a kind. */
  _fieldNumbers(given: Options, kind?: api.FieldDescription["kind"]): number[] {
    const place = Array<number>(FIELDS).fill(NOTHING);
    this.#fields.forEach(({ name, bits, kind: own }, i) => {
      if (kind === undefined || own === kind) {
        place[i + 1] = number(name, ofBytes(name, given[name], bits), 2 ** bits - 1, "INVALID_FIELD");
      }
    });
    return place;
  }

  with(given: Options): this {
    const { widths } = this.#description as unknown as { widths: string[] };
    const options = named("with", given, ["epoch", ...widths]);
    const asked = [epochOf(options), ...widths.map((name) => number(name, options[name], this.bits, "INVALID_LAYOUT"))];
    const now = readClock();
    putNumbers(asked);
    const adjusted = granted(theCore().adjust(this._number, now));
    const Kind = this.constructor as new (open: () => number, decided: boolean) => this;
    return new Kind(() => adjusted, this.#decided);
  }

  generator(options?: Options): NumberGenerator | BigintGenerator | TextGenerator {
    // In a Worker, whoever waits for the clock may wait for ever: unless told otherwise, IDs go on ahead of it.
    const onExhausted = platform.worker && !this.#decided ? "lead" : undefined;
    const { numbers, resumes, clock, onOverflow } = generatorOptions(this, options, onExhausted);
    const alone = clock !== undefined;
    if (resumes) recallRuns();
    const opened = grantedWithRandomBits(() => {
      putNumbers(numbers);
      return theCore().generator(this._number, Number(alone), Number(resumes));
    });
    return new GENERATORS[this.native](this, opened, clock ?? systemClock, alone, onOverflow);
  }

  /** What two formats must have in common for a snapshot of one to be one of the other. */
  get #layout(): string {
    const fields = this.fields.map(({ kind, bits }) => `${kind}:${bits}`);
    return `${fields.join(" ")} unit:${this.unit} epoch:${this.epoch}`;
  }

  _readSnapshot(given: unknown): Saved {
    return readSnapshot(this.#layout, this._names("node"), given);
  }

  /** The snapshot that the core has put among the numbers. */
  _takeSnapshot(): Options {
    const taken = [...numbers()];
    const fields: Options = {};
    this.#fields.forEach(({ name, kind, part }, i) => {
      if (kind === "node" && !part) fields[name] = taken[SAVED + 1 + i];
    });
    return this._writeSnapshot(fields, taken.slice(0, SAVED));
  }

  protected _writeSnapshot(fields: Options, saved: number[]): Options {
    return writeSnapshot(this.#layout, fields, saved);
  }

  decode(id: unknown, options?: Options): Options {
    this.#put(id, styleOf(options));
    checked(theCore().decode(this._number));
    const timestamp = numbers()[0] as number;
    const fields: Options = { timestamp, date: new Date(timestamp) };
    const names = (this.#names ??= this._names());
    const decoded = points();
    const { length } = names;
    // One by one, each of the first has a place in the code that sees the same name every time, which makes it quick.
    if (length > 0) fields[names[0] as string] = decoded[2];
    if (length > 1) fields[names[1] as string] = decoded[4];
    if (length > 2) fields[names[2] as string] = decoded[6];
    if (length > 3) fields[names[3] as string] = decoded[8];
    for (let i = 4; i < length; i++) fields[names[i] as string] = decoded[2 * i + 2];
    return fields;
  }

  encode(given: Options): Id {
    const fields = named(this.name, given, ["timestamp", "date", ...this._names()], "INVALID_FIELD");
    const times = ["timestamp", "date"].filter((name) => fields[name] !== undefined);
    const [time, other] = times.map((name) => toMs(name, fields[name], "INVALID_TIME"));
    if (time === undefined) throw new FlakeError("INVALID_FIELD", "timestamp is missing; give it, or date");
    if (other !== undefined && other !== time) {
      throw wrong("INVALID_FIELD", "date", other, `the timestamp, ${time}: they differ; give one`);
    }
    const asked = this._fieldNumbers(fields);
    asked[0] = time;
    putNumbers(asked);
    checked(theCore().encode(this._number));
    return this.#take();
  }

  isValid(id: unknown, options?: Options): boolean {
    if (options !== undefined || typeof id !== "string") return this.#holds(id, styleOf(options));
    this.#recognize ??= recognizer(this._number, this.bits, (text) => this.#holds(text, OWN_STYLE));
    return this.#recognize(id);
  }

  /** Bound, so that `ids.sort(format.compare)` works. */
  readonly compare = (a: unknown, b: unknown): number => {
    this.#put(a, OWN_STYLE);
    this.#put(b, OWN_STYLE);
    return theCore().compare_values();
  };

  sort<T>(ids: Iterable<T>): T[] {
    // Each is checked as it comes: sorting compares neither a single one nor what is undefined.
    const check = (id: unknown): T => {
      this.#put(id, OWN_STYLE);
      return id as T;
    };
    return collected("ids", ids, check, "INVALID_ID").sort(this.compare);
  }

  range(from: unknown, to: unknown): { min: Id; max: Id } {
    const first = toMs("from", from, "INVALID_TIME");
    const last = toMs("to", to, "INVALID_TIME");
    checked(theCore().range(this._number, first, last, 0));
    const min = this.#take();
    checked(theCore().range(this._number, first, last, 1));
    return { min, max: this.#take() };
  }

  toText(id: unknown, options?: Options): string {
    const style = styleOf(options);
    this.#put(id, OWN_STYLE);
    return takeText(granted(theCore().write_text(this._number, style)));
  }

  fromText(text: unknown, options?: Options): Id {
    const style = styleOf(options);
    if (typeof text !== "string") this.#refuse(text, style);
    this.#put(text, style);
    return this.#take();
  }

  toBytes(id: unknown): Uint8Array {
    this.#put(id, OWN_STYLE);
    return takeBytes(theCore().write_bytes(this._number));
  }

  fromBytes(bytes: unknown): Id {
    if (!isBytes(bytes)) this.#refuse(bytes, OWN_STYLE);
    this.#put(bytes, OWN_STYLE);
    return this.#take();
  }

  /** For formats with a field for the caller's own data. */
  withMeta(id: unknown, meta: unknown): Id {
    const checkedMeta = this._checkMeta(meta);
    this.#put(id, OWN_STYLE);
    checked(theCore().set_metadata(this._number, checkedMeta));
    return this.#take();
  }

  /** As `decode(text).meta`, reading no more characters than have to be read. */
  meta(text: unknown): number {
    const meta = typeof text === "string" ? theCore().peek_metadata(this._number, putText(text)) : -1;
    if (meta < 0) this.#refuse(text, OWN_STYLE);
    return meta;
  }

  /** The metadata as the core takes it, or the error that says why it can't be. */
  _checkMeta(meta: unknown): number {
    if (typeof meta !== "number") {
      const { name = "metadata", bits = 0 } = this.#fields.find(({ kind }) => kind === "metadata") ?? {};
      throw wrong("INVALID_FIELD", name, meta, `a whole number from 0 to ${2 ** bits - 1}`);
    }
    return meta;
  }

  /** Hands an ID to the core; `false` where it is none of this format. */
  #holds(id: unknown, style: number): boolean {
    switch (typeof id) {
      case "number":
        return (
          this.native !== "string" &&
          Number.isSafeInteger(id) &&
          id >= 0 &&
          theCore().put_number(this._number, id) === 1
        );
      case "bigint":
        return (
          this.native !== "string" && id >= 0n && id <= MAX_64_BITS && theCore().put_bigint(this._number, id) === 1
        );
      case "string":
        // No ID is longer than the place for it.
        return id.length <= TEXT_LENGTH && theCore().put_text(this._number, putText(id), style) === 1;
      default:
        return isBytes(id) && theCore().put_bytes(this._number, putBytes(id, lengthOfTyped(id))) === 1;
    }
  }

  /** As `#holds`, with the error that says why. */
  #put(id: unknown, style: number): void {
    if (!this.#holds(id, style)) this.#refuse(id, style);
  }

  #refuse(id: unknown, style: number): never {
    if (typeof id === "string") {
      // Its beginning decides why it is none.
      theCore().reject_text(this._number, putPoints(id.slice(0, TEXT_LENGTH)), id.length, style);
    } else {
      theCore().reject_id(this._number, putPoints(shown(id)));
    }
    throw refusal();
  }

  /** The text of the value that the core works on. */
  _valueText(): string {
    return takeText(granted(theCore().write_text(this._number, OWN_STYLE)));
  }

  /** How many bytes an ID has. */
  get _byteWidth(): number {
    return Math.ceil(this.bits / 8);
  }

  /** How many characters an ID has, where they all have as many. */
  get _textWidth(): number {
    this.#textWidth ??= String(this.zero).length;
    return this.#textWidth;
  }

  /** The smallest ID, as this format has it. */
  get zero(): Id {
    theCore().put_bytes(this._number, putBytes(new Uint8Array(this._byteWidth), this._byteWidth));
    return this.#take();
  }

  /** The value that the core works on, as this format has it. */
  #take(): Id {
    switch (this.native) {
      case "number":
        return theCore().value_as_number();
      case "bigint":
        return BigInt.asUintN(64, theCore().value_as_bigint());
      case "string":
        return this._valueText();
    }
  }
}

const GENERATORS = { number: NumberGenerator, bigint: BigintGenerator, string: TextGenerator };

const builtIns: Format[] = [];

/** The built-in format that is next in the core's table. */
export function builtIn(Kind = Format): Format {
  const place = builtIns.length;
  const format = new Kind(() => granted(theCore().built_in(place)));
  builtIns.push(format);
  return format;
}

/** All built-in formats, in the order of the core's table. */
export function formats(): Format[] {
  return [...builtIns];
}

/** The epoch as the core takes it. */
export function epochOf(options: Options): number {
  return options.epoch === undefined ? NOTHING : toMs("epoch", options.epoch, "INVALID_EPOCH");
}

/** The number whose bytes these are, the high one first, as sno's partitions may be given: `["A", 10]`. */
function ofBytes(name: string, value: unknown, bits: number): unknown {
  const length = bits / 8;
  const given = isBytes(value) && lengthOfTyped(value) === length ? Array.from({ length }, (_, i) => value[i]) : value;
  const bytes = typeof given === "object" ? items(name, given, length, "INVALID_FIELD") : undefined;
  if (bytes?.length !== length) return value;
  let joined = 0;
  for (const item of bytes) {
    const isAscii = typeof item === "string" && item.length === 1 && item <= "\x7f";
    const byte = isAscii ? item.charCodeAt(0) : item;
    if (!Number.isInteger(byte) || (byte as number) < 0 || (byte as number) > 255) return value;
    joined = joined * 256 + (byte as number);
  }
  return joined;
}

/** The encodings, in the core's order. */
export const ENCODINGS: readonly api.Encoding[] = [
  "decimal",
  "hex",
  "base36",
  "base62",
  "rotatedBase64",
  "sno",
  "snoUuid",
];

/** The core's number of a text style. */
function styleOf(given: Options | undefined): number {
  if (given === undefined) return OWN_STYLE;
  const { as, padded = false } = named("a text", given, ["as", "padded"]);
  if (typeof padded !== "boolean") throw wrong("INVALID_OPTION", "padded", padded, "true or false");
  const encoding = choice("as", as, ENCODINGS);
  return (Number.isNaN(encoding) ? 0 : encoding + 1) * 2 + Number(padded);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
