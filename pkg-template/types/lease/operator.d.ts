import type { AnyFormatWithEpoch } from "../index.js";
import type { SpaceTerms } from "./lease.js";
import type { LeaseStore } from "./store.js";

/** A seat that was taken at least once. */
export interface SeatStatus {
  /** The number of all node fields together. */
  readonly node: number;
  /** Which share of the sequence numbers. */
  readonly share: number;
  /**
   * The random name of the claim that has the seat; `null` after a release. A caller's seat, which a handler of
   * `flakekit/lease/http` leases, is `held` after a release too, until its window ends.
   */
  readonly owner: string | null;
  /** The beginning of its window, in Unix ms of the store's clock. */
  readonly from: number;
  /** The end of its window. */
  readonly until: number;
  /**
   * - `held`: its window has not ended
   * - `free`: it can be claimed
   * - `ahead`: its window ends later than any window may end, because the store's clock was far ahead once. Nobody gets
   *   the seat until then, unless it is freed
   * - `reserved`: a database makes its IDs, by a function of `nextSql` of `flakekit/sql`. Nobody else ever gets the seat
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
   * forgotten some. Sections with short windows may begin earlier.
   */
  readonly grantsFrom: number;
  /** In ms; see {@link SpaceTerms.clockSkew}. */
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

/**
 * Lists the seats of a space. The stores of files, SQLite, PostgreSQL and Redis, and `memory()`, know which were taken. In
 * others each seat is looked for, and a space of more than 2^20 seats is refused; so it is by {@link migrateSpace}.
 *
 * @throws FlakeError `SPACE_MISMATCH` if the store has no such space; `STORE_FAILED`
 */
export function listSeats(store: LeaseStore, space: string): Promise<SpaceStatus>;

/**
 * Ends the window of a seat now, so that it can be claimed at once. Its holder does not learn of it. **IDs repeat if the
 * holder is alive, or made IDs that led the store's clock**, such as with `onExhausted: "lead"`. If you do not know, wait
 * until the window ends.
 *
 * @returns whether there was anything to free
 * @throws FlakeError `SPACE_MISMATCH` if the store has no such space; `INVALID_FIELD` if the space has no such seat, or if it
 * is reserved for a database; `STORE_FAILED`
 */
export function freeSeat(store: LeaseStore, space: string, seat: { node: number; share?: number }): Promise<boolean>;

/**
 * Begins a grace period: no seat is granted until all windows that the store may not know of have ended. For a store that
 * was copied or restored from a backup, and after its clock was far ahead.
 *
 * @throws FlakeError `SPACE_MISMATCH`, `STORE_FAILED`
 */
export function resetSpace(store: LeaseStore, space: string): Promise<void>;

/**
 * Gives a space other nodes, shares, windows or `clockSkew`: sections that overlap the given nodes are replaced. Then a
 * grace period begins, which is long enough for all windows that were granted before. Leases with the old terms use up
 * their windows and fail with `SPACE_MISMATCH`. A node that is reserved for a database must stay among the nodes, and cannot get more
 * shares.
 *
 * @param options - the terms that leases are to have, including the node fields that they are given
 * @throws FlakeError `SPACE_MISMATCH` if the space is for IDs of another layout, or has too many sections,
 * or if leases could get a part of a node that is reserved for a database; `STORE_FAILED`, also if a seat is taken for longer than any window: free it if its process is dead; `INVALID_OPTION`
 */
export function migrateSpace(
  format: AnyFormatWithEpoch,
  options: SpaceTerms & { store: LeaseStore } & Record<string, unknown>,
): Promise<void>;
