import type * as api from "../index.js";
import { checked, give, granted, numbers, putBytes, putText, takeBytes, takeText, theCore } from "./core.js";
import { FlakeError } from "./errors.js";
import { BigintGenerator, type Kit, NumberGenerator, TextGenerator } from "./generator.js";
import { toMs } from "./instant.js";
import { platform, systemClock } from "./platform.js";
import type { Clock, OnOverflow } from "./waiting.js";

type Options = Record<string, unknown>;
type Id = number | bigint | string;

/** The format's own encoding, not padded: what `style` gives where no options are. */
const OWN_STYLE = 0;

/** As much of an ID's text as decides why it is none. */
const EXCERPT = 64;

const MAX_64_BITS = 2n ** 64n - 1n;

/** A format: the core's, of which it knows the number, opened when first needed. */
export class Format {
  readonly #open: () => number;
  #number: number | undefined;
  #described: api.FormatDescription | undefined;
  #names: string[] | undefined;
  #textWidth: number | undefined;

  /** Whether its definition says what to do when a sequence is used up. */
  readonly #decided: boolean;

  constructor(open: () => number, decided = false) {
    this.#open = open;
    this.#decided = decided;
  }

  /** The number by which the core knows it. */
  get number(): number {
    this.#number ??= this.#open();
    return this.#number;
  }

  get #description(): api.FormatDescription {
    this.#described ??= deepFreeze(theCore().describe(this.number) as api.FormatDescription);
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

  with(options: Options): this {
    give(withEpoch(options));
    const number = granted(theCore().adjust(this.number, Date.now()));
    const Kind = this.constructor as new (open: () => number, decided: boolean) => this;
    return new Kind(() => number, this.#decided);
  }

  generator(options?: Options): NumberGenerator | BigintGenerator | TextGenerator {
    const { plain, clock, onOverflow } = takeFunctions(this.#decided ? options : withoutWaiting(options));
    const alone = clock !== undefined;
    give(plain);
    const number = granted(theCore().generator(this.number, alone));
    const kit: Kit = { format: this, number, clock: clock ?? systemClock, alone, onOverflow };
    return new GENERATORS[this.native](kit);
  }

  decode(id: unknown, options?: Options): Options {
    this.#put(id, styleOf(options));
    checked(theCore().decode(this.number));
    const decoded = numbers();
    const timestamp = decoded[0] as number;
    const fields: Options = { timestamp, date: new Date(timestamp) };
    this.#names ??= this.fields.flatMap(namesOf);
    for (let i = 0; i < this.#names.length; i++) fields[this.#names[i] as string] = decoded[i + 1];
    return fields;
  }

  encode(fields: Options): Id {
    const plain: Options = { ...fields };
    for (const name of ["timestamp", "date"]) {
      if (plain[name] !== undefined) plain[name] = toMs(name, plain[name], "INVALID_TIME");
    }
    give(plain);
    checked(theCore().encode(this.number));
    return this.#take();
  }

  isValid(id: unknown, options?: Options): boolean {
    return this.#holds(id, styleOf(options));
  }

  /** Bound, so that `ids.sort(format.compare)` works. */
  readonly compare = (a: unknown, b: unknown): number => {
    this.#put(a, OWN_STYLE);
    this.#put(b, OWN_STYLE);
    return theCore().compareValues();
  };

  sort<T>(ids: Iterable<T>): T[] {
    return [...ids].sort(this.compare);
  }

  range(from: unknown, to: unknown): { min: Id; max: Id } {
    const first = toMs("from", from, "INVALID_TIME");
    const last = toMs("to", to, "INVALID_TIME");
    checked(theCore().range(this.number, first, last, false));
    const min = this.#take();
    checked(theCore().range(this.number, first, last, true));
    return { min, max: this.#take() };
  }

  toText(id: unknown, options?: Options): string {
    const style = styleOf(options);
    this.#put(id, OWN_STYLE);
    return takeText(granted(theCore().writeText(this.number, style)));
  }

  fromText(text: unknown, options?: Options): Id {
    const style = styleOf(options);
    if (typeof text !== "string") this.#refuse(text, style);
    this.#put(text, style);
    return this.#take();
  }

  toBytes(id: unknown): Uint8Array {
    this.#put(id, OWN_STYLE);
    return takeBytes(theCore().writeBytes(this.number));
  }

  fromBytes(bytes: unknown): Id {
    if (!isBytes(bytes)) this.#refuse(bytes, OWN_STYLE);
    this.#put(bytes, OWN_STYLE);
    return this.#take();
  }

  /** For formats with a field for the caller's own data. */
  withMeta(id: unknown, meta: unknown): Id {
    this.#put(id, OWN_STYLE);
    give(meta);
    checked(theCore().setMetadata(this.number));
    return this.#take();
  }

  /** As `decode(text).meta`, reading no more characters than have to be read. */
  meta(text: unknown): number {
    const meta = typeof text === "string" ? theCore().peekMetadata(this.number, putText(text)) : -1;
    if (meta < 0) this.#refuse(text, OWN_STYLE);
    return meta;
  }

  /** The metadata as the core takes it, or the error that says why it can't be. */
  checkMeta(meta: unknown): number {
    if (typeof meta !== "number") {
      give(meta);
      checked(theCore().checkMetadata(this.number));
    }
    return meta as number;
  }

  /** Hands an ID to the core; `false` where it is none of this format. */
  #holds(id: unknown, style: number): boolean {
    switch (typeof id) {
      case "number":
        return this.native !== "string" && Number.isSafeInteger(id) && id >= 0 && theCore().putNumber(this.number, id);
      case "bigint":
        return this.native !== "string" && id >= 0n && id <= MAX_64_BITS && theCore().putBigint(this.number, id);
      case "string":
        return theCore().putText(this.number, putText(id), style);
      default:
        return isBytes(id) && theCore().putBytes(this.number, putBytes(id));
    }
  }

  /** As `#holds`, with the error that says why. */
  #put(id: unknown, style: number): void {
    if (!this.#holds(id, style)) this.#refuse(id, style);
  }

  #refuse(id: unknown, style: number): never {
    // Of a text, the beginning decides why it is none.
    give(typeof id === "string" ? id.slice(0, EXCERPT) : id);
    theCore().reject(this.number, typeof id === "string" ? id.length : 0, style);
    theCore().refusal();
    throw new TypeError("unreachable: what is refused is no ID");
  }

  /** The text of the value that the core works on. */
  valueText(): string {
    return takeText(granted(theCore().writeText(this.number, OWN_STYLE)));
  }

  /** How many bytes an ID has. */
  get byteWidth(): number {
    return Math.ceil(this.bits / 8);
  }

  /** How many characters an ID has, where they all have as many. */
  get textWidth(): number {
    this.#textWidth ??= String(this.zero).length;
    return this.#textWidth;
  }

  /** The smallest ID, as this format has it. */
  get zero(): Id {
    theCore().putBytes(this.number, putBytes(new Uint8Array(this.byteWidth)));
    return this.#take();
  }

  /** The value that the core works on, as this format has it. */
  #take(): Id {
    switch (this.native) {
      case "number":
        return theCore().valueAsNumber();
      case "bigint":
        return theCore().valueAsBigint();
      case "string":
        return this.valueText();
    }
  }
}

const GENERATORS = { number: NumberGenerator, bigint: BigintGenerator, string: TextGenerator };

const known = new Map<string, Format>();

/** The built-in format of this name: always the same object. */
export function builtIn(name: string, Kind = Format): Format {
  const format = known.get(name) ?? new Kind(() => named(name));
  known.set(name, format);
  return format;
}

function named(name: string): number {
  give(name);
  return granted(theCore().named());
}

/** All built-in formats, in the order of the core's table. */
export function formats(): Format[] {
  return (theCore().names() as string[]).map((name) => builtIn(name));
}

export function defineFormat(options: Options): Format {
  give(withEpoch(options));
  const number = granted(theCore().define(Date.now()));
  return new Format(() => number, options.onExhausted !== undefined);
}

/** In a Worker, whoever waits for the clock may wait for ever: unless told otherwise, IDs go on ahead of it. */
function withoutWaiting(options: Options | undefined): Options | undefined {
  if (!platform.worker || options === null || typeof (options ?? {}) !== "object") return options;
  return { ...options, onExhausted: options?.onExhausted ?? "lead" };
}

function withEpoch(options: Options): Options {
  if (options?.epoch === undefined) return options;
  return { ...options, epoch: toMs("epoch", options.epoch, "INVALID_EPOCH") };
}

/** A generator's options without its functions, which can't enter the core. */
function takeFunctions(options: Options | undefined): { plain: unknown; clock?: Clock; onOverflow?: OnOverflow } {
  if (typeof options !== "object" || options === null) return { plain: options };
  const { clock, onOverflow, ...plain } = options;
  const functions: { clock?: Clock; onOverflow?: OnOverflow } = {};
  if (clock !== undefined) {
    const read = toFunction("clock", clock, "give Unix ms, such as Date.now");
    // What is no number must not be made one on the way into the core.
    functions.clock = () => {
      const now = read();
      return typeof now === "number" ? now : Number.NaN;
    };
  }
  if (onOverflow !== undefined) functions.onOverflow = toFunction("onOverflow", onOverflow, "take a notification");
  return { plain, ...functions };
}

function toFunction(name: string, given: unknown, purpose: string): (argument?: unknown) => unknown {
  if (typeof given === "function") return given as () => unknown;
  throw new FlakeError("INVALID_OPTION", `${name} is ${String(given)}; it must be a function to ${purpose}`);
}

function styleOf(options: Options | undefined): number {
  if (options === undefined) return OWN_STYLE;
  give(options);
  return granted(theCore().style());
}

/** Whether it is a `Uint8Array`, of this realm or another. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

function namesOf(field: api.FieldDescription): string[] {
  return field.kind === "time" ? [] : [field.name, ...field.parts.map((part) => part.name)];
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
