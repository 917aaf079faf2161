import type {
  Aborting,
  AnyGenerator,
  FlakeError,
  Generator,
  GeneratorArgumentsOf,
  GeneratorOf,
  GeneratorOptions,
  MakingFormat,
  Metadata,
  SnoGenerator,
} from "../index.js";
import type { LeaseServer, LeaseStore } from "./store.js";

/** What all clients of a space must agree upon. */
export interface SpaceTerms {
  /**
   * The name of the space: 1 to 200 characters, no control characters. All leases of one store and one space share its
   * seats and repeat no ID. Default: the name of the format.
   */
  space?: string | undefined;
  /**
   * The first and the last node number, in either order. All node fields that are not given count as one number, the
   * first field highest: Discord's two fields of 5 bits make 0 to 1023. Of more than 32 bits, leases number only the
   * lowest 32. Leases whose nodes overlap must give the same ones. Default: all.
   */
  nodes?: readonly [first: number, last: number] | undefined;
  /**
   * How many seats share the sequence numbers of a node: a power of two, at most the count of sequence numbers. With 4,
   * Snowflake-SI's 32 machines are 128 seats of 64 IDs a ms each. Default: 1.
   */
  shares?: number | undefined;
  /**
   * The length of a window in ms: 10 ticks of the format to a day. A lease makes IDs for so long when the store can't be
   * reached, and a seat whose process has died is free after so long. Default: 10 000, or 10 ticks if that is longer.
   */
  window?: number | undefined;
  /**
   * How far the store's clock may be behind its latest reading after a restart of the store, in ms, 0 to a day.
   * Default: 1000.
   */
  clockSkew?: number | undefined;
}

/** The options of every lease. */
export interface LeaseOptions
  extends SpaceTerms, Omit<GeneratorOptions, "clock" | "sequenceRange" | "maxWait" | "maxLead"> {
  /**
   * Where the seats are kept, or the server that leases them. A server decides `space`, `nodes`, `shares`, `window` and
   * `clockSkew`: if one of them is given too, it is `INVALID_OPTION`.
   */
  store: LeaseStore | LeaseServer;
  /**
   * How far an ID's time may be ahead of the store's clock, in ms, 0 to a day. Default: 10 000, or one tick of the format
   * if that is longer.
   */
  maxLead?: number | undefined;
  /**
   * How far an ID's time may be behind the store's clock, in ms, when the window has passed and has numbers left.
   * After that, IDs are refused with `LEASE_EXPIRED`. 0 to a day. Default: `maxLead`.
   */
  maxLag?: number | undefined;
  /**
   * The longest wait in ms, 0 to a day: for a single ID, default 1000, and of `lease` for a seat, default 30 000.
   */
  maxWait?: number | undefined;
  /** Ends the wait for a seat, and later closes the lease. */
  signal?: Aborting | undefined;
  /** Called when the state, the seat or the last error changes. What it throws becomes an uncaught exception. */
  onChange?: ((status: LeaseStatus) => void) | undefined;
}

/** What a lease holds. */
export interface LeaseStatus {
  /**
   * - `claiming`: it has no seat yet
   * - `held`: it has a seat, and its window has not passed
   * - `expired`: its window has passed, or a clock has jumped, and it is being extended
   * - `closed`
   */
  readonly state: "claiming" | "held" | "expired" | "closed";
  /** The node fields of the seat. */
  readonly fields: Readonly<Record<string, number>> | null;
  /** The first and the last sequence number of the seat. */
  readonly sequenceRange: readonly [first: number, last: number] | null;
  /** The end of the window, in Unix ms of the store's clock. */
  readonly until: number | null;
  /** The store's clock, as it is estimated, minus this machine's, in ms. */
  readonly offset: number | null;
  /** The error of the last attempt to claim a seat or to extend the window; `null` if it succeeded. */
  readonly lastError: FlakeError | null;
}

/** `Symbol.asyncDispose`, if the compiler's library declares it. */
type AsyncDisposing = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Record<Key, () => Promise<void>>
  : object;

/** What a lease has in addition to a generator. */
export interface Leased extends AsyncDisposing {
  /** What the lease holds, for a readiness probe. */
  status(this: void): LeaseStatus;
  /**
   * Makes no more IDs. The last lease of a space and store in this thread releases the seat; the promise is fulfilled
   * then, after 2 s at most. A seat that could not be released becomes free when its window ends.
   */
  close(this: void): Promise<void>;
}

/**
 * A generator whose seat no other process has at the same time.
 *
 * Methods throw what those of {@link Generator} throw, and `LEASE_EXPIRED` if the window has passed or is used up, and
 * could not be extended. Then `nextAsync` first waits for a new window, for at most `maxWait` ms, and throws why there is
 * none: `STORE_FAILED`, `NO_FREE_SEAT`, `SPACE_MISMATCH` or `LEASE_EXPIRED`. The function `batchAsync` does the same. `batch`,
 * `batchBytes` and `fill` throw `LEASE_EXPIRED` at once if the window has no room for all IDs. `fields` are those of the latest seat.
 */
export type Lease<Id extends number | bigint = number | bigint, Meta extends Metadata = []> = Generator<Id, Meta> &
  Leased;

/** A lease of sno. See {@link Lease}. */
export type SnoLease = Omit<SnoGenerator, "nextWithTime"> & Leased;

/** A lease of any format. See {@link Lease}. */
export type AnyLease = AnyGenerator & Leased;

/** The options of a format's generators. */
type OptionsOf<F extends MakingFormat> = NonNullable<GeneratorArgumentsOf<F>[0]>;

/** The options of a lease of a format: the node fields are optional. Of any format, their names are checked at run time. */
export type LeaseOptionsOf<F extends MakingFormat> = keyof OptionsOf<F> extends never
  ? LeaseOptions & Record<string, unknown>
  : Omit<LeaseOptions, "onRollback"> & Partial<Omit<OptionsOf<F>, Exclude<keyof GeneratorOptions, "onRollback">>>;

/** The lease of a format. */
export type LeaseOf<F extends MakingFormat> =
  GeneratorOf<F> extends Generator<infer Id, infer Meta>
    ? Lease<Id, Meta>
    : GeneratorOf<F> extends SnoGenerator
      ? SnoLease
      : AnyLease;

/**
 * Leases a seat of a space, and returns a generator that makes the seat's IDs.
 *
 * Leases of one store, space and format in one thread share a seat, so many leases cost no more than one; their terms,
 * `sequenceStart` and `sequenceResetThreshold` must be equal, otherwise they have seats of their own. The lease runs on the
 * store's clock, which it estimates, and extends its window in the background every third of its length. That does not
 * keep a process alive. `sequenceResetThreshold` counts from the seat's first sequence number. For sno, `onRollback` is
 * `lead` by default.
 *
 * @param options - those of a generator, and those of {@link LeaseOptions}. Node fields are optional; all IDs have those
 * that are given.
 * @returns a promise, which is rejected with the signal's reason, or with a FlakeError: `NO_FREE_SEAT` if no seat became
 * free within `maxWait`, or the store may have forgotten who has which; `STORE_FAILED` if the store can't be reached or
 * fails: at once if somebody must correct it (a password, a permission, a missing table, a path that is a file, 404 of a
 * server), otherwise after `maxWait`, and `onChange` is told within 2 s; `SPACE_MISMATCH` if the space has other terms or is for other IDs; `INVALID_OPTION`, `INVALID_FIELD` or
 * `EPOCH_REQUIRED` for a wrong option or format; `NO_RANDOMNESS`
 */
export function lease<F extends MakingFormat>(format: F, options: LeaseOptionsOf<F>): Promise<LeaseOf<F>>;

/**
 * {@link lease} for servers only, such as `http("/ids")` of `flakekit/lease/http`: without the protocol of stores, the bundle of a
 * page is 15 KiB smaller, gzipped. It shares seats with `lease`.
 *
 * @returns a promise, which is rejected as that of `lease`, and with `INVALID_OPTION` if `store` is no server
 */
export function leaseFromServer<F extends MakingFormat>(
  format: F,
  options: LeaseOptionsOf<F> & { store: LeaseServer },
): Promise<LeaseOf<F>>;
