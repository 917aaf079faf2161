import type { LeaseStore } from "./store.js";

/** Sends one command to Redis and answers its reply. All arguments are texts. */
export type RedisCommand = (command: string, ...args: string[]) => unknown;

/**
 * A client of Redis: a client of node-redis (`redis` 4 to 6; also pools and clusters), ioredis (also clusters), Bun,
 * Deno (`@db/redis`) or Upstash (`@upstash/redis`), or a function.
 */
export type RedisClient =
  RedisCommand | { eval(...args: never[]): unknown } | { send(command: string, args: string[]): unknown };

export interface RedisOptions {
  /**
   * Promises that the server never forgets a write that it has confirmed. With this promise nobody waits in a new
   * space. The server needs `appendonly yes` and `appendfsync always`. No policy of eviction, `FLUSHALL`, `FLUSHDB` or
   * restored backup may delete the keys, and no replica may be promoted. If the promise is broken, two processes can
   * make the same IDs. Default: false.
   */
  readonly durable?: boolean;
  /**
   * How many replicas must have a window before it counts: 0 to 100. Give the number of all replicas that can be
   * promoted: then an old master without contact to its replicas grants no more windows. This option excludes `durable`
   * and `generation`. Default: 0.
   */
  readonly replicas?: number;
  /**
   * Replaces the generation that the server tells by `INFO`, for servers that do not tell it: 1 to 1000 printable ASCII
   * characters without spaces. All processes must give the same generation. Change it whenever the server may have
   * forgotten writes: after a restart, a promotion, a failover or a restored backup. If it is not changed, two
   * processes can make the same IDs.
   */
  readonly generation?: string;
  /**
   * The beginning of all keys: 1 to 100 printable ASCII characters without spaces and braces. All processes must give
   * the same prefix. Default: `"flakekit"`.
   */
  readonly prefix?: string;
}

/**
 * A store in a Redis server, for processes of all machines that reach it. You bring the client.
 *
 * Make one client for all stores: the stores of one client with equal options are one store, and leases of one store
 * share a seat. All processes must use the same server, the same database (`SELECT`) and the same `prefix`.
 *
 * - **Keys.** A space is one hash, `{flakekit}:` and its name. The set `{flakekit}` has the names of the spaces. In a
 *   cluster all these keys are on one server, because of the braces. Nothing else may write these keys.
 * - **Commands.** Scripts, by `EVALSHA` and `EVAL`. They call `TIME`, `INFO`, `HMGET`, `HGET`, `HSET` and `SADD`; for
 *   the lists of spaces and of seats also `SMEMBERS`, `EXISTS` and `HKEYS`. With `replicas`, also `WAIT` outside of
 *   scripts, for up to 0.1 s at a time, in which the connection does nothing else: give the store a client of its own.
 * - **Permissions.** A user needs these commands and the keys: `ACL SETUSER ids on >password ~{flakekit}* +evalsha
 *   +eval +time +info +hmget +hget +hset +hkeys +sadd +smembers +exists +wait`.
 * - **Trust.** Whoever may write these keys can change the records. The scripts call commands of the server only:
 *   functions of other users can't take the place of commands, and Redis 7 lets no script change the environment of
 *   other scripts. Versions before 6.2.7 let scripts change it (CVE-2022-24735); do not use these versions where users
 *   with fewer rights may run scripts.
 * - **Clock.** The store's clock is `TIME` of the server. After a restart or a failover it may be behind its latest
 *   reading by at most `clockSkew` (option of a lease, 1 s by default). Keep the clocks of a master and its replicas
 *   synchronised.
 * - **Versions.** It was tried with Redis 7.0. Servers whose `INFO` lacks `run_id`, `role`, `master_replid` or
 *   `master_repl_offset` need the option `generation`.
 *
 * **When the server is down.** Leases use up their windows. Then `next` throws `LEASE_EXPIRED`, and `nextAsync` waits.
 * When the server is back, leases continue by themselves.
 *
 * **When the server forgets.** With default settings Redis forgets the last writes in a crash, or all of them. `INFO`
 * tells it: `run_id` changes with a restart, `master_replid` with a promotion. After such a change, nobody gets a seat
 * until windows that the server does not know have ended: window + `clockSkew` + 2 s, which is 13 s by default. Leases
 * whose windows still run extend them and continue. The first start of a space waits for this time too. A hash that was
 * evicted or deleted has the effect of a restart. `onChange` reports that a lease waits.
 *
 * **When a replica is promoted.** A promotion has the effects of a server that forgets. But an old master that does not
 * know of the promotion may continue to grant windows, until it is demoted or stopped. Then two processes can make the
 * same IDs. `replicas` prevents repeats.
 *
 * **What is not covered.** In the cases below, two processes can make the same IDs. To prevent repeats, stop all
 * processes before, and start them again when the longest window has passed; or call `resetSpace` before any process
 * starts.
 * - Fields of a hash that are changed or deleted by hand, and a hash that is restored from an older copy (`RESTORE`,
 *   `RENAME`, `COPY`, `SWAPDB`) while the server runs.
 * - Processes that use different servers, databases, prefixes or options.
 * - Services that accept writes of one key in several places at once (active-active).
 * - A clone or snapshot of a virtual machine with a running server.
 *
 * Errors of `read` and `swap` are `STORE_FAILED`. Messages name the command that the server refused, and how to mend
 * it: a missing permission, a replica in place of its master, memory that is full (`maxmemory`), a key of another type,
 * a server that cannot be reached, too few replicas. After an error of `swap`, the write may have been made, or a
 * client that sends commands again may make it later. Leases expect such writes.
 *
 * @param client - the client, or a function. A function is called as `("EVALSHA", sha, "1", key, …)`
 * @throws FlakeError `INVALID_OPTION` if the client or an option is wrong
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { redis } from "flakekit/lease/redis";
 * import { createClient } from "redis";
 *
 * const client = await createClient({ url: process.env.REDIS_URL }).connect();
 * const ids = await lease(discord, { store: redis(client), space: "orders" });
 * ```
 */
export function redis(client: RedisClient, options?: RedisOptions): LeaseStore;
