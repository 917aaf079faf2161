// A Redis that forgets: a master without persistence, a replica that may lag behind, and a proxy that leads to the master.

import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Proxy } from "../../servers/lib/proxy.mjs";
import { RedisServer } from "../../servers/lib/redis.mjs";
import { GRACE_MS, spacesOf } from "../lib/spaces.mjs";
import { freeze, lead, startEngine } from "./network.mjs";
import { PATIENCE_MS } from "./redis-child.mjs";

const SETTINGS = ["--enable-debug-command", "yes", "--rdb-del-sync-files", "yes"];

/**
 * The junk that makes the server evict keys: the count of keys, the bytes of each key, and the memory that the server
 * may use for them.
 */
const JUNK = { keys: 200, bytes: 100_000, room: 1_000_000 };

/** The keys that the server may evict. */
const SPACES = spacesOf(1).map(({ name }) => `{flakekit}:${name}`);

/** The errors of clients that lose their server, or that give up. */
const EXPLAINED = new RegExp(
  [
    "Socket closed unexpectedly|Connection is closed|The client is offline|ECONNREFUSED|ECONNRESET|EPIPE",
    "Reached the max retries per request limit|Command timed out",
    "READONLY|OOM|LOADING|MASTERDOWN|UNBLOCKED",
  ].join("|"),
);

class Redis {
  proxy;
  #master;
  #replica;
  /** The proxy between the master and its replica. */
  #link;

  async start(ends) {
    this.#master = await RedisServer.start(ends, SETTINGS);
    this.#replica = await RedisServer.start(ends, SETTINGS);
    this.proxy = await Proxy.start(ends, this.#master);
    this.#link = await Proxy.start(ends, this.#master);
    await this.#replica.command("REPLICAOF", "127.0.0.1", this.#link.port);
  }

  get connection() {
    return { url: this.proxy.url };
  }

  get faults() {
    return [
      { name: "kill -9: all is forgotten", weight: 3, apply: (random) => this.#crash(random.between(0, 1_500)) },
      { name: "restarts within the grace period", weight: 2, apply: (random) => this.#restart(random, 0, GRACE_MS) },
      { name: "restarts further apart", apply: (random) => this.#restart(random, GRACE_MS, 2 * GRACE_MS) },
      { name: "an older snapshot", weight: 3, apply: (random) => this.#restoreSnapshot(random) },
      { name: "FLUSHALL", weight: 3, apply: () => this.#master.command("FLUSHALL") },
      { name: "eviction", weight: 3, apply: () => this.#evict() },
      { name: "promotion of a replica", weight: 3, apply: (random) => this.#promote(random) },
      { name: "SIGSTOP", weight: 2, apply: (random) => this.#stop(random.between(200, 2_500)) },
      { name: "DEBUG SLEEP", weight: 2, apply: (random) => this.#sleep(random.between(0.2, 2)) },
    ];
  }

  async #crash(ms) {
    await this.#master.kill();
    await sleep(ms);
    await this.#master.restart();
  }

  async #restart(random, least, most) {
    for (let restarts = 0; restarts < 3; restarts++) {
      await this.#crash(0);
      await sleep(random.between(least, most));
    }
  }

  async #restoreSnapshot(random) {
    const [dump, older] = ["dump.rdb", "older.rdb"].map((name) => join(this.#master.folder, name));
    await this.#save();
    renameSync(dump, older);
    await sleep(random.between(50, 1_500));
    await this.#master.kill();
    renameSync(older, dump);
    await this.#master.restart();
    rmSync(dump);
  }

  /** Writes an RDB file. Redis refuses to write it while it writes another RDB file for a replica. */
  async #save() {
    const refusal = () => this.#master.command("SAVE").then(() => undefined, String);
    for (let refused = await refusal(); refused !== undefined; refused = await refusal()) {
      if (!refused.includes("in progress")) throw new Error(refused);
      await sleep(20);
    }
  }

  /** Lets the server evict keys, until it has evicted a space. */
  async #evict() {
    const spaces = () => this.#master.command("EXISTS", ...SPACES);
    let count = await spaces();
    for (; count === 0; count = await spaces()) await sleep(20);
    const used = /used_memory:(\d+)/.exec(await this.#master.command("INFO", "memory"))[1];
    await this.#master.command("CONFIG", "SET", "maxmemory-policy", "allkeys-random");
    await this.#master.command("CONFIG", "SET", "maxmemory", Number(used) + JUNK.room);
    const junk = Array.from({ length: JUNK.keys }, (_, i) => `junk ${i}`);
    let isEvicted = false;
    for (let i = 0; i < junk.length && !isEvicted; i++) {
      await this.#master.command("SET", junk[i], "x".repeat(JUNK.bytes));
      // The count is compared with the count before this key, and not with the first count: children may make other
      // spaces in the meantime.
      const before = count;
      count = await spaces();
      isEvicted = count < before;
    }
    await this.#master.command("CONFIG", "SET", "maxmemory", 0);
    await this.#master.command("DEL", ...junk);
    if (!isEvicted) throw new Error(`Redis has evicted none of ${count} spaces`);
  }

  /** The replica lacks the last writes of the master, which crashes. */
  async #promote(random) {
    freeze(this.#link);
    await sleep(random.between(100, 1_000));
    await this.#master.kill();
    await this.#replica.command("REPLICAOF", "NO", "ONE");
    [this.#master, this.#replica] = [this.#replica, this.#master];
    lead(this.proxy, this.#master.port);
    lead(this.#link, this.#master.port);
    await this.#replica.restart();
    await this.#replica.command("REPLICAOF", "127.0.0.1", this.#link.port);
  }

  async #stop(ms) {
    this.#master.pause();
    await sleep(ms);
    this.#master.resume();
  }

  #sleep(seconds) {
    return this.#master.command("DEBUG", "SLEEP", seconds.toFixed(3));
  }
}

export function start() {
  return startEngine(new Redis(), { pause: 2_000, explained: EXPLAINED, patience: PATIENCE_MS });
}
