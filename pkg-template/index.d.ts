/**
 * Compact, time-sortable unique IDs: every format of the Snowflake family, made, read and checked,
 * and never the same one twice.
 *
 * Everything that is refused is refused with a {@link FlakeError}; nothing is masked, wrapped or
 * truncated in silence.
 *
 * @packageDocumentation
 */

/** A point in time: a `Date`, an ISO 8601 text (with `Z` or an offset where it has a time of day), or Unix ms. */
export type Instant = Date | string | number;

/**
 * A way to write an ID as text.
 *
 * - `decimal`: digits `0-9`
 * - `hex`: digits `0-9a-f`
 * - `base36`: digits `0-9a-z`; capitals are read too
 * - `base62`: digits `0-9A-Za-z`
 * - `rotatedBase64`: uid60's 10 characters, for 60-bit formats alone
 * - `sno`: sno's 16 characters `2-9a-x`, for 80-bit formats alone
 * - `snoUuid`: the same as the 16 bytes of a UUID; hex digits of either case are read
 */
export type Encoding = "decimal" | "hex" | "base36" | "base62" | "rotatedBase64" | "sno" | "snoUuid";

/** How to write or read an ID as text. */
export interface TextOptions {
  /** The encoding; the format's own unless given. */
  as?: Encoding | undefined;
  /** Whether the text has leading zeros to the width of the format's largest ID, and so sorts as the ID does. Default: `false`. */
  padded?: boolean | undefined;
}

/** What a field counts or carries. */
export type FieldKind = "time" | "node" | "sequence" | "random" | "metadata" | "toggle";

/** A field of a format. */
export interface FieldDescription {
  readonly name: string;
  readonly kind: FieldKind;
  /** Its width. */
  readonly bits: number;
  /** Named groups of its bits, the high bits first; often none. */
  readonly parts: readonly { readonly name: string; readonly bits: number }[];
}

/** What there is to know about a format. */
export interface FormatDescription {
  readonly name: string;
  /** The total width, 1 to 80. */
  readonly bits: number;
  /** ms per tick. */
  readonly unit: number;
  /** Unix ms of tick 0; `null` where every application has its own and none is set. */
  readonly epoch: number | null;
  /** The type of IDs. */
  readonly native: "number" | "bigint" | "string";
  /** The encoding that IDs are usually written in. */
  readonly text: Encoding;
  /** The fields, the high bits first. */
  readonly fields: readonly FieldDescription[];
}

/** When an ID was made. */
export interface Made {
  /** Unix ms, the beginning of the ID's tick. */
  timestamp: number;
  /** The same as a `Date`. */
  date: Date;
}

/** When an ID was made, for encoding: `timestamp`, `date`, or both alike. */
export type MadeAt = { timestamp: Instant; date?: Date | undefined } | { timestamp?: undefined; date: Date };

/** What is common to all formats, with or without an epoch. */
interface AnyFormat<Id extends number | bigint | string> extends FormatDescription {
  /**
   * Whether this is an ID of the format: a bigint or a safe integer of its width, its bytes, or a text
   * as the options say. Never throws for an ID, whatever it is.
   *
   * @throws FlakeError `INVALID_OPTION`
   */
  isValid(id: unknown, options?: TextOptions): boolean;

  /**
   * The order of two IDs, for `ids.sort(format.compare)`.
   *
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` where one is no ID of the format
   */
  readonly compare: (a: Id | bigint | number | string, b: Id | bigint | number | string) => -1 | 0 | 1;

  /**
   * The text of an ID.
   *
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT` or `INVALID_OPTION`
   */
  toText(id: Id | bigint | number | string, options?: TextOptions): string;

  /**
   * The ID of a text. Strict: every encoding has one text per ID (and one padded text); anything
   * else is refused with the position of the first character that is wrong.
   *
   * @throws FlakeError `INVALID_TEXT` or `INVALID_OPTION`
   */
  fromText(text: string, options?: TextOptions): Id;

  /**
   * The bytes of an ID, the high one first: as many as its bits take, 7 to 10 for built-in formats.
   *
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT`
   */
  toBytes(id: Id | bigint | number | string | Uint8Array): Uint8Array;

  /**
   * The ID of so many bytes.
   *
   * @throws FlakeError `INVALID_ID` where they are not as many or hold too much
   */
  fromBytes(bytes: Uint8Array): Id;

  /**
   * The IDs in order, in a new array. Each is checked as it is taken from the iterable.
   *
   * @throws FlakeError `INVALID_ID` or `INVALID_TEXT` where one is no ID of the format, or where `ids` is no iterable
   */
  sort<T extends Id | bigint | number | string>(ids: Iterable<T>): T[];

  /** The smallest ID. */
  readonly zero: Id;
}

/**
 * A format: what the bits of an ID mean. Immutable.
 *
 * @typeParam Id - the type of IDs
 * @typeParam Node - the options that say who makes them
 * @typeParam Fields - what an ID says besides its time
 * @typeParam Adjust - what `with` takes
 */
export interface Format<
  Id extends number | bigint = number | bigint,
  Node extends object = Record<string, number>,
  Fields extends object = Record<string, number>,
  Given extends object = Record<string, number>,
> extends AnyFormat<Id> {
  readonly epoch: number;

  /**
   * A generator. All generators of one process that could make the same ID (same layout, epoch, node
   * fields, overlapping `sequenceRange`) share their numbers, so one made for each ID does no harm;
   * one with its own `clock` stands alone.
   *
   * @throws FlakeError `INVALID_FIELD`, `INVALID_OPTION` or `INVALID_SNAPSHOT`
   */
  generator(
    ...options: object extends Node
      ? [options?: GeneratorOptions & Node]
      : [options: (GeneratorOptions & Node) | (GeneratorOptions & Partial<Node> & { snapshot: Snapshot })]
  ): Generator<Id>;

  /**
   * What an ID says.
   *
   * @param id - a bigint, a safe integer, or a text as the options say
   * @throws FlakeError `INVALID_ID`, `INVALID_TEXT` or `INVALID_OPTION`
   */
  decode(id: Id | bigint | number | string, options?: TextOptions): Made & Fields;

  /**
   * The ID that says this; the inverse of `decode`. A field with parts is given by its own name, by
   * its parts', or by both alike. The time must be the beginning of a tick.
   *
   * @throws FlakeError `INVALID_FIELD` where a field is missing, unknown or out of range,
   * `INVALID_TIME` where the format can't hold the time
   */
  encode(fields: MadeAt & Given): Id;

  /**
   * The smallest and the largest ID made between two instants, both inclusive to the tick:
   * `WHERE id BETWEEN min AND max`.
   *
   * @throws FlakeError `INVALID_TIME` where the format can't hold one of them, or `from` is later than `to`
   */
  range(from: Instant, to: Instant): { min: Id; max: Id };

  /**
   * The same format with another epoch.
   *
   * @throws FlakeError `INVALID_EPOCH` where it is no instant, in the future, or too early for the format
   */
  with(options: { epoch?: Instant | undefined }): Format<Id, Node, Fields, Given>;
}

/** A format that every application gives its own epoch: it checks and writes IDs, and reads and makes them once it has one. */
export interface FormatWithoutEpoch<
  Id extends number | bigint,
  Node extends object,
  Fields extends object,
  Given extends object = Fields,
> extends AnyFormat<Id> {
  readonly epoch: null;

  /**
   * The format with an epoch, which must never change once IDs have been made.
   *
   * @throws FlakeError `INVALID_EPOCH` where it is no instant, in the future, or too early for the format
   */
  with(options: { epoch: Instant }): Format<Id, Node, Fields, Given>;
}

/** What Snowflake-SI's `with` takes besides the epoch; the three widths sum to 53. */
export interface SnowflakeSIWidths {
  /** 40 to 53. Default: 40. */
  timeBits?: number | undefined;
  /** 0 to 12. Default: 5. */
  machineBits?: number | undefined;
  /** 1 to 13. Default: what the others leave. */
  sequenceBits?: number | undefined;
}

/** Snowflake-SI with an epoch: as {@link Format}, and its widths can be changed. */
export interface SnowflakeSI<Node extends object = { machineId: number }> extends Omit<
  Format<number, Node, { machineId: number; sequence: number }, { machineId?: number; sequence: number }>,
  "with"
> {
  /**
   * The same format with another epoch or other widths. With `machineBits: 0`, no `machineId` is
   * needed, and a ms has 8192 IDs.
   *
   * @throws FlakeError `INVALID_LAYOUT` where the widths don't sum to 53, `INVALID_EPOCH` where
   * 2147483647000 - epoch is not below 2^timeBits, or the epoch is in the future
   */
  with<const O extends SnowflakeSIWidths & { epoch?: Instant | undefined }>(
    options: O,
  ): SnowflakeSI<
    O extends { machineBits: 0 } ? { machineId?: 0 } : O extends { machineBits: number } ? { machineId: number } : Node
  >;
}

/** Snowflake-SI before it has an epoch. */
export interface SnowflakeSIWithoutEpoch extends Omit<
  FormatWithoutEpoch<number, { machineId: number }, { machineId: number; sequence: number }>,
  "with"
> {
  /**
   * The format with an epoch, which must never change once IDs have been made, and perhaps other widths.
   *
   * @throws FlakeError as {@link SnowflakeSI.with}
   */
  with<const O extends SnowflakeSIWidths & { epoch: Instant }>(
    options: O,
  ): SnowflakeSI<O extends { machineBits: 0 } ? { machineId?: 0 } : { machineId: number }>;
}

/** Options of every generator. */
export interface GeneratorOptions {
  /**
   * The clock, giving Unix ms. A generator with its own clock shares nothing. Default: `Date.now`,
   * looked up at every call.
   */
  clock?: (() => number) | undefined;
  /**
   * When the clock reads earlier than before: `lead` stays on the last tick, counts on, and goes one
   * tick further when its sequence is used up; `wait` waits until the clock is back; `throw` throws
   * `CLOCK_BEHIND`. Default: `lead`; for nanoflake, `wait`.
   */
  onRollback?: "lead" | "wait" | "throw" | undefined;
  /**
   * When the sequence of the clock's tick is used up: `wait` waits for the next tick; `lead` goes one
   * tick further than the clock; `throw` throws `SEQUENCE_EXHAUSTED`. Default: `wait`; in Workers and
   * edge functions, whose clock stands still, `lead`.
   *
   * A clock that gains less than a ms in a million readings, or in 50 ms of sleep in `nextAsync`, stands still. Then a
   * wait for the next tick becomes a lead. For nanoflake it throws `CLOCK_STALLED`: its specification knows no lead
   * ("Generating Nanoflakes"), so an ID leads only where `lead` is the policy.
   */
  onExhausted?: "wait" | "lead" | "throw" | undefined;
  /** How far an ID's time may lead the clock, in whole ms up to a day. Default: 10 000. */
  maxLead?: number | undefined;
  /**
   * How long a single ID may have to wait, in whole ms up to a day. A longer wait throws `WAIT_TOO_LONG` as soon as it is
   * known to be longer. The whole wait counts: for `nextAsync`, also the time in the queue in which nobody was served.
   * Default: 1000.
   */
  maxWait?: number | undefined;
  /**
   * Where the sequence of a new tick starts: `reset` at the lowest number, so that IDs strictly
   * increase (with a {@link GeneratorOptions.sequenceResetThreshold}, they need not); `rolling` where the last tick left
   * off; `random` at a random number. Default: `reset`; for uid60, `rolling`.
   */
  sequence?: "reset" | "rolling" | "random" | undefined;
  /** The first and the last sequence number to use, in either order. Generators in several threads or processes may share a machine's ID by dividing these. */
  sequenceRange?: readonly [first: number, last: number] | undefined;
  /**
   * Is told when the sequence of a tick is used up and a caller has to wait: once for a wait in `next`,
   * about once a ms while callers of `nextAsync` wait. `count` is how many wait, `ticks` how often it has been told before.
   */
  onOverflow?: ((notification: { now: Date; count: number; ticks: number }) => void) | undefined;
  /**
   * With `sequence: "reset"`: a tick starts at the lowest number only if the next number has reached this one. Otherwise
   * the sequence goes on, and goes round within the tick (5, 6, 7, 0, 1), as that of `@litert/uuid` does: IDs are unique,
   * but increase only from tick to tick. 0 up to the highest number. Default: 0, at every tick.
   */
  sequenceResetThreshold?: number | undefined;
  /** Goes on where {@link Generator.snapshot} left off. The node fields may then be left out. */
  snapshot?: Snapshot | undefined;
}

/** What a generator has granted: plain JSON, to go on from after a restart. */
export interface Snapshot {
  readonly version: 1;
  /** Kinds and widths, the high bits first, then ms per tick and the epoch in Unix ms. */
  readonly layout: string;
  /** The node fields. */
  readonly fields: Readonly<Record<string, number>>;
  readonly sequenceRange: readonly [first: number, last: number];
  /** The last tick granted from, and the latest reading of the clock in ticks. */
  readonly tick: number;
  readonly seen: number;
  /** The sequence number to be granted next, and how many of this tick are granted. */
  readonly next: number;
  readonly used: number;
  /** The last tick up to which the other timeline of a toggle may have been used, and how often the timeline was changed. */
  readonly safe: number;
  readonly drifts: number;
}

/** What `using` asks of a value, where the compiler's library knows of it. */
type Disposing = SymbolConstructor extends { readonly dispose: infer Key extends symbol }
  ? Record<Key, () => void>
  : object;

/** What can be let go of before the garbage collector does so, also by `using`. */
interface Freeable extends Disposing {
  /**
   * Gives back the memory of a generator with a `clock` of its own, and the partition of one that was given none.
   * Other generators own nothing, and those that share its counter go on. Whatever it is asked for afterwards, it throws
   * `GENERATOR_FREED`; but it can be freed again.
   */
  free(): void;
}

/** Makes IDs; strictly increasing ones with `sequence: "reset"`. Every refusal leaves it as it was. */
export interface Generator<Id extends number | bigint = number | bigint> extends Freeable {
  /** The format of the IDs. */
  readonly format: FormatDescription;

  /**
   * One ID. Where it has to wait for the clock, it waits on the thread, `maxWait` ms at the most.
   *
   * @throws FlakeError `CLOCK_BEHIND`, `SEQUENCE_EXHAUSTED` or `WAIT_TOO_LONG` as the policies say;
   * `CLOCK_STALLED`, `CLOCK_INVALID` or `CLOCK_OUT_OF_RANGE` for a clock that can't be used, such as that of
   * a Worker's global scope; `NO_RANDOMNESS` where random bits are needed and there are none; `GENERATOR_FREED`
   */
  next(...meta: Metadata<Id>): Id;

  /**
   * One ID as text in the format's own encoding.
   *
   * @throws FlakeError as {@link Generator.next}
   */
  nextText(...meta: Metadata<Id>): string;

  /**
   * One ID; gives the thread back where it has to wait. Callers are served in the order they asked.
   * Rejects with what {@link Generator.next} throws.
   */
  nextAsync(...meta: Metadata<Id>): Promise<Id>;

  /**
   * Many IDs at once. Where it throws, none is used up.
   *
   * @param count - 0 to 16 777 216
   * @throws FlakeError `INVALID_COUNT`, or as {@link Generator.next}
   */
  batch(count: number): IdArray<Id>;

  /**
   * Fills an array with IDs and gives it back. Where it throws, the array is as before and no ID is used up.
   *
   * @throws FlakeError `INVALID_COUNT` for another kind of array, or as {@link Generator.next}
   */
  fill<A extends IdArray<Id>>(array: A): A;

  /**
   * What has been granted. Take it when no more IDs will be made, or it will be out of date.
   *
   * @throws FlakeError `CLOCK_INVALID` or `CLOCK_OUT_OF_RANGE` for a clock that can't be used
   */
  snapshot(): Snapshot;
}

/** The caller's own data, for formats of bigints that are defined with a field for it; 0 or nothing for others. */
export type Metadata<Id> = Id extends bigint ? [meta?: number] : [];

/** The array that IDs of this type go into. */
export type IdArray<Id extends number | bigint> = Id extends number ? Float64Array : BigUint64Array;

/** A format that could have made an ID. */
export interface Candidate {
  /** The format's name: `twitter`, `uuid v7`, `ulid`, … */
  format: string;
  /** `plausible`: its time is one at which such IDs were made; `unknown`: its epoch has to be told; `unlikely`: before there were any, or in the future. */
  fit: "plausible" | "unknown" | "unlikely";
  /** Why, in words. */
  reason: string;
  /** The ID as an integer, for formats up to 64 bits. */
  value: bigint | null;
  /** When it would have been made, in Unix ms. */
  timestamp: number | null;
  date: Date | null;
  /** What else it says; bytes as hex. */
  fields: Record<string, number | string>;
}

/** Options of {@link inspect}. */
export interface InspectOptions {
  /** The time to judge by. Default: now. */
  now?: Instant | undefined;
  /** The epoch of formats without one of their own: Snowflake-SI and Nanoflake. */
  epoch?: Instant | undefined;
  /**
   * Formats of your own to try as well, up to 4096. A format of another copy of the package is read as its
   * description, and must be one that `defineFormat` accepts or a built-in one.
   */
  formats?: Iterable<FormatDescription> | undefined;
}

/**
 * Which formats could have made this ID, best first: those of this package, and UUID versions 1, 6
 * and 7, ULID, KSUID, xid and MongoDB's ObjectId. Empty where none could.
 *
 * @throws FlakeError `INVALID_ID` for what is no text, bigint or safe integer; `INVALID_OPTION`
 */
export function inspect(id: string | bigint | number, options?: InspectOptions): Candidate[];

/** Twitter's machine, whole or in its parts. */
export type TwitterMachine =
  | { machineId: number; datacenterId?: number; workerId?: number }
  | { machineId?: undefined; datacenterId: number; workerId: number };

/** Snowflake-SI: time 40, machineId 5, sequence 8; 53 bits, a safe JavaScript number. Give it an epoch by `with`. */
export const snowflakeSI: SnowflakeSIWithoutEpoch;

/** Twitter/X: time 41, machineId 10 (datacenterId 5, workerId 5), sequence 12; 63 bits, ms since 2010-11-04T01:42:54.657Z. */
export const twitter: Format<
  bigint,
  TwitterMachine,
  { machineId: number; datacenterId: number; workerId: number; sequence: number },
  TwitterMachine & { sequence: number }
>;

/** The same as {@link twitter}. */
export const x: typeof twitter;

/** Discord: time 42, workerId 5, processId 5, increment 12; 64 bits, ms since 2015. */
export const discord: SimpleFormat<bigint, { workerId: number; processId: number }, { increment: number }>;

/** Instagram: time 41, shardId 13, sequence 10; 64 bits, ms since 2011-08-24T21:07:01.721Z. */
export const instagram: SimpleFormat<bigint, { shardId: number }, { sequence: number }>;

/** Mastodon: time 48, sequence 16; 64 bits, ms since 1970. */
export const mastodon: SimpleFormat<bigint, object, { sequence: number }>;

/** Sonyflake: time 39, sequence 8, machineId 16; 63 bits, units of 10 ms since 2014-09-01. */
export const sonyflake: SimpleFormat<bigint, { machineId: number }, { sequence: number }>;

/** Nanoflake: time 41, generatorId 10, sequence 12; 63 bits, written in base36. Give it an epoch by `with`. */
export const nanoflake: FormatWithoutEpoch<bigint, { generatorId: number }, { generatorId: number; sequence: number }>;

/** uid60: time 42, sequence 9, random 9; 60 bits, ms since 2018-03-01, written in 10 characters. */
export const uid60: SimpleFormat<bigint, object, { sequence: number; random: number }>;

/** Any built-in format of integers, whichever it is; `with` gives an epoch to those that have none. */
export interface BuiltInFormat extends AnyFormat<number | bigint> {
  with(options: { epoch: Instant }): Format;
}

/** All built-in formats. */
export function formats(): (BuiltInFormat | SnoFormat)[];

/**
 * sno: time 39, toggle 1, meta 8, partition 16, sequence 16; 80 bits, units of 4 ms from 2010-01-01 to
 * 2079-09-07T15:47:35.548Z. IDs are texts of 16 characters that sort by time; bytes and UUIDs sort alike.
 */
export const sno: SnoFormat;

/** What a sno says besides its time. */
export interface SnoFields {
  /** Which of two timelines it is in: changed by every regression of the clock. */
  toggle: number;
  /** The caller's own byte. */
  meta: number;
  /** 0 to 65 535. */
  partition: number;
  /** 0 to 65 535. */
  sequence: number;
}

/** A partition: 0 to 65 535, or two bytes, each a number or a character of ASCII. */
export type SnoPartition = number | Uint8Array | readonly [number | string, number | string];

/** Options of a sno generator. */
export interface SnoGeneratorOptions extends Omit<GeneratorOptions, "onRollback" | "snapshot"> {
  /**
   * Who makes the IDs. Without it the generator gets one that no other of this process has, counted up
   * from a random one; once all are in use, one whose generators were freed, else one that it shares. Other processes
   * may get the same with the odds that 16 bits allow, so give your own as soon as more than one makes IDs for the same
   * place.
   */
  partition?: SnoPartition | undefined;
  /**
   * As {@link GeneratorOptions.onRollback}; also, and by default, `toggle`: goes on at once in the
   * past, in the other timeline. A second regression into a past that both may have used waits until
   * the clock is past it.
   */
  onRollback?: "toggle" | "lead" | "wait" | "throw" | undefined;
  /** Goes on where {@link SnoGenerator.snapshot} left off. The partition may then be left out. */
  snapshot?: SnoSnapshot | undefined;
}

/** A snapshot with the fields of sno's specification; times in units of 4 ms since 2010. */
export interface SnoSnapshot {
  readonly partition: number;
  readonly sequenceMin: number;
  readonly sequenceMax: number;
  /** The number handed out last in the unit of `now`. */
  readonly sequence: number;
  /** When it was taken. */
  readonly now: number;
  /** The unit of the last ID. */
  readonly wallHi: number;
  /** The last unit up to which the other timeline may have been used. */
  readonly wallSafe: number;
  /** How often the clock went back. */
  readonly drifts: number;
  /**
   * How many numbers of the unit `wallHi` are used. It is not in the specification, and is there only where
   * `sequence` doesn't say it, because the sequence went round within the unit.
   */
  readonly used?: number;
}

/** Makes snos. */
export interface SnoGenerator extends Freeable {
  readonly format: FormatDescription;

  /**
   * One ID.
   *
   * @param meta - the caller's own byte, 0 to 255
   * @throws FlakeError `INVALID_FIELD`, or as {@link Generator.next}
   */
  next(meta?: number): string;

  /** The same as `next`. */
  nextText(meta?: number): string;

  /** One ID as 10 bytes. */
  nextBytes(meta?: number): Uint8Array;

  /** One ID; gives the thread back where it has to wait. Callers are served in the order they asked. */
  nextAsync(meta?: number): Promise<string>;

  /**
   * An ID of a time of your own, for bringing IDs over from elsewhere: floored to 4 ms, with a sequence
   * of its own that rolls within the range; never waits. It is unique only if nothing else makes IDs of that time.
   *
   * @throws FlakeError `INVALID_TIME` where the format can't hold the time; `INVALID_FIELD`
   */
  nextWithTime(time: Instant, meta?: number): string;

  /** Many IDs at once. Where it throws, none is used up. @throws FlakeError `INVALID_COUNT`, or as `next` */
  batch(count: number, meta?: number): string[];

  /** As `batch`, as 10 bytes each, one after the other. @throws FlakeError `INVALID_COUNT`, or as `next` */
  batchBytes(count: number, meta?: number): Uint8Array;

  /**
   * What has been granted. Take it when no more IDs will be made, or it will be out of date.
   *
   * @throws FlakeError `CLOCK_INVALID` or `CLOCK_OUT_OF_RANGE` for a clock that can't be used
   */
  snapshot(): SnoSnapshot;

  /** These read the clock. @throws FlakeError as `snapshot` */
  readonly partition: number;
  /** The number handed out last in this unit, or the lowest. */
  readonly sequence: number;
  readonly sequenceMin: number;
  readonly sequenceMax: number;
  /** How many numbers of this unit are used. */
  readonly len: number;
  /** Of how many. */
  readonly cap: number;
}

/** sno: a format whose IDs are texts. */
export interface SnoFormat extends AnyFormat<string> {
  readonly epoch: number;

  /** An ID of a ready-made generator with a partition of its own. @throws as {@link SnoGenerator.next} */
  next(meta?: number): string;

  /**
   * A generator. Those of one process with the same partition and range share their numbers; ranges of
   * one partition must be identical or disjoint.
   *
   * @throws FlakeError `INVALID_FIELD`, `INVALID_OPTION` or `INVALID_SNAPSHOT`
   */
  generator(options?: SnoGeneratorOptions): SnoGenerator;

  /** What an ID says. @throws FlakeError `INVALID_ID`, `INVALID_TEXT` or `INVALID_OPTION` */
  decode(id: string | Uint8Array, options?: TextOptions): Made & SnoFields;

  /** The ID that says this; the time must be the beginning of a unit. @throws FlakeError `INVALID_FIELD`, `INVALID_TIME` */
  encode(fields: MadeAt & Omit<SnoFields, "partition"> & { partition: SnoPartition }): string;

  /** The smallest and the largest ID made between two instants. @throws FlakeError `INVALID_TIME` */
  range(from: Instant, to: Instant): { min: string; max: string };

  /** The ID as a UUID, whose 16 bytes are its 16 characters. @throws FlakeError `INVALID_ID`, `INVALID_TEXT` */
  toUUID(id: string | Uint8Array): string;

  /** The ID of such a UUID. @throws FlakeError `INVALID_TEXT` at the first digit that makes it none */
  fromUUID(uuid: string): string;

  /** The same ID with another byte of the caller's own, as for versions of one thing. @throws FlakeError `INVALID_FIELD` */
  withMeta(id: string | Uint8Array, meta: number): string;

  /** The caller's own byte, read from its two characters alone. @throws FlakeError `INVALID_TEXT` */
  meta(id: string): number;
}

/** A format whose fields have no parts: what it decodes to is what it encodes from. */
export type SimpleFormat<Id extends number | bigint, Node extends object, Rest extends object> = Format<
  Id,
  Node,
  Node & Rest,
  Node & Rest
>;

/** A field of a format to be defined. */
export type FieldDefinition =
  | {
      readonly kind: "time";
      /** 1 to 53. */
      readonly bits: number;
    }
  | {
      readonly kind: "node";
      /** Not the name of an option, of `timestamp` or `date`, or of what every object has, such as `constructor`. */
      readonly name: string;
      /** 0 to 32. */
      readonly bits: number;
      /** Names for groups of its bits, the high bits first; they sum to its width. */
      readonly parts?: readonly { readonly name: string; readonly bits: number }[];
    }
  | {
      /** `metadata` is given with each ID, for bigints; `toggle` goes with `onRollback: "toggle"`. */
      readonly kind: "sequence" | "random" | "metadata" | "toggle";
      /** Default: the kind. */
      readonly name?: string;
      /** 1 to 32; 1 for a toggle. */
      readonly bits: number;
    };

/** A format to be defined. */
export interface FormatDefinition {
  readonly name: string;
  /** The fields, the high bits first: exactly one time, exactly one sequence, any number of nodes, at most one of each other kind. */
  readonly fields: readonly FieldDefinition[];
  /** What the fields' widths sum to, 2 to 64. */
  readonly bits: number;
  /** ms per tick, up to a day. Default: 1. */
  readonly unit?: number;
  readonly epoch: Instant;
  /** The type of IDs; `number` up to 53 bits. Default: `bigint`. */
  readonly native?: "number" | "bigint";
  /** The encoding that IDs are usually written in. Default: `decimal`. */
  readonly text?: Encoding;
  /** What generators do unless told otherwise; see {@link GeneratorOptions}. */
  readonly onRollback?: "toggle" | "lead" | "wait" | "throw";
  readonly onExhausted?: "wait" | "lead" | "throw";
  readonly sequence?: "reset" | "rolling" | "random";
}

/** The names of nodes and their parts in a definition. */
type NodeNames<D extends FormatDefinition> =
  Extract<D["fields"][number], { kind: "node" }> extends infer F
    ? F extends { name: infer N extends string }
      ? N
      : never
    : never;

type PartNames<D extends FormatDefinition> =
  Extract<D["fields"][number], { kind: "node" }> extends infer F
    ? F extends { parts: readonly { name: infer N extends string }[] }
      ? N
      : never
    : never;

type OtherNames<D extends FormatDefinition> =
  Exclude<D["fields"][number], { kind: "node" | "time" }> extends infer F
    ? F extends { name: infer N extends string }
      ? N
      : F extends { kind: infer K extends string }
        ? K
        : never
    : never;

type Numbers<N extends string> = Record<N, number>;

/** Nodes are asked for by name; where one has parts, which of them are given is checked at run time. */
type NodeOptions<D extends FormatDefinition> = [PartNames<D>] extends [never]
  ? Numbers<NodeNames<D>>
  : Partial<Numbers<NodeNames<D> | PartNames<D>>>;

/** The format that a definition defines. */
export type DefinedFormat<D extends FormatDefinition> = Format<
  D["native"] extends "number" ? number : bigint,
  NodeOptions<D>,
  Numbers<NodeNames<D> | PartNames<D> | OtherNames<D>>,
  NodeOptions<D> & Numbers<OtherNames<D>>
>;

/**
 * A format of your own, with all the powers of the built-in ones.
 *
 * @throws FlakeError `INVALID_LAYOUT` where the fields make no layout, `INVALID_EPOCH`, `INVALID_OPTION`
 */
export function defineFormat<const D extends FormatDefinition>(definition: D): DefinedFormat<D>;

/**
 * What a {@link FlakeError} is about; the codes are stable. Anything may throw `CORE_BLOCKED` at the first use, where the
 * runtime or a page's policy forbids WebAssembly; `CORE_MISSING` and `CORE_INVALID` are of `flakekit/manual`.
 */
export type FlakeErrorCode =
  | "INVALID_ID"
  | "INVALID_TEXT"
  | "INVALID_FIELD"
  | "INVALID_OPTION"
  | "INVALID_LAYOUT"
  | "INVALID_EPOCH"
  | "EPOCH_REQUIRED"
  | "INVALID_TIME"
  | "INVALID_COUNT"
  | "INVALID_SNAPSHOT"
  | "UNKNOWN_FORMAT"
  | "CLOCK_INVALID"
  | "CLOCK_OUT_OF_RANGE"
  | "CLOCK_BEHIND"
  | "CLOCK_STALLED"
  | "SEQUENCE_EXHAUSTED"
  | "WAIT_TOO_LONG"
  | "NO_RANDOMNESS"
  | "GENERATOR_FREED"
  | "CORE_BLOCKED"
  | "CORE_INVALID"
  | "CORE_MISSING";

/**
 * Why something was refused: what was given, what is allowed, and what to do instead. `instanceof` holds for
 * errors of other copies of the package too.
 *
 * What a getter, a proxy or an iterator of the caller's throws while it is read is the `cause` of a `FlakeError`. What
 * a `clock` or `onOverflow` throws is not changed.
 */
export class FlakeError extends Error {
  readonly code: FlakeErrorCode;
  constructor(code: FlakeErrorCode, message: string, options?: { cause?: unknown });
}
