// A MariaDB with a replica that may lag behind, and a proxy that leads to the primary.

import { setTimeout as sleep } from "node:timers/promises";
import { mysql } from "flakekit/lease/mysql";
import mysql2 from "mysql2/promise";
import { MariaDb } from "../../servers/lib/mariadb.mjs";
import { Proxy } from "../../servers/lib/proxy.mjs";
import { PATIENCE_MS } from "./mysql-child.mjs";
import { freeze, lead, startEngine } from "./network.mjs";

/** How long after a failure the next replica is started, in ms. */
const RETRY_MS = 1_000;

/** After how many attempts in a row without a replica, although the primary runs, the run has failed. */
const MAX_FAILURES = 3;

/** The errors of clients that lose their server, or that give up. */
const EXPLAINED = new RegExp(
  [
    "ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|Connection lost|closed state|connection is closed|Connection timeout",
    "socket has unexpectedly been closed|socket timeout|socket closed|pool timeout|failed to retrieve a connection|Cannot execute new commands",
    "Connection was killed|shutdown|gone away|another session holds a lock|read-only|[Cc]onnection.* closed",
    "the server refused 60 tries because of others",
  ].join("|"),
);

class Mysql {
  #crew;
  #primary;
  /** How many servers there were: their `server_id`. */
  #servers = 1;
  /** Resolves to the replica. */
  #replica;
  proxy;
  /** The proxy between the primary and its replica. */
  #link;
  #isReplicaReady = false;
  #failures = 0;
  #isEnding = false;
  /** For how long a replica gets nothing before it is promoted, at most, in ms. */
  #lag;

  constructor(crew, lag) {
    this.#crew = crew;
    this.#lag = lag;
  }

  async start(ends) {
    this.#primary = await MariaDb.startPrimary(this.#servers);
    ends.after(() => this.#primary.remove());
    this.proxy = await Proxy.start(ends, this.#primary);
    this.#link = await Proxy.start(ends, this.#primary);
    await this.#primary.query("CREATE DATABASE app");
    const pool = mysql2.createPool(this.#primary.connection({ database: "app" }));
    try {
      await mysql(pool).setup();
    } finally {
      await pool.end();
    }
    this.#startReplica();
    ends.after(async () => {
      this.#isEnding = true;
      await (await this.#replica)?.remove();
    });
  }

  get connection() {
    return this.#primary.connection({ database: "app", port: this.proxy.port });
  }

  get faults() {
    const row = "SELECT * FROM app.flakekit_leases WHERE space = 'discord' AND `key` = 'head' FOR UPDATE";
    return [
      { name: "kill -9 and recovery", weight: 4, apply: (random) => this.#crash(random.between(0, 1_000)) },
      { name: "kill -9, commits are not flushed", weight: 4, apply: (random) => this.#crashUnflushed(random) },
      { name: "an ordinary restart", weight: 2, apply: () => this.#restart() },
      {
        name: "promotion of a replica",
        weight: 4,
        isPossible: () => this.#isReplicaReady,
        apply: (random) => this.#promote(random),
      },
      { name: "SIGSTOP", weight: 2, apply: (random) => this.#stop(random.between(200, 2_500)) },
      { name: "connections are killed", weight: 3, apply: () => this.#killConnections() },
      { name: "a row is locked", weight: 2, apply: (random) => this.#lock("BEGIN", row, random) },
      {
        name: "the table is locked",
        apply: (random) => this.#lock("SET @none = 0", "LOCK TABLES app.flakekit_leases WRITE", random),
      },
    ];
  }

  async #crash(ms) {
    await this.#primary.kill();
    await sleep(ms);
    await this.#primary.start();
  }

  /** The server writes its log once a second. */
  async #crashUnflushed(random) {
    await this.#primary.query("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
    await sleep(random.between(300, 2_000));
    await this.#crash(0);
  }

  async #restart() {
    await this.#primary.stop();
    await this.#primary.start();
  }

  /** The replica lacks the last writes of the primary, which crashes. */
  async #promote(random) {
    const [old, replica] = [this.#primary, await this.#replica];
    freeze(this.#link);
    await sleep(random.between(100, this.#lag));
    await old.kill();
    this.#link.cut();
    await replica.promote();
    this.#primary = replica;
    lead(this.proxy, replica.port);
    lead(this.#link, replica.port);
    await old.remove();
    this.#startReplica();
  }

  /** Copying the data takes time, so nobody waits for the copy. */
  #startReplica() {
    this.#isReplicaReady = false;
    this.#replica = this.#newReplica().then(
      (replica) => {
        this.#isReplicaReady = true;
        this.#failures = 0;
        return replica;
      },
      (error) => {
        this.#failures += 1;
        if (this.#failures === MAX_FAILURES) this.#crew.failures.push(`no replica starts: ${error.stack}`);
        else setTimeout(() => this.#isEnding || this.#startReplica(), RETRY_MS).unref();
      },
    );
  }

  /** A replica that has the tables at least. */
  async #newReplica() {
    this.#servers += 1;
    const replica = await MariaDb.startPrimary(this.#servers);
    try {
      await replica.follow(this.#link.port);
      await replica.caughtUp("app.flakekit_leases");
      return replica;
    } catch (error) {
      await replica.remove();
      throw error;
    }
  }

  async #stop(ms) {
    this.#primary.pause();
    await sleep(ms);
    this.#primary.resume();
  }

  async #killConnections() {
    const others = "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = 'app' AND ID <> CONNECTION_ID()";
    const ids = await this.#primary.query(others);
    // Some connections may have ended in the meantime.
    for (const { id } of ids) await this.#primary.query(`KILL ${id}`).catch(() => undefined);
  }

  /** Locks a row or the table for longer or shorter than the store waits. */
  #lock(begin, lock, random) {
    const seconds = random.pick([{ weight: 2, s: random.between(0.2, 1.5) }, { s: random.between(3, 4) }]).s;
    return this.#primary.query(begin, lock, `SELECT SLEEP(${seconds})`);
  }
}

export function start({ crew, lag = 1_000 }) {
  return startEngine(new Mysql(crew, lag), { pause: 4_000, explained: EXPLAINED, patience: PATIENCE_MS });
}
