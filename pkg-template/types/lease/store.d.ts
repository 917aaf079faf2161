/** What {@link LeaseStore.read} answers. */
export interface StoreAnswer {
  /** The store's clock: whole Unix ms. One clock for all clients of a space. */
  readonly now: number;
  /**
   * Changes whenever the store may have forgotten writes: a restart, a failover, a restored backup. 1 to 1000
   * printable ASCII characters without spaces. A store that forgets nothing gives a constant.
   */
  readonly generation: string;
  /** The texts of the keys, in their order; `null` for a key that was never written. */
  readonly records: readonly (string | null)[];
}

/** What must hold when a swap applies. */
export interface SwapGuard {
  /** The record `head` must be this; `null`: missing. */
  readonly head: string | null;
  /** The generation must be this. */
  readonly generation: string;
  /** The store's clock must be below this, in Unix ms. */
  readonly before: number;
}

/**
 * Where leases keep their records: registers with a guarded swap, a clock and a generation. Test your own store with
 * `conformance` of `flakekit/lease/conformance`.
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
   * Whether the store keeps every write that it has confirmed, whatever happens. Then nobody waits in a new space.
   * Default: false.
   */
  readonly durable?: boolean;
  /** The names of the spaces that have records, for `flakekit seats`. */
  spaces?(): Promise<readonly string[]>;
  /**
   * The keys that have records, in any order, for `listSeats` and `migrateSpace`. Without it they look for each seat, and
   * refuse spaces of more than 2^20 seats.
   */
  keysOf?(space: string): Promise<readonly string[]>;
  /**
   * Reads records, the clock and the generation. All of it must have been true at one moment during the call, and each
   * record must be one that was written completely. There may be no keys, up to 5000, and a key twice. The list is the
   * caller's: it must not be changed or kept, and each answer has a list of its own.
   */
  read(space: string, keys: readonly string[]): Promise<StoreAnswer>;
  /**
   * Replaces the record of `key` by `next` if it is `previous` (`null`: missing) and the guard holds, in one atomic
   * step, and returns whether it did. It must not return `true` before the write is as durable as it will be. If it
   * throws, the write may have been made or not, and it may also be made later, as long as the guard holds then.
   */
  swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean>;
}

/** What a lease asks of a {@link LeaseServer}. Plain data, which JSON can carry. */
export interface LeaseRequest {
  readonly task: "claim" | "extend" | "release";
  /** The layout of the IDs. The server refuses another one than its own. */
  readonly layout: string;
  /**
   * A random name: 16 to 64 letters, digits, `-` and `_`. A repeated request has the same one, so that an answer that was
   * lost is found again.
   */
  readonly name: string;
  /** The server's last grant; a claim has none. */
  readonly grant?: string;
  /** Of a release: the end of what was used, in Unix ms of the store's clock. */
  readonly usedUntil?: number;
  /** Of a claim: the nodes and shares of up to 16 seats that this process can't use. */
  readonly avoid?: readonly (readonly [node: number, share: number])[];
}

/**
 * A server that leases seats for others. It is given to a lease in the place of a store, which the lease then does not see:
 * `http(url)` of `flakekit/lease/http` is one. Another one may carry requests and replies in another way, such as a
 * WebSocket whose other end gives each request to a handler, as the JSON body of a `Request`.
 */
export interface LeaseServer {
  /**
   * Two servers with the same `location` (a text, or the same object) are one, so that leases of one thread share their
   * seats. Default: the server object.
   */
  readonly location?: unknown;
  /** Sends a request and returns the reply to it, as the handler gave it. It rejects if there is none. */
  ask(request: LeaseRequest): Promise<object>;
}
