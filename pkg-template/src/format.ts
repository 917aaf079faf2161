import type * as api from "../index.js";
import { bigints, type CoreFormat, numbers, putText, takeText, theCore } from "./core.js";
import { FlakeError } from "./errors.js";
import { BigintGenerator, NumberGenerator } from "./generator.js";
import { toMs } from "./instant.js";
import type { Clock } from "./waiting.js";

type Options = Record<string, unknown>;
type Id = number | bigint;

/** The format's own encoding, not padded: what `style` gives where no options are. */
const OWN_STYLE = 0;

const MAX_64_BITS = 2n ** 64n - 1n;

/** A format: the core's, opened when first needed. */
export class Format {
  readonly #open: () => CoreFormat;
  #opened: CoreFormat | undefined;
  #described: api.FormatDescription | undefined;
  #names: string[] | undefined;

  constructor(open: () => CoreFormat) {
    this.#open = open;
  }

  get #core(): CoreFormat {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** For inspection, which takes formats apart. */
  static coreOf(format: Format): CoreFormat {
    return format.#core;
  }

  get #description(): api.FormatDescription {
    this.#described ??= deepFreeze(this.#core.describe() as api.FormatDescription);
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

  get native(): "number" | "bigint" {
    return this.#description.native;
  }

  get text(): api.Encoding {
    return this.#description.text;
  }

  get fields(): readonly api.FieldDescription[] {
    return this.#description.fields;
  }

  with(options: Options): Format {
    const core = this.#core.with(withEpoch(options), Date.now());
    return new Format(() => core);
  }

  generator(options?: Options): NumberGenerator | BigintGenerator {
    const { plain, clock } = takeClock(options);
    const alone = clock !== undefined;
    const number = this.#core.generator(plain, alone);
    const Generator = this.native === "number" ? NumberGenerator : BigintGenerator;
    return new Generator(this, number, clock ?? systemClock, alone);
  }

  decode(id: unknown, options?: Options): Options {
    const style = styleOf(options);
    if (!this.#decoded(id, style)) {
      this.#core.requireEpoch();
      throw this.#refusal(id, style);
    }
    const decoded = numbers();
    const timestamp = decoded[0] as number;
    const fields: Options = { timestamp, date: new Date(timestamp) };
    this.#names ??= this.fields.flatMap(namesOf);
    for (let i = 0; i < this.#names.length; i++) fields[this.#names[i] as string] = decoded[i + 1];
    return fields;
  }

  #decoded(id: unknown, style: number): boolean {
    switch (typeof id) {
      case "number":
        return isWhole(id) && this.#core.decodeNumber(id);
      case "bigint":
        return is64Bits(id) && this.#core.decodeBigint(id);
      case "string":
        return this.#core.decodeText(putText(id), style);
      default:
        return false;
    }
  }

  encode(fields: Options): Id {
    const plain: Options = { ...fields };
    for (const name of ["timestamp", "date"]) {
      if (plain[name] !== undefined) plain[name] = toMs(name, plain[name], "INVALID_TIME");
    }
    return this.#native(this.#core.encode(plain));
  }

  isValid(id: unknown, options?: Options): boolean {
    return this.#holds(id, styleOf(options));
  }

  #holds(id: unknown, style: number): boolean {
    switch (typeof id) {
      case "number":
        return isWhole(id) && this.#core.holdsNumber(id);
      case "bigint":
        return is64Bits(id) && this.#core.holdsBigint(id);
      case "string":
        return this.#core.readText(putText(id), style);
      default:
        return false;
    }
  }

  /** Bound, so that `ids.sort(format.compare)` works. */
  readonly compare = (a: unknown, b: unknown): -1 | 0 | 1 => {
    const first = this.#value(a, OWN_STYLE);
    const second = this.#value(b, OWN_STYLE);
    return first < second ? -1 : first > second ? 1 : 0;
  };

  range(from: unknown, to: unknown): { min: Id; max: Id } {
    this.#core.range(toMs("from", from, "INVALID_TIME"), toMs("to", to, "INVALID_TIME"));
    const [min, max] = bigints() as unknown as [bigint, bigint];
    return { min: this.#native(min), max: this.#native(max) };
  }

  toText(id: unknown, options?: Options): string {
    const value = this.#value(id, OWN_STYLE);
    return takeText(this.#core.writeText(BigInt(value), styleOf(options)));
  }

  fromText(text: unknown, options?: Options): Id {
    const style = styleOf(options);
    if (typeof text !== "string") throw this.#refusal(text, style);
    return this.#native(BigInt(this.#value(text, style)));
  }

  /** The value of an ID, or the error that says why it is none. */
  #value(id: unknown, style: number): Id {
    if (!this.#holds(id, style)) throw this.#refusal(id, style);
    return typeof id === "string" ? (bigints()[0] as bigint) : (id as Id);
  }

  #refusal(id: unknown, style: number): unknown {
    return this.#core.refusal(id, typeof id === "string" ? id.length : 0, style);
  }

  #native(value: bigint): Id {
    return this.native === "number" ? Number(value) : value;
  }
}

/** Looked up at every call, so that fake timers are heeded. */
const systemClock = (): number => Date.now();

const known = new Map<string, Format>();

/** The built-in format of this name: always the same object. */
export function builtIn(name: string): Format {
  const format = known.get(name) ?? new Format(() => theCore().Format.named(name));
  known.set(name, format);
  return format;
}

/** All built-in formats, in the order of the core's table. */
export function formats(): Format[] {
  return theCore().Format.names().map(builtIn);
}

export function defineFormat(options: Options): Format {
  const core = theCore().Format.define(withEpoch(options), Date.now());
  return new Format(() => core);
}

function withEpoch(options: Options): Options {
  if (options?.epoch === undefined) return options;
  return { ...options, epoch: toMs("epoch", options.epoch, "INVALID_EPOCH") };
}

/** A generator's options without its clock, which can't enter the core. */
function takeClock(options: Options | undefined): { plain: unknown; clock: Clock | undefined } {
  if (typeof options !== "object" || options === null) return { plain: options, clock: undefined };
  const { clock, ...plain } = options;
  if (clock === undefined) return { plain, clock };
  if (typeof clock !== "function") {
    throw new FlakeError(
      "INVALID_OPTION",
      `clock is ${String(clock)}; it must be a function that gives Unix ms, such as Date.now`,
    );
  }
  // What is no number must not be made one on the way into the core.
  const read = (): number => {
    const now: unknown = clock();
    return typeof now === "number" ? now : Number.NaN;
  };
  return { plain, clock: read };
}

function styleOf(options: Options | undefined): number {
  return options === undefined ? OWN_STYLE : theCore().Format.style(options);
}

function isWhole(id: number): boolean {
  return Number.isSafeInteger(id) && id >= 0;
}

function is64Bits(id: bigint): boolean {
  return id >= 0n && id <= MAX_64_BITS;
}

function namesOf(field: api.FieldDescription): string[] {
  return field.kind === "time" ? [] : [field.name, ...field.parts.map((part) => part.name)];
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
