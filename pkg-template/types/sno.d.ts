import type { EncodeOptions, FieldNumbers, IdForm, MadeAt, ReadableFormat } from "./format.js";
import type { OnRollback } from "./generated/names.js";
import type { Freeable, GeneratorOptions, GeneratorState } from "./generator.js";
import type { Instant } from "./text.js";

/** The fields of a sno besides its time. */
// A type literal, because only that is assignable to the record that the `decode` of `AnyFormatWithEpoch` returns.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type SnoFields = {
  /** The timeline, 0 or 1. It changes whenever the clock is set back. */
  toggle: number;
  /** User-defined metadata, 0 to 255. */
  meta: number;
  /** 0 to 65 535. */
  partition: number;
  /** 0 to 65 535. */
  sequence: number;
};

/** A partition: 0 to 65 535, or two bytes, each a number or an ASCII character, as in `["A", 10]`. */
export type SnoPartition = number | bigint | Uint8Array | readonly [number | string, number | string];

/** Options of a sno generator. */
export interface SnoGeneratorOptions extends Omit<GeneratorOptions, "onRollback"> {
  /**
   * The node. Default: a partition that no other generator of this process has, counted up from a random partition.
   * Once all partitions are in use, the generator gets a partition whose generators were freed, or shares a partition.
   * Two processes may choose the same partition by chance, so set the partition as soon as several processes make IDs
   * for one purpose.
   */
  partition?: SnoPartition | undefined;
  /** Another name of `partition`. If both are given, they must be equal. */
  machineId?: SnoPartition | undefined;
  /**
   * A policy of {@link GeneratorOptions.onRollback}, or `toggle`, which is the default: continue at once at the clock's
   * tick in the other timeline. If both timelines may have used this tick, wait until the clock is past the ticks that
   * both timelines used.
   */
  onRollback?: OnRollback | "toggle" | undefined;
}

/** A snapshot with the fields of sno's specification ("Snapshots"). Times are in ticks of 4 ms since the epoch. */
export interface SnoSnapshot {
  readonly partition: number;
  readonly sequenceMin: number;
  readonly sequenceMax: number;
  /** The last sequence number that was used in the tick `now`. */
  readonly sequence: number;
  /** The tick of the snapshot. */
  readonly now: number;
  /** The tick of the last ID. */
  readonly wallHi: number;
  /** The last tick up to which the other timeline may have been used. */
  readonly wallSafe: number;
  /** How often the clock was set back. */
  readonly drifts: number;
  /**
   * How many sequence numbers of the tick `wallHi` are used. The specification does not have this field. It is present
   * only if `sequence` does not imply the count, because the sequence wrapped around within the tick.
   */
  readonly used?: number;
}

/**
 * A configuration in the form of a snapshot without a state, as the specification has it: nothing was made with this partition
 * and these numbers. A bound that is absent is the lowest or the highest number, and an absent partition is that of the options,
 * or 0.
 */
export type SnoConfiguration =
  | { readonly partition: SnoPartition; readonly sequenceMin?: number; readonly sequenceMax?: number }
  | { readonly partition?: SnoPartition; readonly sequenceMin: number; readonly sequenceMax?: number }
  | { readonly partition?: SnoPartition; readonly sequenceMin?: number; readonly sequenceMax: number };

/**
 * What `resume` takes for sno: a snapshot, also that of the Go package `github.com/muyo/sno` in JSON; or a configuration.
 * Snapshots with `monoHi` or `monoLo` are of the Go package before its first release. They are refused if `drifts` is not 0,
 * because they do not say which ticks of the other timeline are used.
 */
export type SnoSaved =
  | (Omit<SnoSnapshot, "partition" | "wallSafe"> & {
      readonly partition: SnoPartition;
      readonly wallSafe?: number;
      readonly monoHi?: number;
      readonly monoLo?: number;
      readonly monoOffset?: number;
    })
  | SnoConfiguration;

/**
 * Makes snos. A call that throws changes nothing. `next`, `nextText`, `nextBytes` and `nextAsync` can be passed on as
 * functions. The table of {@link IdGenerator} holds for snos too, except that with a clock that is behind, the default policy `toggle` continues
 * at the clock's tick in the other timeline.
 */
export interface SnoGenerator extends Freeable, GeneratorState {
  /**
   * Makes one ID. If it has to wait for the clock, it blocks the thread, for at most `maxWait` ms.
   *
   * @param meta - user-defined metadata, 0 to 255. Default: 0
   * @throws FlakeError `INVALID_FIELD`, or the same as {@link IdGenerator.next}
   *
   * @example
   * ```js
   * import { generator, sno } from "flakekit";
   *
   * const ids = generator(sno, { partition: ["A", 10] });
   * sno.decode(ids.next(3)).meta; // → 3
   * ```
   */
  next(this: void, meta?: number | bigint): string;

  /**
   * Makes one ID, as `next` does.
   *
   * @example
   * ```js
   * import { generator, sno } from "flakekit";
   *
   * const ids = generator(sno, { partition: ["A", 10] });
   * ids.nextText().length; // → 16
   * ```
   */
  nextText(this: void, meta?: number | bigint): string;

  /**
   * Makes one ID and returns its 10 bytes.
   *
   * @throws FlakeError the same as `next`
   *
   * @example
   * ```js
   * import { generator, sno } from "flakekit";
   *
   * const ids = generator(sno, { partition: ["A", 10] });
   * ids.nextBytes(3).length; // → 10
   * ```
   */
  nextBytes(this: void, meta?: number | bigint): Uint8Array;

  /**
   * Makes one ID. It does not block the thread while it waits. Calls are served in order.
   *
   * @returns a promise, which is rejected with the errors of `next`
   *
   * @example
   * ```js
   * import { generator, sno } from "flakekit";
   *
   * const ids = generator(sno, { partition: ["A", 10] });
   * sno.meta(await ids.nextAsync(3)); // → 3
   * ```
   */
  nextAsync(this: void, meta?: number | bigint): Promise<string>;

  /**
   * Makes an ID for a given time, to import IDs from another system. The time is rounded down to 4 ms. These IDs have a
   * sequence of their own, which wraps around within the sequence range. The method never waits. The ID is unique only
   * if nothing else makes IDs for this time.
   *
   * @throws FlakeError `INVALID_TIME` if the time is before the epoch or past the last tick; `INVALID_FIELD`
   *
   * @example
   * ```js
   * import { generator, sno } from "flakekit";
   *
   * const ids = generator(sno, { partition: ["A", 10] });
   * const imported = ids.nextWithTime("2020-01-01");
   * sno.date(imported).getUTCFullYear(); // → 2020
   * ```
   */
  nextWithTime(time: Instant, meta?: number | bigint): string;

  /** The node. @throws FlakeError `GENERATOR_FREED` */
  readonly partition: number;
  /**
   * The last sequence number that was used in the clock's tick, or the lowest sequence number if none was used. This
   * property and the next properties read the clock. @throws FlakeError the same as {@link snapshot}
   */
  readonly sequence: number;
  readonly sequenceMin: number;
  readonly sequenceMax: number;
  /** How many sequence numbers of the clock's tick are used. */
  readonly len: number;
  /** How many sequence numbers a tick has. */
  readonly cap: number;
}

/** The fields that `encode` of sno takes besides the time. */
export type SnoGivenFields = FieldNumbers<Omit<SnoFields, "partition">> &
  (
    | { partition: SnoPartition; machineId?: SnoPartition | undefined }
    | { partition?: undefined; machineId: SnoPartition }
  );

/** sno: a format whose IDs are texts. */
export interface SnoFormat extends ReadableFormat<string, SnoFields> {
  readonly epoch: number;

  /**
   * For the compiler only, never set: it takes the options and the results of `generator`, `resume` and `lease` from
   * this property.
   */
  readonly "~making"?: {
    readonly arguments: [options?: SnoGeneratorOptions];
    readonly generator: SnoGenerator;
    readonly snapshot: SnoSaved;
  };

  /**
   * Makes the ID with this time and these fields.
   *
   * @throws FlakeError `INVALID_FIELD` if a field is missing, unknown or out of range; `INVALID_TIME` if the time is
   * not a whole number of ms, is not the beginning of a tick of 4 ms, or is before the epoch or past the last tick
   *
   * @example
   * ```js
   * import { sno } from "flakekit";
   *
   * const id = sno.encode({ date: new Date("2026-01-01"), partition: ["A", 10] }, { partial: true });
   * sno.decode(id).partition; // → 16650
   * ```
   */
  encode(this: void, fields: MadeAt & Partial<SnoGivenFields>, options: EncodeOptions & { partial: true }): string;
  encode(this: void, fields: MadeAt & SnoGivenFields, options?: EncodeOptions | number): string;

  /**
   * Writes an ID as a UUID: the 16 characters of the ID are the 16 bytes of the UUID. @throws FlakeError `INVALID_ID`
   * or `INVALID_TEXT`
   *
   * @example
   * ```js
   * import { sno } from "flakekit";
   *
   * sno.toUUID("brpk4q72xwf2m63l"); // → "6272706b-3471-3732-7877-66326d36336c"
   * ```
   */
  toUUID(this: void, id: IdForm<string>): string;

  /**
   * Reads a UUID that `toUUID` writes. @throws FlakeError `INVALID_TEXT`, with the position of the first wrong digit
   *
   * @example
   * ```js
   * import { sno } from "flakekit";
   *
   * const uuid = sno.toUUID("brpk4q72xwf2m63l");
   * sno.fromUUID(uuid); // → "brpk4q72xwf2m63l"
   * ```
   */
  fromUUID(this: void, uuid: string): string;

  /**
   * An ID with other metadata, for example to number the versions of a document. All other fields stay.
   *
   * @param meta - 0 to 255
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT` or `INVALID_FIELD`
   *
   * @example
   * ```js
   * import { sno } from "flakekit";
   *
   * const second = sno.withMeta("brpk4q72xwf2m63l", 2);
   * sno.meta(second); // → 2
   * ```
   */
  withMeta(this: void, id: IdForm<string>, meta: number | bigint): string;

  /**
   * The metadata of an ID. It reads only the two characters that contain the metadata. @throws FlakeError
   * `INVALID_TEXT`
   *
   * @example
   * ```js
   * import { next, sno } from "flakekit";
   *
   * sno.meta(next(sno, 3)); // → 3
   * ```
   */
  meta(this: void, id: string): number;
}
