// The stores of the torture. Each is a row: the engine that is run for it, and the store that its children open.

import { WINDOW_MS } from "./lib/spaces.mjs";
import { LockStore, TOLD_WINDOW_MS } from "./no-windows.mjs";

const FILE = {
  engine: () => import("./engines/file.mjs"),
  child: () => import("./engines/file-child.mjs"),
  needsMounts: true,
};

const REDIS = { engine: () => import("./engines/redis.mjs"), child: () => import("./engines/redis-child.mjs") };

/**
 * Each store by its name:
 * - `engine`: the module of the engine. Its function `start({ folder, crew })` resolves to an engine, see below
 * - `child`: the module with the function `open(connection, { slot, faults, options })`, which opens the store in a child
 * - `options`: the options with which the store is opened
 * - `wrap`: makes another store of the opened store
 * - `needsMounts`: whether the engine can mount a small disk
 * - `window`: the windows of the leases, in ms
 *
 * An engine has:
 * - `connection`: the data with which children open the store, as JSON
 * - `faults`: its faults, as those of faults.mjs, but `apply(random)` resolves when the fault is over
 * - `pause`: the mean time between two of its faults, in ms. In short runs the pause is shorter until each fault has
 *   come
 * - `pauseOfChild`: the mean time between two faults of a child, in ms. Where it is shorter than a child needs to start, no
 *   child makes IDs
 * - `explained`: the errors of the store that its faults cause
 * - `points`: the points at which its children can be killed, besides those of faults.mjs
 * - `program`: the program that runs its children, if it is not this Node
 * - `end`: stops the engine
 */
export const STORES = {
  file: FILE,
  mysql: {
    engine: () => import("./engines/mysql.mjs"),
    child: () => import("./engines/mysql-child.mjs"),
    // The windows are as long as with PostgreSQL.
    window: 3_000,
  },
  // The store has a constant generation, although the server forgets records.
  "mysql-constant": {
    engine: () => import("./engines/mysql-forgetful.mjs"),
    child: () => import("./engines/mysql-child.mjs"),
    options: { generation: "constant" },
    window: 3_000,
  },
  "no-windows": { ...FILE, window: TOLD_WINDOW_MS, wrap: (store) => new LockStore(store) },
  postgres: {
    engine: () => import("./engines/postgres.mjs"),
    child: () => import("./engines/postgres-child.mjs"),
    // The swaps of a space happen one after the other. 32 leases with shorter windows need more than a busy machine has.
    window: 3_000,
  },
  redis: REDIS,
  "redis-durable": { ...REDIS, engine: () => import("./engines/redis-forgetful.mjs"), options: { durable: true } },
  sqlite: {
    engine: () => import("./engines/sqlite.mjs"),
    child: () => import("./engines/sqlite-child.mjs"),
    needsMounts: true,
  },
};

/** The windows of the leases of a store, in ms. */
export function windowOf(kind) {
  return STORES[kind].window ?? WINDOW_MS;
}

/**
 * The windows by which faults of children are timed: the true windows of the store, where leases are told other
 * windows.
 */
export function trueWindowOf(kind) {
  return STORES[kind].wrap === undefined ? windowOf(kind) : WINDOW_MS;
}
