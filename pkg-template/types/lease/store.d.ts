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
  /** The record `meta` must be this; `null`: missing. */
  readonly meta: string | null;
  /** The generation must be this. */
  readonly generation: string;
  /** The store's clock must be below this, in Unix ms. */
  readonly before: number;
}

/**
 * Where leases keep their records: registers with a guarded swap, a clock and a generation. Test your own store with
 * {@link conformance}.
 *
 * Keys and records are texts of printable ASCII characters, a key of 1 to 40 and a record of 1 to 4000. A space is a
 * text of up to 200 characters, without control characters.
 */
export interface LeaseStore {
  /**
   * Two stores with the same `identity` (a text, or the same object) are one store, so that leases of one thread share
   * their seats. Default: the store object.
   */
  readonly identity?: unknown;
  /**
   * Whether the store keeps every write that it has confirmed, whatever happens. Then nobody waits in a new space.
   * Default: false.
   */
  readonly durable?: boolean;
  /** The names of the spaces that have records, for `flakekit seats`. */
  spaces?(): Promise<readonly string[]>;
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
