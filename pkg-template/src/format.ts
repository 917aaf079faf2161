// Formats: join a description, a codec and generators.

import type * as api from "../types/index.js";
import { Codec, type Id } from "./codec.js";
import { decodeColumns } from "./columns.js";
import { type Core, core } from "./core.js";
import { Description, pickDescription } from "./description.js";
import { FlakeError } from "./errors.js";
import type { DecodedFields } from "./fields.js";
import { ADJUSTMENT } from "./generated/contract.js";
import { recallRuns } from "./holders.js";
import { optionalEpoch } from "./instant.js";
import { INSPECT, Logged } from "./logs.js";
import { newRecord, writeRecord } from "./memory.js";
import { readGeneratorOptions } from "./options.js";
import { platform, systemClock, systemClockOrZero } from "./platform.js";
import { callWithRandomBits, numberOrThrow } from "./refusals.js";
import type { GeneratorFormat } from "./run.js";
import { jsonSchema, type StandardSchema, standardSchema } from "./schema.js";
import { FORMAT_KEY } from "./shared.js";
import { readGeneralSnapshot, type ReadSnapshot } from "./snapshots.js";
import { BigintGenerator, NumberGenerator, TextGenerator } from "./typed-generators.js";
import { optionalNumber, readOptions } from "./values.js";

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

/**
 * Methods can be passed on as functions, as in `ids.map(format.decode)`. So they are arrow functions; calls of
 * functions that `bind` makes take twice as long where one call site meets several formats. What is set later is
 * private, so that a frozen format works.
 */
export class Format extends Logged implements GeneratorFormat {
  readonly #name: string;
  readonly #open: () => number;
  readonly #definesOnExhausted: boolean;
  #codec: Codec | undefined;
  #schema: StandardSchema | undefined;

  /**
   * `open` gives the core's number of the format. It is called at the first use, so that importing the package does not
   * start the core. `definesOnExhausted`: whether the definition of the format names the policy `onExhausted`.
   */
  constructor(name: string, open: () => number, definesOnExhausted = false) {
    super(name);
    this.#name = name;
    this.#open = open;
    this.#definesOnExhausted = definesOnExhausted;
  }

  /** The codec of a format of this copy of the package; `undefined` for other values. */
  static _codecOf(value: unknown): Codec | undefined {
    return typeof value === "object" && value !== null && #codec in value ? value._codec : undefined;
  }

  get _codec(): Codec {
    return this.#codec ?? this._createCodec();
  }

  // A method of its own, so that the getter stays small enough for the engine to inline it.
  private _createCodec(): Codec {
    return (this.#codec = new Codec(new Description(this.#open())));
  }

  get _readSnapshot(): ReadSnapshot {
    return readGeneralSnapshot;
  }

  private get _public(): api.FormatDescription {
    return this._codec._description._public;
  }

  get name(): string {
    return this.#name;
  }

  get bits(): number {
    return this._public.bits;
  }

  get unit(): number {
    return this._public.unit;
  }

  get epoch(): number | null {
    return this._public.epoch;
  }

  get native(): "number" | "bigint" | "string" {
    return this._public.native;
  }

  get text(): api.Encoding {
    return this._public.text;
  }

  get fields(): readonly api.FieldDescription[] {
    return this._public.fields;
  }

  get zero(): Id {
    return this._codec._zero;
  }

  readonly with = (given?: unknown): this => {
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
    const SameClass = this.constructor as new (...args: ConstructorParameters<typeof Format>) => this;
    return new SameClass(this.#name, () => adjusted, this.#definesOnExhausted);
  };

  /** In a Worker the clock stands still during a request, so waiting for it is useless by default. */
  private get _onExhausted(): string | undefined {
    return platform.worker && !this.#definesOnExhausted ? "lead" : undefined;
  }

  get [FORMAT_KEY](): FormatInternals {
    return {
      _core: core(),
      _codec: this._codec,
      _GeneratorClass: GENERATORS[this.native],
      _onExhausted: this._onExhausted,
    };
  }

  readonly generator = (given?: unknown): NumberGenerator | BigintGenerator | TextGenerator => {
    const { _description, _format } = this._codec;
    const settings = readGeneratorOptions(_description, this._readSnapshot, given, this._onExhausted);
    const { clock, hasSnapshot } = settings;
    const hasOwnClock = clock !== undefined;
    if (hasSnapshot) recallRuns();
    const number = callWithRandomBits(() => {
      writeRecord(settings.record);
      return core().open_generator(_format, Number(hasOwnClock), Number(hasSnapshot));
    });
    return new GENERATORS[this.native](this, number, clock ?? systemClock, hasOwnClock, settings.onOverflow);
  };

  readonly decode = (id: unknown, options?: unknown): DecodedFields => this._codec._decode(id, options);

  readonly decodeColumns = (ids: unknown, options?: unknown): object => decodeColumns(this._codec, ids, options);

  readonly timestamp = (id: unknown, options?: unknown): number => this._codec._timestamp(id, options);

  readonly date = (id: unknown, options?: unknown): Date => new Date(this._codec._timestamp(id, options));

  readonly encode = (fields: unknown, options?: unknown): Id => this._codec._encode(fields, options);

  readonly isValid = (id: unknown, options?: unknown): boolean => this._codec._isValid(id, options);

  readonly compare = (a: unknown, b: unknown): number => this._codec._compare(a, b);

  readonly sort = <T>(ids: Iterable<T>): T[] => this._codec._sort(ids);

  readonly range = (from: unknown, to: unknown, options?: unknown): object => this._codec._range(from, to, options);

  readonly first = (time: unknown, options?: unknown): Id => this._codec._first(time, options);

  readonly toText = (id: unknown, options?: unknown): string => this._codec._toText(id, options);

  readonly fromText = (text: unknown, options?: unknown): Id => this._codec._fromText(text, options);

  readonly toBytes = (id: unknown): Uint8Array => this._codec._toBytes(id);

  readonly fromBytes = (bytes: unknown): Id => this._codec._fromBytes(bytes);

  readonly withMeta = (id: unknown, meta: unknown): Id => this._codec._withMetadata(id, meta);

  readonly meta = (text: unknown): number => this._codec._metadataFromText(text);

  get "~standard"(): StandardSchema {
    return (this.#schema ??= standardSchema(this._codec));
  }

  readonly jsonSchema = (): { type: "string"; pattern: string } => jsonSchema(this._codec);

  toJSON(): api.FormatDescription {
    return pickDescription((property) => this._public[property]) as api.FormatDescription;
  }

  /** The same, shorter. Without a core, the reason. */
  override [INSPECT](): object {
    try {
      return this._shown();
    } catch (error) {
      // A log line must not end a program that has not called `loadCore` yet.
      if (error instanceof FlakeError) return { name: this.#name, error: error.message };
      throw error;
    }
  }

  private _shown(): object {
    const description = this.toJSON();
    const { epoch, fields } = description;
    const widths = fields.map(({ name, bits, parts }) => {
      const said = parts.map((part) => `${part.name} ${part.bits}`).join(", ");
      return `${name} ${bits}${said && ` (${said})`}`;
    });
    return { ...description, epoch: epoch === null ? null : new Date(epoch), fields: widths };
  }
}
