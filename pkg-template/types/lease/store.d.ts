/** The answer of {@link LeaseStore.read}. */
export interface StoreAnswer {
  /** The store's clock: whole Unix ms. All clients of a space have this one clock. */
  readonly now: number;
  /**
   * A text that changes whenever the store may have forgotten writes: by a restart, a failover, a restored backup. It
   * has 1 to 1000 printable ASCII characters without spaces. A store that forgets nothing gives a constant.
   */
  readonly generation: string;
  /** The texts of the keys, in their order; `null` for a key that was never written. */
  readonly records: readonly (string | null)[];
}

/** The conditions that must hold when a swap applies. */
export interface SwapGuard {
  /** The text that the record `head` must have; `null` if this record must be missing. */
  readonly head: string | null;
  /** The generation that the store must have. */
  readonly generation: string;
  /** The Unix ms that the store's clock must be below. */
  readonly before: number;
}

/**
 * The place where leases keep their records: registers with a guarded swap, a clock and a generation. Test your own
 * store with `conformance` of `flakekit/lease/conformance`.
 *
 * Keys and records are texts of printable ASCII characters, a key of 1 to 40 and a record of 1 to 4000. A space is a
 * text of up to 200 characters, without control characters and halves of surrogate pairs.
 */
export interface LeaseStore {
  /**
   * Two stores with the same `location` (a text, or the same object) are one store, so that leases of one thread share
   * their seats. Default: the store object.
   */
  readonly location?: unknown;
  /**
   * Whether the store keeps every write that it has confirmed, whatever happens. With such a store nobody waits in a
   * new space. Default: false.
   */
  readonly durable?: boolean;
  /**
   * The names of the spaces that have records, for `flakekit seats`.
   *
   * @example
   * ```js
   * import { memory } from "flakekit/lease";
   *
   * const store = memory();
   * await store.spaces?.(); // → []
   * ```
   */
  spaces?(): Promise<readonly string[]>;
  /**
   * The keys that have records, in any order, for `listSeats` and `migrateSpace`. Without this method, these functions
   * look for each seat, and refuse spaces of more than 2^20 seats.
   *
   * @example
   * ```js
   * import { memory } from "flakekit/lease";
   *
   * const store = memory();
   * await store.keysOf?.("orders"); // → []
   * ```
   */
  keysOf?(space: string): Promise<readonly string[]>;
  /**
   * Reads records, the clock and the generation. The whole answer must have been true at one moment during the call,
   * and each record must have been written completely. There are 0 to 5000 keys, and a key may occur twice. The list of
   * keys belongs to the caller: it must not be changed or kept. Each answer has a list of its own.
   *
   * @example
   * ```js
   * import { memory } from "flakekit/lease";
   *
   * const store = memory();
   * const { records } = await store.read("orders", ["head"]);
   * records; // → [null]
   * ```
   */
  read(space: string, keys: readonly string[]): Promise<StoreAnswer>;
  /**
   * Replaces the record of `key` by `next` if it is `previous` (`null`: missing) and the guard holds, in one atomic
   * step, and returns whether the record was replaced. It must not return `true` before the write is as durable as it
   * will be. If it throws, the write may have been made or not. The write may also be made later, if the guard holds at
   * that time.
   *
   * @example
   * ```js
   * import { memory } from "flakekit/lease";
   *
   * const store = memory();
   * const { generation } = await store.read("orders", []);
   * const guard = { head: null, generation, before: Date.now() + 1000 };
   * await store.swap("orders", "head", null, "a record", guard); // → true
   * ```
   */
  swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean>;
}

/** The request of a lease to a {@link LeaseServer}. It is plain data, which JSON can carry. */
export interface LeaseRequest {
  readonly task: "claim" | "extend" | "release";
  /** The layout of the IDs. The server refuses every layout but its own. */
  readonly layout: string;
  /**
   * A random name: 16 to 64 letters, digits, `-` and `_`. A repeated request has the name of the first one, so that a
   * lost answer is found again.
   */
  readonly name: string;
  /** The server's last grant; a claim has no grant. */
  readonly grant?: string;
  /** For a release: the end of the used time, in Unix ms of the store's clock. */
  readonly usedUntil?: number;
  /** For a claim: the nodes and shares of up to 16 seats that this process can't use. */
  readonly avoid?: readonly (readonly [node: number, share: number])[];
}

/**
 * A server that leases seats to clients. It is given to a lease in the place of a store, and the lease does not see the
 * store: `http(url)` of `flakekit/lease/http` is such a server. Another server may carry requests and replies in
 * another way, such as by a WebSocket whose other end gives each request to a handler, as the JSON body of a `Request`.
 */
export interface LeaseServer {
  /**
   * Two servers with the same `location` (a text, or the same object) are one server, so that leases of one thread
   * share their seats. Default: the server object.
   */
  readonly location?: unknown;
  /**
   * Sends a request and returns the reply to it, as the handler gave it. It rejects if there is no reply.
   *
   * @example
   * ```ts
   * import type { LeaseServer } from "flakekit/lease";
   *
   * declare const socket: { call(request: string): Promise<string> }; // yours
   * export const server: LeaseServer = { ask: async (request) => JSON.parse(await socket.call(JSON.stringify(request))) };
   * ```
   */
  ask(request: LeaseRequest): Promise<object>;
}
