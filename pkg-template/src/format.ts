// Formats: join a description, a codec and generators.

import type * as api from "../types/index.js";
import { Codec, type Id } from "./codec.js";
import { type Core, core } from "./core.js";
import { Description } from "./description.js";
import { ADJUSTMENT } from "./generated/contract.js";
import type { GeneratorFormat } from "./generator.js";
import { recallRuns } from "./holders.js";
import { optionalEpoch } from "./instant.js";
import { newRecord, writeRecord } from "./memory.js";
import { readGeneratorOptions } from "./options.js";
import { platform, systemClock, systemClockOrZero } from "./platform.js";
import { callWithRandomBits, numberOrThrow } from "./refusals.js";
import { FORMAT_KEY } from "./shared.js";
import { readGeneralSnapshot, type ReadSnapshot } from "./snapshots.js";
import { BigintGenerator, NumberGenerator, TextGenerator } from "./typed-generators.js";
import { optionalNumber, type Options, readOptions } from "./values.js";

/** What `flakekit/lease` needs of a format, which may be of another copy of the package. */
export interface FormatInternals {
  readonly _core: Core;
  readonly _codec: Codec;
  readonly _GeneratorClass: GeneratorClass;
  /** The policy `onExhausted` if the options name none. */
  readonly _onExhausted: string | undefined;
}

export type GeneratorClass = (typeof GENERATORS)[keyof typeof GENERATORS];

const GENERATORS = { number: NumberGenerator, bigint: BigintGenerator, string: TextGenerator };

export class Format implements GeneratorFormat {
  readonly #open: () => number;
  readonly #definesOnExhausted: boolean;
  #codec: Codec | undefined;

  /**
   * `open` gives the core's number of the format. It is called at the first use, so that importing the package does not
   * start the core. `definesOnExhausted`: whether the definition of the format names the policy `onExhausted`.
   */
  constructor(open: () => number, definesOnExhausted = false) {
    this.#open = open;
    this.#definesOnExhausted = definesOnExhausted;
  }

  /** The codec of a format of this copy of the package; `undefined` for other values. */
  static _codecOf(value: unknown): Codec | undefined {
    return typeof value === "object" && value !== null && #codec in value ? value._codec : undefined;
  }

  get _codec(): Codec {
    return this.#codec ?? this.#createCodec();
  }

  // A method of its own, so that the getter stays small enough for the engine to inline it.
  #createCodec(): Codec {
    return (this.#codec = new Codec(new Description(this.#open())));
  }

  get _readSnapshot(): ReadSnapshot {
    return readGeneralSnapshot;
  }

  get #public(): api.FormatDescription {
    return this._codec._description._public;
  }

  get name(): string {
    return this.#public.name;
  }

  get bits(): number {
    return this.#public.bits;
  }

  get unit(): number {
    return this.#public.unit;
  }

  get epoch(): number | null {
    return this.#public.epoch;
  }

  get native(): "number" | "bigint" | "string" {
    return this.#public.native;
  }

  get text(): api.Encoding {
    return this.#public.text;
  }

  get fields(): readonly api.FieldDescription[] {
    return this.#public.fields;
  }

  get zero(): Id {
    return this._codec._zero;
  }

  with(given: Options): this {
    const { _format, _public } = this._codec._description;
    const { name, widths } = _public;
    const options = readOptions(`${name}.with()`, given, ["epoch", ...widths.map(([width]) => width)]);
    const record = newRecord(ADJUSTMENT.length);
    record[ADJUSTMENT.epoch] = optionalEpoch(options);
    widths.forEach(([width, smallest, largest], i) => {
      record[ADJUSTMENT.widths + i] = optionalNumber(width, options[width], largest, "INVALID_LAYOUT", smallest);
    });
    // Read first: a user's replacement of `Date.now` may overwrite the number buffer.
    const now = systemClockOrZero();
    writeRecord(record);
    const adjusted = numberOrThrow(core().adjust(_format, now));
    const SameClass = this.constructor as new (open: () => number, definesOnExhausted: boolean) => this;
    return new SameClass(() => adjusted, this.#definesOnExhausted);
  }

  /** In a Worker the clock stands still during a request, so waiting for it is useless by default. */
  get #onExhausted(): string | undefined {
    return platform.worker && !this.#definesOnExhausted ? "lead" : undefined;
  }

  get [FORMAT_KEY](): FormatInternals {
    return {
      _core: core(),
      _codec: this._codec,
      _GeneratorClass: GENERATORS[this.native],
      _onExhausted: this.#onExhausted,
    };
  }

  generator(given?: Options): NumberGenerator | BigintGenerator | TextGenerator {
    const { _description, _format } = this._codec;
    const settings = readGeneratorOptions(_description, this._readSnapshot, given, this.#onExhausted);
    const { clock, hasSnapshot } = settings;
    const hasOwnClock = clock !== undefined;
    if (hasSnapshot) recallRuns();
    const number = callWithRandomBits(() => {
      writeRecord(settings.record);
      return core().open_generator(_format, Number(hasOwnClock), Number(hasSnapshot));
    });
    return new GENERATORS[this.native](this, number, clock ?? systemClock, hasOwnClock, settings.onOverflow);
  }

  decode(id: unknown, options?: Options): Options {
    return this._codec._decode(id, options);
  }

  encode(fields: Options): Id {
    return this._codec._encode(fields);
  }

  isValid(id: unknown, options?: Options): boolean {
    return this._codec._isValid(id, options);
  }

  /** Bound, so that `ids.sort(format.compare)` works. */
  readonly compare = (a: unknown, b: unknown): number => this._codec._compare(a, b);

  sort<T>(ids: Iterable<T>): T[] {
    return this._codec._sort(ids, this.compare);
  }

  range(from: unknown, to: unknown): { min: Id; max: Id } {
    return this._codec._range(from, to);
  }

  toText(id: unknown, options?: Options): string {
    return this._codec._toText(id, options);
  }

  fromText(text: unknown, options?: Options): Id {
    return this._codec._fromText(text, options);
  }

  toBytes(id: unknown): Uint8Array {
    return this._codec._toBytes(id);
  }

  fromBytes(bytes: unknown): Id {
    return this._codec._fromBytes(bytes);
  }

  withMeta(id: unknown, meta: unknown): Id {
    return this._codec._withMetadata(id, meta);
  }

  meta(text: unknown): number {
    return this._codec._metadataFromText(text);
  }
}
