// The store in Redis. One hash per space; the whole guard of a swap is checked in one script.
// May import: `generated`, `lease/stores`, `types`, `values`.

import type * as api from "../../../../types/lease/redis.js";
import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import { FlakeError, invalid, optionalWithin, quoted, readOptions } from "../../../values/index.js";
import { type Client, readClient } from "./clients.js";
import { runScript } from "./run.js";
import { COUNT_REPLICAS, LIST_KEYS, LIST_SPACES, READ, SWAP } from "./scripts.js";
import {
  checkGuard,
  checkKey,
  checkKeys,
  checkPrevious,
  checkRecord,
  checkSpace,
  optionalGeneration,
  storeFailed,
} from "../index.js";

/** The longest wait for replicas, in ms. A lease gives a call of its store 5 s. */
const MAX_CONFIRM_MS = 3_000;

/**
 * How long the server may hold the connection to wait for its replicas, in ms: the user's other calls may use the
 * connection too.
 */
const MAX_WAIT_MS = 100;

/** The pause between two looks at the replicas, in ms. */
const PAUSE_MS = 20;

/** The beginning of all keys of the store. It is put in braces, so it must not contain braces. */
const PREFIX = /^[!-z|~]{1,100}$/;

interface Settings {
  readonly prefix: string;
  readonly durable: boolean;
  /** How many replicas must confirm. */
  readonly replicas: number;
  /** The generation that the options give; `undefined` for the server's own. */
  readonly generation: string | undefined;
}

class RedisStore implements LeaseStore {
  readonly durable: boolean;
  readonly #client: Client;
  readonly #settings: Settings;
  /** The key of the set of names. A cluster keeps all keys with the same text in braces on one server. */
  readonly #names: string;

  constructor(client: Client, settings: Settings) {
    this.durable = settings.durable;
    this.#client = client;
    this.#settings = settings;
    this.#names = `{${settings.prefix}}`;
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    const { replicas, generation } = this.#settings;
    const [hash, fields] = [this.#hash(space), checkKeys(keys)];
    const args = [generation === undefined ? "info" : "", ...fields];
    const lines = await runScript(this.#client, "read", READ, [hash], args);
    const [now, server, offset, count, ...shown] = lines as [string, string, string, string, ...string[]];
    const records = shown.map(recordOf);
    if (!/^\d+$/.test(now) || records.length !== fields.length) throw nonsense("read", lines);
    // The records may have been written by a swap that was not confirmed, so they are confirmed before they are returned.
    if (replicas > 0) await this.#confirm(server, offset, Number(count));
    return { now: Number(now), generation: generation ?? server, records };
  }

  async swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const { replicas, generation } = this.#settings;
    const keys = [this.#hash(space), this.#names];
    const { head, generation: expected, before } = checkGuard(guard);
    const fields = [checkKey(key), shownRecord(checkPrevious(previous)), checkRecord(next), shownRecord(head)];
    if (generation !== undefined && generation !== expected) return false;
    const args = [space, ...fields, generation === undefined ? expected : "", String(before)];
    const [answer] = await runScript(this.#client, "swap", SWAP, keys, args);
    if (answer === "refused") return false;
    if (answer !== "applied") throw nonsense("swap", answer);
    if (replicas > 0) {
      const [offset, count] = await this.#countReplicas(expected, "");
      await this.#confirm(expected, offset, count);
    }
    return true;
  }

  spaces(): Promise<readonly string[]> {
    return runScript(this.#client, "spaces", LIST_SPACES, [this.#names], []);
  }

  keysOf(space: string): Promise<readonly string[]> {
    return runScript(this.#client, "keys", LIST_KEYS, [this.#hash(space)], []);
  }

  /** The key of a space's hash. */
  #hash(space: string): string {
    return `${this.#names}:${checkSpace(space)}`;
  }

  /**
   * Waits until enough replicas have all writes up to an offset of a server's history. `first` is the count at the beginning.
   *
   * `WAIT` only makes the replicas report at once, instead of within a second. Its answer counts for its own connection, which
   * may not be the connection of the write: pools have several, and clients reconnect. So a script counts the replicas.
   */
  async #confirm(server: string, offset: string, first: number): Promise<void> {
    const { replicas } = this.#settings;
    let isLate = false;
    const timer = setTimeout(() => (isLate = true), MAX_CONFIRM_MS);
    try {
      for (let count = first; count < replicas; [, count] = await this.#countReplicas(server, offset)) {
        if (isLate) throw tooFewReplicas(count, replicas);
        await Promise.all([this.#hurry(), new Promise((resolve) => setTimeout(resolve, PAUSE_MS))]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #hurry(): Promise<void> {
    try {
      await this.#client._wait(this.#settings.replicas, MAX_WAIT_MS);
    } catch {
      // The user may have no permission for `WAIT`, or a client of a cluster can't send it. Then the replicas report later.
    }
  }

  /** How many replicas have all writes up to an offset, and this offset; `""` stands for the offset of all writes so far. */
  async #countReplicas(server: string, offset: string): Promise<[offset: string, count: number]> {
    const lines = await runScript(this.#client, "counted", COUNT_REPLICAS, [this.#names], [offset]);
    const [id, at, count] = lines as [string, string, string];
    if (id !== server) {
      throw storeFailed("Redis was restarted or replaced before its replicas had a write: read again");
    }
    return [at, Number(count)];
  }
}

/** A record as scripts show it. */
function shownRecord(record: string | null): string {
  return record === null ? "-" : `=${record}`;
}

function recordOf(shown: string): string | null {
  if (shown.startsWith("=")) return shown.slice(1);
  if (shown === "-") return null;
  throw nonsense("read", shown);
}

function nonsense(call: string, answer: unknown): FlakeError {
  return storeFailed(
    `Redis answered ${call} with ${quoted(answer)}, which no script of the store does: see what is between this client and the server`,
  );
}

function tooFewReplicas(count: number, replicas: number): FlakeError {
  return storeFailed(
    `${count} of ${replicas} replicas have confirmed a write within ${MAX_CONFIRM_MS} ms: see whether they run, or give fewer replicas`,
  );
}

function readSettings(given: unknown): Settings {
  const names = ["durable", "replicas", "generation", "prefix"];
  const options = readOptions("redis()", given, names);
  const { durable = false, prefix = "flakekit" } = options;
  const replicas = optionalWithin("replicas", options["replicas"], MAX_REPLICAS, 0);
  const generation = optionalGeneration(options["generation"]);
  if (typeof durable !== "boolean") throw invalid("INVALID_OPTION", "durable", durable, "true or false");
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    const expected = "a text of 1 to 100 printable ASCII characters without spaces and braces";
    throw invalid("INVALID_OPTION", "prefix", prefix, expected);
  }
  if (replicas > 0 && (durable || generation !== undefined)) {
    throw new FlakeError(
      "INVALID_OPTION",
      `replicas is ${replicas}, which goes with neither durable nor generation: a confirmed write counts only as long as the server says that it is the same one`,
    );
  }
  return { durable, replicas, generation: generation ?? (durable ? "durable" : undefined), prefix };
}

const MAX_REPLICAS = 100;

/** The stores of each client, by their settings. A client and settings that are equal give the same store. */
const stores = new WeakMap<object, Map<string, RedisStore>>();

export const redis: typeof api.redis = (client, given) => {
  const settings = readSettings(given);
  const known = readClient(client);
  const ofClient = stores.get(client) ?? new Map<string, RedisStore>();
  stores.set(client, ofClient);
  const name = JSON.stringify(settings);
  const store = ofClient.get(name) ?? new RedisStore(known, settings);
  ofClient.set(name, store);
  return store;
};
