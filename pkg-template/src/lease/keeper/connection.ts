// Calls stores and servers, and checks their answers, because users can write stores.

import type * as api from "../../../types/lease/store.js";
import {
  copyList,
  FlakeError,
  invalid,
  isWholeNumber,
  type Options,
  quoted,
  readGuarded,
  readProperties,
} from "../../values/index.js";
import { MAX_ANSWER_MS, MAX_SWAPS, HEAD_KEY } from "../../generated/contract.js";
import { HAS_LOST, type Losing, PRINTABLE, storeFailed, within } from "../stores/index.js";
import type { Swap, View } from "../protocol/index.js";
import type { Timers } from "./timers.js";

/** A store, or the server of one. */
export type AnyStore = api.LeaseStore | api.LeaseServer;

/** A store or a server, one of its spaces, and the timers of its calls. */
export interface Connection<Store extends AnyStore = api.LeaseStore> {
  /** The store of one of the open leases. Any store of the same location would do. */
  store: Store;
  readonly space: string;
  readonly timers: Timers;
}

/**
 * The stores that take clients, and the methods by which a client is recognised. The first row counts of which the client
 * has all methods.
 */
const STORES_OF_CLIENTS = [
  ["sqlite", "prepare"],
  ["redis", "eval"],
  ["mysql", "query", "execute"],
  ["postgres", "query"],
  ["postgres", "unsafe"],
] as const;

/** The most keys that a store can list: more records than the largest format has seats and lists of callers. */
const MAX_KEYS = 2 ** 24;

export function requiredStore(value: unknown): api.LeaseStore {
  return readGuarded("INVALID_OPTION", "store", () => {
    const { read, swap } = readProperties(value, ["read", "swap"]);
    if (typeof read === "function" && typeof swap === "function") return value as api.LeaseStore;
    const has = (name: string): boolean => typeof (value as Options | null | undefined)?.[name] === "function";
    const [store] = STORES_OF_CLIENTS.find(([, ...methods]) => methods.every(has)) ?? [];
    const such = store === undefined ? "file('./ids') or memory()" : `${store}(client) of flakekit/lease/${store}`;
    throw invalid("INVALID_OPTION", "store", value, `a store with read and swap, such as ${such}`);
  });
}

/** Whether a given store is the server of a store, which has the method `ask`. */
export function isServer(store: AnyStore): store is api.LeaseServer {
  return typeof readProperties(store, ["ask"])["ask"] === "function";
}

export function requiredStoreOrServer(value: unknown): AnyStore {
  const store = value as AnyStore;
  return readGuarded("INVALID_OPTION", "store", () => isServer(store)) ? store : requiredStore(value);
}

/** The function that tells whether a store has lost the records of the space; `undefined` if the store can't tell. */
export function lossIn({ store, space }: Connection<AnyStore>): (() => boolean) | undefined {
  const look = (store as Losing)[HAS_LOST];
  return typeof look === "function" ? () => look.call(store, space) : undefined;
}

/** The properties of the replies of servers. */
const REPLY_NAMES = ["outcome", "now", "time", "grant", "seat", "section", "code", "message"];

/** Asks the server of a store. */
export function askServer(
  connection: Connection<api.LeaseServer>,
  request: api.LeaseRequest,
): Promise<Readonly<Options>> {
  return inTime(connection, "ask", async () => {
    const reply: unknown = await connection.store.ask(request);
    if (typeof reply === "object" && reply !== null) return readProperties(reply, REPLY_NAMES);
    throw nonsense("ask", "the reply", reply, "an object");
  });
}

/** Reads the record `head` and the records of the keys. */
export async function readStore(connection: Connection, keys: readonly string[]): Promise<View> {
  const { store, space } = connection;
  const all = [...new Set([HEAD_KEY, ...keys])];
  return inTime(connection, "read", async () => viewOf(all, await store.read(space, [...all])));
}

/** Whether a store has a space, or cannot say. */
export async function mayHaveSpace(connection: Connection): Promise<boolean> {
  const { store, space } = connection;
  return inTime(connection, "spaces", async () => {
    const isListed = readProperties(store, ["spaces"])["spaces"] !== undefined;
    return !isListed || ((await store.spaces?.()) ?? [space]).includes(space);
  });
}

/** The keys of the records of a space; `undefined` if the store can't list them. */
export async function keysOf(connection: Connection): Promise<readonly string[] | undefined> {
  const { store, space } = connection;
  if (readProperties(store, ["keysOf"])["keysOf"] === undefined) return undefined;
  return inTime(connection, "keysOf", async () => {
    const keys = copyList("the answer", await store.keysOf?.(space), MAX_KEYS, "STORE_FAILED");
    if (keys?.every((key) => typeof key === "string")) return keys;
    throw nonsense("keysOf", "the answer", keys, "a list of texts");
  });
}

function viewOf(all: readonly string[], answer: unknown): View {
  const { now, generation, records } = readProperties(answer, ["now", "generation", "records"]);
  if (!isWholeNumber(now)) throw nonsense("read", "now", now, "a whole number of Unix ms");
  if (typeof generation !== "string" || !PRINTABLE.test(generation)) {
    throw nonsense("read", "generation", generation, "a text of printable ASCII characters");
  }
  if (!Array.isArray(records) || records.length !== all.length) {
    throw nonsense("read", "records", records, `a list of ${all.length}, one for each key`);
  }
  const read = new Map<string, string | null>();
  all.forEach((key, i) => {
    const record: unknown = records[i];
    if (record !== null && (typeof record !== "string" || record === "" || !PRINTABLE.test(record))) {
      throw nonsense("read", `the record '${key}'`, record, "a text of printable ASCII characters, or null");
    }
    read.set(key, record);
  });
  return { now, generation, records: read };
}

/** Makes a swap that the protocol has decided on with a view. */
export async function swapInStore(connection: Connection, view: View, { key, next, before }: Swap): Promise<boolean> {
  const { store, space } = connection;
  const previous = view.records.get(key) ?? null;
  const guard = {
    head: view.records.get(HEAD_KEY) ?? null,
    generation: view.generation,
    before,
  };
  const applied: unknown = await inTime(connection, "swap", () => store.swap(space, key, previous, next, guard));
  if (typeof applied !== "boolean") throw nonsense("swap", "the answer", applied, "true or false");
  return applied;
}

/** The error of a store that has refused `MAX_SWAPS` swaps one after the other. */
export function refusedSwaps({ space }: Connection): FlakeError {
  return new FlakeError(
    "STORE_FAILED",
    `the store refused ${MAX_SWAPS} swaps one after the other: others write to space '${space}' all the time, or its swap is wrong (try conformance)`,
  );
}

/** The error of a store that has refused a swap, because it came too long after the read. */
export class SlowStore extends FlakeError {
  constructor({ space }: Connection, age: number) {
    super(
      "STORE_FAILED",
      `the store is too slow: a read and a swap of space '${space}' took more than ${age} ms: see what it does, or choose a longer window`,
    );
  }
}

export function nonsense(call: string, what: string, value: unknown, expected: string): FlakeError {
  return new FlakeError(
    "STORE_FAILED",
    `the store answered ${call} with nonsense: ${what} is ${quoted(value)}; it must be ${expected}`,
  );
}

/**
 * Calls a store or a server. An error that is not `STORE_FAILED` becomes the cause of a `STORE_FAILED`. Throws
 * `STORE_FAILED`, too, if no answer comes within `MAX_ANSWER_MS`.
 */
async function inTime<T>({ timers }: Connection<AnyStore>, name: string, call: () => Promise<T>): Promise<T> {
  // The timer starts before the call, so that the time in which the call blocks counts.
  const timer = timers._start(MAX_ANSWER_MS);
  // The call is in an async function, so that an exception of the store becomes a rejection.
  const answer = (async () => call())();
  try {
    return await within(timer, answer, () => {
      throw storeFailed(`the store did not answer ${name} within ${MAX_ANSWER_MS} ms: see whether it can be reached`);
    });
  } catch (error) {
    if (error instanceof FlakeError && error.code === "STORE_FAILED") throw error;
    throw storeFailed(`the store refused ${name}: ${shown(error)}`, error);
  }
}

/** A thrown value as text. */
export function shown(error: unknown): string {
  try {
    return String(error).slice(0, 300);
  } catch {
    return quoted(error);
  }
}
