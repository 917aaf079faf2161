import type { FormatDescription } from "./description.js";
import type { FieldNumbers } from "./format.js";
import type { OnExhausted, OnRollback, SequenceStart } from "./generated/names.js";

/** Options of every generator. */
export interface GeneratorOptions {
  /**
   * A clock that gives Unix ms. A generator with a clock of its own shares its counter with no other generator.
   * Default: `Date.now`, looked up at every call.
   */
  clock?: (() => number) | undefined;
  /** The policy for a clock that reads earlier than before. Default: `lead`; for nanoflake, `wait`. */
  onRollback?: OnRollback | undefined;
  /**
   * The policy for a tick of the clock whose sequence numbers are all used. Default: `wait`; in Workers and edge
   * functions, whose clock stands still during a request, `lead`.
   *
   * A clock stalls if it gains less than 1 ms in a million readings, or in 50 ms of sleep in `nextAsync`. A wait for
   * the next tick then becomes a lead. Nanoflake's specification ("Generating Nanoflakes") does not allow leads, so
   * nanoflake throws `CLOCK_STALLED` instead, unless the policy is `lead`.
   */
  onExhausted?: OnExhausted | undefined;
  /** The largest lead of an ID's time over the clock, in whole ms, 0 to 86 400 000. Default: 10 000. */
  maxLead?: number | undefined;
  /**
   * The longest wait for a single ID, in whole ms, 0 to 86 400 000. `WAIT_TOO_LONG` is thrown as soon as the wait is
   * known to be longer. For `nextAsync`, time in the queue counts too, except while other calls of the queue are
   * served. Default: 1000.
   */
  maxWait?: number | undefined;
  /**
   * The first sequence number of a new tick. Default: `reset`, with which IDs strictly increase unless there is a
   * {@link GeneratorOptions.sequenceResetThreshold}; for uid60, `rolling`.
   */
  sequenceStart?: SequenceStart | undefined;
  /**
   * The first and the last sequence number to use, in either order. Threads or processes with the same node can share
   * the node by using disjoint ranges. Default: all sequence numbers.
   */
  sequenceRange?: readonly [first: number, last: number] | undefined;
  /**
   * Called when all sequence numbers of a tick are used and a call has to wait: once per wait in `next`, about once per
   * ms while calls of `nextAsync` wait. `count` is the number of waiting calls. `ticks` is the duration of the overflow
   * in ms. An overflow begins with the first wait, and goes on as long as each further tick is used up too, whichever
   * calls wait.
   */
  onOverflow?: ((notification: { now: Date; count: number; ticks: number }) => void) | undefined;
  /**
   * With `sequenceStart: "reset"`: a new tick starts at the lowest number only if the next number has reached this
   * threshold. Otherwise the sequence continues and wraps around within the tick (5, 6, 7, 0, 1), as in LiteRT's uuid.
   * IDs are unique, but increase only from tick to tick. The threshold is 0 to the highest sequence number. Default: 0,
   * with which every tick starts at the lowest number.
   */
  sequenceResetThreshold?: number | undefined;
}

/** The options of a generator whose node has these fields, as arguments. */
export type GeneratorArguments<Node extends object> = object extends Node
  ? [options?: GeneratorOptions & FieldNumbers<Node>]
  : [options: GeneratorOptions & FieldNumbers<Node>];

/** The state of a generator as plain JSON data: {@link snapshot} returns it, and {@link resume} goes on from it. */
export interface Snapshot {
  readonly version: 1;
  /** The kinds and widths of the fields, the high bits first, the length of a tick in ms, and the epoch in Unix ms. */
  readonly layout: string;
  /** The node fields. */
  readonly fields: Readonly<Record<string, number>>;
  readonly sequenceRange: readonly [first: number, last: number];
  /** The last tick in which IDs were made. */
  readonly tick: number;
  /** The latest reading of the clock, in ticks. */
  readonly seen: number;
  /** The next sequence number. */
  readonly next: number;
  /** How many sequence numbers of the last tick are used. */
  readonly used: number;
  /** For formats with a toggle: the last tick up to which the other timeline may have been used. */
  readonly safe: number;
  /** For formats with a toggle: how often the timeline was changed. */
  readonly drifts: number;
}

/** `Symbol.dispose`, if the compiler's library declares it. */
type Disposing = SymbolConstructor extends { readonly dispose: infer Key extends symbol }
  ? Record<Key, () => void>
  : object;

/** An object that can be freed before it is garbage collected, also by `using`. */
export interface Freeable extends Disposing {
  /**
   * Frees the memory of a generator with a `clock` of its own, and the partition of a sno generator without the option
   * `partition`. All other generators own nothing. Generators that share the counter of the freed generator continue.
   * Afterwards every other method of the freed generator throws `GENERATOR_FREED`. Freeing it again has no effect.
   *
   * @example
   * ```js
   * import { discord, generator } from "flakekit";
   *
   * const ids = generator(discord, { workerId: 1, processId: 0, clock: () => Date.now() });
   * ids.next();
   * ids.free();
   * ```
   */
  free(): void;
}

/** The format and the node fields of a generator. */
export interface GeneratorState {
  /** The format of the IDs. */
  readonly format: FormatDescription;
  /** The node fields and their parts, such as `{ workerId: 1, processId: 0 }`. */
  readonly fields: Readonly<Record<string, number>>;
  /**
   * The name of the format and the node fields, as `JSON.stringify` and `console.log` show them.
   *
   * @example
   * ```js
   * import { discord, generator } from "flakekit";
   *
   * const ids = generator(discord, { workerId: 1, processId: 0 });
   * JSON.stringify(ids); // → '{"format":"discord","fields":{"workerId":1,"processId":0}}'
   * ```
   */
  toJSON(): { format: string; fields: Readonly<Record<string, number>> };
}

/** An `AbortSignal`. */
export interface Aborting {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Options of {@link batchAsync}. */
export interface BatchOptions {
  /** Ends the batch: the promise is rejected at once with the signal's reason, which `throwIfAborted` throws. */
  signal?: Aborting | undefined;
  /**
   * Called with the count of IDs made so far, after each turn of the batch. If it throws, the promise is rejected with
   * its error.
   */
  onProgress?: ((count: number) => void) | undefined;
}

/** The options of {@link batchAsync} for a generator whose calls take this metadata. */
export type BatchOptionsOf<Meta extends Metadata> = Meta extends []
  ? BatchOptions
  : BatchOptions & { meta?: number | bigint | undefined };

/**
 * Makes IDs. With `sequenceStart: "reset"` they strictly increase. A call that throws changes nothing. `next`, `nextText` and
 * `nextAsync` can be passed on as functions.
 *
 * The tick of an ID, with the default policies `onRollback: "lead"` and `onExhausted: "wait"`:
 *
 * | method | clock ahead | clock behind | tick used up |
 * |---|---|---|---|
 * | `next`, `nextText` | the clock's tick | the last tick, then the ticks after it; none is more than `maxLead` ahead of the clock | blocks the thread until the next tick |
 * | `nextAsync` | the clock's tick | as `next` | sleeps until the next tick |
 * | `batch`, `fill` | the clock's tick | as `next` | blocks the thread until the next tick, for each tick |
 * | `batchAsync` | the clock's tick | as `next` | sleeps until the next tick, for each tick |
 *
 * The clock is ahead if its tick is after that of the last ID, and behind if its tick is before it. Where a lead has reached `maxLead`, a call
 * waits for the clock as it does for the next tick. A call that would wait longer than `maxWait` for an ID throws `WAIT_TOO_LONG` in place of the wait.
 *
 * @typeParam Id - the type of IDs
 */
export interface IdGenerator<Id extends number | bigint = number | bigint> extends Freeable, GeneratorState {
  /**
   * Makes one ID. If it has to wait for the clock, it blocks the thread, for at most `maxWait` ms.
   *
   * @throws FlakeError `CLOCK_BEHIND`, `SEQUENCE_EXHAUSTED` or `WAIT_TOO_LONG`, depending on the policies;
   * `CLOCK_STALLED`, `CLOCK_INVALID` or `CLOCK_OUT_OF_RANGE` if the clock is unusable, as in a Worker's global scope;
   * `NO_RANDOMNESS` if random bits are needed and there are none; `INVALID_FIELD` for metadata out of range;
   * `GENERATOR_FREED`
   *
   * @example
   * ```js
   * import { discord, generator } from "flakekit";
   *
   * const ids = generator(discord, { workerId: 1, processId: 0 });
   * const id = ids.next(); // a bigint
   * ids.next() > id; // → true
   * ```
   */
  next(this: void): Id;

  /**
   * Makes one ID and returns its text in the format's own encoding.
   *
   * @throws FlakeError the same as {@link IdGenerator.next}
   *
   * @example
   * ```js
   * import { discord, generator } from "flakekit";
   *
   * const ids = generator(discord, { workerId: 1, processId: 0 });
   * discord.isValid(ids.nextText()); // → true
   * ```
   */
  nextText(this: void): string;

  /**
   * Makes one ID. It does not block the thread while it waits. Calls are served in order.
   *
   * @returns a promise, which is rejected with the errors of {@link IdGenerator.next}
   *
   * @example
   * ```js
   * import { discord, generator } from "flakekit";
   *
   * const ids = generator(discord, { workerId: 1, processId: 0 });
   * const [first, second] = await Promise.all([ids.nextAsync(), ids.nextAsync()]);
   * first < second; // → true
   * ```
   */
  nextAsync(this: void): Promise<Id>;
}

/**
 * A generator of a format with a metadata field: its methods take the metadata, which is 0 by default.
 *
 * @example
 * ```js
 * import { defineFormat, generator } from "flakekit";
 *
 * const messages = defineFormat({
 *   name: "messages",
 *   epoch: "2024-01-01",
 *   fields: [
 *     { kind: "time", bits: 42 },
 *     { kind: "metadata", name: "type", bits: 8 },
 *     { kind: "sequence", bits: 14 },
 *   ],
 * });
 * const ids = generator(messages);
 * messages.decode(ids.next(3)).type; // → 3
 * ```
 */
export interface MetadataGenerator<Id extends number | bigint = bigint> extends IdGenerator<Id> {
  next(this: void, meta?: number | bigint): Id;
  nextText(this: void, meta?: number | bigint): string;
  nextAsync(this: void, meta?: number | bigint): Promise<Id>;
}

/** The metadata argument of formats with a metadata field, 0 by default; no argument for all other formats. */
export type Metadata = [] | [meta?: number | bigint];

/** The array type for many IDs: a typed array, or a list of texts. */
export type IdArray<Id extends number | bigint | string> = Id extends number
  ? Float64Array
  : Id extends bigint
    ? BigUint64Array
    : string[];
