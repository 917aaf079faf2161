import type { AnyFormatWithEpoch } from "../index.js";
import type { SpaceTerms } from "./lease.js";
import type { LeaseStore } from "./store.js";

/** A seat that was taken at least once. */
export interface SeatStatus {
  /** The number of all node fields together. */
  readonly node: number;
  /** The number of the share of the node's sequence numbers. */
  readonly share: number;
  /**
   * The random name of the claim that has the seat; `null` after a release. A caller's seat, which a handler of
   * `flakekit/lease/http` leases, stays `held` after a release until its window ends.
   */
  readonly owner: string | null;
  /** The beginning of the seat's window, in Unix ms of the store's clock. */
  readonly from: number;
  /** The end of the seat's window, in Unix ms of the store's clock. */
  readonly until: number;
  /**
   * - `held`: the seat's window has not ended
   * - `free`: the seat can be claimed
   * - `ahead`: the seat's window ends later than any window may end, because the store's clock was far ahead once.
   *   Nobody gets the seat before this end, unless the seat is freed
   * - `reserved`: a database makes the seat's IDs, by a function of `nextSql` of `flakekit/sql`. Nobody else ever gets
   *   the seat
   */
  readonly state: "held" | "free" | "ahead" | "reserved";
}

/** A space and its seats. */
export interface SpaceStatus {
  readonly space: string;
  /** The store's clock in Unix ms. */
  readonly now: number;
  /** The generation of the store in which the space was written. */
  readonly generation: string;
  /** The layout of the IDs, with its epoch. */
  readonly layout: string;
  /**
   * The latest time, in Unix ms of the store's clock, until which seats may not be granted because the store may have
   * forgotten windows. Sections with short windows may begin earlier.
   */
  readonly grantsFrom: number;
  /** The clock skew in ms; see {@link SpaceTerms.clockSkew}. */
  readonly clockSkew: number;
  /** Ranges of nodes, which have shares and windows of their own. */
  readonly sections: readonly {
    readonly nodes: readonly [first: number, last: number];
    readonly shares: number;
    readonly window: number;
  }[];
  /** The seats that were taken at least once, by node and share. */
  readonly seats: readonly SeatStatus[];
}

/** What is known of a space that was prepared. */
export interface PreparedSpace {
  readonly space: string;
  /** Whether the store had no such space before the call. */
  readonly isNew: boolean;
  /** The store's clock in Unix ms. */
  readonly now: number;
  /**
   * From this time on, in Unix ms of the store's clock, seats are granted with these terms. It is not after `now` if
   * nobody has to wait: in a store that forgets nothing, and in a space that is old enough.
   */
  readonly grantsFrom: number;
}

/**
 * Prepares a space, such as in a deployment: writes its first record if the store lacks it, and takes no seat. In a store
 * that may forget, the first leases of a new space wait for `window` + `clockSkew` + 2 s. This wait begins here, so that
 * a lease that is opened at `grantsFrom` or later has its seat at once. A second call with the same terms changes nothing.
 * As a lease does, it gives other `nodes`, `shares` and `window` to a space whose windows have ended for long.
 *
 * @param options - the terms of the leases, including the node fields that leases are given
 * @throws FlakeError `SPACE_MISMATCH` if the space has other terms, and does not take these by itself; `STORE_FAILED`; `INVALID_OPTION`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { memory, prepareSpace } from "flakekit/lease";
 *
 * const { now, grantsFrom } = await prepareSpace(discord, { store: memory(), space: "orders" });
 * grantsFrom < now; // → true
 * ```
 */
export function prepareSpace(
  format: AnyFormatWithEpoch,
  options: SpaceTerms & { store: LeaseStore } & Record<string, unknown>,
): Promise<PreparedSpace>;

/**
 * Lists the seats of a space. The stores of files, SQLite, PostgreSQL and Redis, and `memory()`, know which seats were
 * taken. In all other stores each seat is looked for, and `listSeats` and {@link migrateSpace} refuse a space of more
 * than 2^20 seats.
 *
 * @throws FlakeError `SPACE_MISMATCH` if the store has no such space; `STORE_FAILED`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease, listSeats, memory } from "flakekit/lease";
 *
 * const store = memory();
 * const ids = await lease(discord, { store, space: "orders" });
 * const { seats } = await listSeats(store, "orders");
 * seats.map(({ state }) => state); // → ["held"]
 * ```
 */
export function listSeats(store: LeaseStore, space: string): Promise<SpaceStatus>;

/**
 * Ends the window of a seat now, so that it can be claimed at once. The holder of the seat does not learn that its
 * window has ended. **IDs repeat if the holder is alive, or made IDs that led the store's clock**, such as with
 * `onExhausted: "lead"`. If you do not know, wait until the window ends.
 *
 * @returns whether there was a window to end
 * @throws FlakeError `SPACE_MISMATCH` if the store has no such space; `INVALID_FIELD` if the space has no such seat, or
 * if the seat is reserved for a database; `STORE_FAILED`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { freeSeat, lease, memory } from "flakekit/lease";
 *
 * const store = memory();
 * const ids = await lease(discord, { store, space: "orders" });
 * // The process that had seat 0 is dead:
 * await freeSeat(store, "orders", { node: 0 });
 * ```
 */
export function freeSeat(store: LeaseStore, space: string, seat: { node: number; share?: number }): Promise<boolean>;

/**
 * Begins a grace period: no seat is granted until all windows that the store may not know of have ended. Use it for a
 * store that was copied or restored from a backup, and after the store's clock was far ahead.
 *
 * @throws FlakeError `SPACE_MISMATCH`, `STORE_FAILED`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease, memory, resetSpace } from "flakekit/lease";
 *
 * const store = memory();
 * const ids = await lease(discord, { store, space: "orders" });
 * // After a backup of the store was restored:
 * await resetSpace(store, "orders");
 * ```
 */
export function resetSpace(store: LeaseStore, space: string): Promise<void>;

/**
 * Gives a space other nodes, shares, windows or `clockSkew`: sections that overlap the given nodes are replaced. After
 * this a grace period begins, which is long enough for all windows that were granted before. Leases with the old terms
 * use up their windows and fail with `SPACE_MISMATCH`. A node that is reserved for a database must stay among the
 * nodes, and cannot get more shares.
 *
 * @param options - the new terms of leases, including the node fields that leases are given
 * @throws FlakeError `SPACE_MISMATCH` if the space is for IDs of another layout, or has too many sections,
 * or if leases could get a part of a node that is reserved for a database; `STORE_FAILED`, also if a seat is taken for longer than any window: free it if its process is dead; `INVALID_OPTION`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease, memory, migrateSpace } from "flakekit/lease";
 *
 * const store = memory();
 * const ids = await lease(discord, { store, space: "orders" });
 * await migrateSpace(discord, { store, space: "orders", shares: 4 });
 * ```
 */
export function migrateSpace(
  format: AnyFormatWithEpoch,
  options: SpaceTerms & { store: LeaseStore } & Record<string, unknown>,
): Promise<void>;
