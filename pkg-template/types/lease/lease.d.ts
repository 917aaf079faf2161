import type {
  Aborting,
  AnyGenerator,
  FlakeError,
  GeneratorArgumentsOf,
  GeneratorOf,
  GeneratorOptions,
  IdGenerator,
  MakingFormat,
  MetadataGenerator,
  SnoGenerator,
} from "../index.js";
import type { LeaseServer, LeaseStore } from "./store.js";

/**
 * The terms upon which all clients of a space must agree. A lease can change `nodes`, `shares` and `window` if all
 * windows of the space ended longer ago than the longest window + `clockSkew` + 2 s.
 */
export interface SpaceTerms {
  /**
   * The name of the space: 1 to 200 characters, no control characters. All leases of one store and one space share its
   * seats and repeat no ID. Default: the name of the format.
   */
  space?: string | undefined;
  /**
   * The first and the last node number, in either order. All node fields that are not given count as one number, the
   * first field highest: Discord's two fields of 5 bits make 0 to 1023. If these fields have more than 32 bits, leases
   * number only the lowest 32 bits. Leases whose nodes overlap must give equal `nodes`. Default: all nodes.
   */
  nodes?: readonly [first: number, last: number] | undefined;
  /**
   * How many seats share the sequence numbers of a node: a power of two, at most the count of sequence numbers. With 4
   * shares, Snowflake-SI's 32 machines are 128 seats of 64 IDs a ms each. Default: 1.
   */
  shares?: number | undefined;
  /**
   * The length of a window in ms: 10 ticks of the format to a day. A lease makes IDs for at most this time when the
   * store can't be reached, and a seat whose process has died is free after this time. Default: 10 000, or 10 ticks if
   * they are longer.
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
   * The store that keeps the seats, or the server that leases them. A server decides `space`, `nodes`, `shares`,
   * `window` and `clockSkew`: to give one of these options with a server is `INVALID_OPTION`.
   */
  store: LeaseStore | LeaseServer;
  /**
   * How far an ID's time may be ahead of the store's clock, in ms, 0 to a day. Default: 10 000, or one tick of the
   * format if a tick is longer.
   */
  maxLead?: number | undefined;
  /**
   * How far an ID's time may be behind the store's clock, in ms, 0 to a day, when the window has passed and has numbers
   * left. Further behind, IDs are refused with `LEASE_EXPIRED`. Default: `maxLead`.
   */
  maxLag?: number | undefined;
  /**
   * The longest wait in ms, 0 to a day. Default: 1000 for a single ID, and 30 000 for the seat that `lease` waits for.
   */
  maxWait?: number | undefined;
  /** Ends the wait for a seat, and later closes the lease. */
  signal?: Aborting | undefined;
  /**
   * Called when the state, the seat or the last error changes. An error that it throws becomes an uncaught exception.
   */
  onChange?: ((status: LeaseStatus) => void) | undefined;
}

/** The state and the seat of a lease. */
export interface LeaseStatus {
  /**
   * - `idle`: a lazy lease is not open, and does not open: it has not been used yet, or could not be opened
   * - `claiming`: the lease has no seat yet
   * - `held`: the lease has a seat, and its window has not passed
   * - `expired`: the window has passed, or a clock has jumped, and the window is being extended
   * - `closed`: the lease makes no more IDs
   */
  readonly state: "idle" | "claiming" | "held" | "expired" | "closed";
  /** The node fields of the seat. */
  readonly fields: Readonly<Record<string, number>> | null;
  /** The first and the last sequence number of the seat. */
  readonly sequenceRange: readonly [first: number, last: number] | null;
  /** The end of the window, in Unix ms of the store's clock. */
  readonly until: number | null;
  /** The estimated clock of the store minus this machine's clock, in ms. */
  readonly offset: number | null;
  /** The error of the last attempt to claim a seat or to extend the window; `null` if the last attempt succeeded. */
  readonly lastError: FlakeError | null;
}

/** `Symbol.asyncDispose`, if the compiler's library declares it. */
type AsyncDisposing = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? Record<Key, () => Promise<void>>
  : object;

/** The members that a lease has in addition to a generator's. */
export interface Leased extends AsyncDisposing {
  /**
   * The state and the seat of the lease, such as for a readiness probe.
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { lease, memory } from "flakekit/lease";
   *
   * const ids = await lease(discord, { store: memory() });
   * ids.status().state; // → "held"
   * ```
   */
  status(this: void): LeaseStatus;
  /**
   * Closes the lease, which then makes no more IDs. The last lease of a space and store in this thread releases the
   * seat; the promise is fulfilled after the release, and after 2 s at most. A seat that could not be released becomes
   * free when its window ends.
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { lease, memory } from "flakekit/lease";
   *
   * const ids = await lease(discord, { store: memory() });
   * await ids.close();
   * ids.status().state; // → "closed"
   * ```
   */
  close(this: void): Promise<void>;
}

/**
 * A generator whose seat no other process has at the same time.
 *
 * Methods throw the errors of the methods of {@link IdGenerator}, and `LEASE_EXPIRED` if the window has passed or is used
 * up, and could not be extended. `nextAsync` first waits for a new window, for at most `maxWait` ms. If there is no new
 * window, it throws the reason: `STORE_FAILED`, `NO_FREE_SEAT`, `SPACE_MISMATCH` or `LEASE_EXPIRED`. The function
 * `batchAsync` waits and throws as `nextAsync` does. `batch`, `batchBytes` and `fill` throw `LEASE_EXPIRED` at once if
 * the window has no room for all IDs. `fields` are the node fields of the latest seat.
 */
export interface Lease<Id extends number | bigint = number | bigint> extends IdGenerator<Id>, Leased {}

/** A lease of a format with a metadata field. See {@link Lease}. */
export interface MetadataLease<Id extends number | bigint = bigint> extends MetadataGenerator<Id>, Leased {}

/** A lease of sno. See {@link Lease}. */
export interface SnoLease extends Omit<SnoGenerator, "nextWithTime">, Leased {}

/** A lease of any format. See {@link Lease}. */
export interface AnyLease extends AnyGenerator, Leased {}

/** The options of a format's generators. */
type OptionsOf<F extends MakingFormat> = NonNullable<GeneratorArgumentsOf<F>[0]>;

/**
 * The options of a lease of a format: the node fields are optional. For `AnyFormat`, the names of node fields are
 * checked at run time.
 */
export type LeaseOptionsOf<F extends MakingFormat> = keyof OptionsOf<F> extends never
  ? LeaseOptions & Record<string, unknown>
  : Omit<LeaseOptions, "onRollback"> & Partial<Omit<OptionsOf<F>, Exclude<keyof GeneratorOptions, "onRollback">>>;

/** The lease of a format. */
export type LeaseOf<F extends MakingFormat> =
  GeneratorOf<F> extends IdGenerator<infer Id>
    ? Parameters<GeneratorOf<F>["next"]> extends []
      ? Lease<Id>
      : MetadataLease<Id>
    : GeneratorOf<F> extends SnoGenerator
      ? SnoLease
      : AnyLease;

/**
 * Leases a seat of a space, and returns a generator that makes the seat's IDs.
 *
 * Leases of one store, space and format in one thread share a seat, so many leases cost no more than one lease. Leases
 * with different terms, `sequenceStart` or `sequenceResetThreshold` have seats of their own. The lease runs on the
 * store's clock, which it estimates. It extends its window in the background, each time a third of the window has
 * passed. The extension does not keep a process alive. `sequenceResetThreshold` counts from the seat's first sequence
 * number. For sno, `onRollback` is `lead` by default.
 *
 * @param options - the options of a generator, and those of {@link LeaseOptions}. Node fields are optional; all IDs
 * have the given node fields.
 * @returns a promise, which is rejected with the signal's reason, or with a FlakeError: `NO_FREE_SEAT` if no seat
 * became free within `maxWait`, or the store may have forgotten who has which seat; `STORE_FAILED` if the store can't
 * be reached or fails: at once if somebody must correct it (a password, a permission, a missing table, a path that is a
 * file, 404 of a server), otherwise after `maxWait`, and `onChange` is told within 2 s; `SPACE_MISMATCH` if the space
 * has other terms or is for other IDs; `INVALID_OPTION`, `INVALID_FIELD` or `EPOCH_REQUIRED` for a wrong option or
 * format; `NO_RANDOMNESS`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { file } from "flakekit/lease/file";
 *
 * const ids = await lease(discord, { store: file("./leases"), onChange: ({ state }) => console.log(state) });
 * ids.nextText();
 * await ids.close();
 * ```
 */
export function lease<F extends MakingFormat>(format: F, options: LeaseOptionsOf<F>): Promise<LeaseOf<F>>;

/**
 * {@link lease} for servers only, such as `http("/ids")` of `flakekit/lease/http`: without the protocol of stores, the bundle of a
 * page is 15 KiB smaller, gzipped. It shares seats with `lease`.
 *
 * @returns a promise, which is rejected as the promise of `lease` is, and with `INVALID_OPTION` if `store` is no server
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { leaseFromServer } from "flakekit/lease";
 * import { http } from "flakekit/lease/http";
 *
 * const ids = await leaseFromServer(discord, { store: http("/ids") });
 * addEventListener("pagehide", () => ids.close());
 * ```
 */
export function leaseFromServer<F extends MakingFormat>(
  format: F,
  options: LeaseOptionsOf<F> & { store: LeaseServer },
): Promise<LeaseOf<F>>;
