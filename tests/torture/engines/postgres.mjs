// A PostgreSQL with a standby that may lag behind, and a proxy that leads to the primary.

import { setTimeout as sleep } from "node:timers/promises";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";
import { Server } from "../../servers/lib/postgres.mjs";
import { Proxy } from "../../servers/lib/proxy.mjs";
import { freeze, lead, startEngine } from "./network.mjs";
import { PATIENCE_MS } from "./postgres-child.mjs";

/** No test cuts the power, so writes need not be on the disk: after a crash the system has them. */
const SETTINGS = ["-c fsync=off", "-c max_connections=200", "-c shared_buffers=16MB"];

/** How long after a failure the next standby is started, in ms. */
const RETRY_MS = 1_000;

/** After how many attempts in a row without a standby, although the primary runs, the run has failed. */
const MAX_FAILURES = 3;

/** The errors of clients that lose their server, or that give up. */
const EXPLAINED = new RegExp(
  [
    "ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|Client has encountered a connection error",
    "CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|CONNECT_TIMEOUT",
    "Query read timeout|timeout exceeded when trying to connect|timeout expired",
    "the database system is|terminating connection|another session holds a lock|would be rolled back|server conn crashed",
    "the server refused 60 tries because of others",
  ].join("|"),
);

class Postgres {
  #crew;
  #primary;
  /** How often the primary was stopped or started. */
  #changes = 0;
  /** Resolves to the standby. */
  #standby;
  proxy;
  /** The proxy between the primary and its standby. */
  #link;
  #isStandbyReady = false;
  #failures = 0;
  #isEnding = false;

  constructor(crew) {
    this.#crew = crew;
  }

  async start(ends) {
    this.#primary = await Server.start(...SETTINGS);
    ends.after(() => this.#primary.remove());
    this.proxy = await Proxy.start(ends, this.#primary);
    this.#link = await Proxy.start(ends, this.#primary);
    this.#startStandby();
    ends.after(async () => {
      this.#isEnding = true;
      await (await this.#standby)?.remove();
    });
    const pool = new pg.Pool(this.#primary.connection());
    try {
      await postgres(pool).setup();
    } finally {
      await pool.end();
    }
  }

  get connection() {
    return this.#primary.connection({ port: this.proxy.port });
  }

  get faults() {
    const asynchronous = { name: "synchronous_commit", value: "off" };
    const serializable = { name: "default_transaction_isolation", value: "serializable" };
    return [
      { name: "crash and recovery", weight: 4, apply: (random) => this.#crash(random.between(0, 1_000)) },
      {
        name: "crash, synchronous_commit=off",
        weight: 3,
        apply: (random) => this.#with(asynchronous, random, () => this.#crash(0)),
      },
      {
        name: "promotion of a standby",
        weight: 4,
        isPossible: () => this.#isStandbyReady,
        apply: (random) => this.#promote(random),
      },
      { name: "back ends are killed", weight: 3, apply: () => this.#killBackEnds() },
      { name: "a row is locked", weight: 2, apply: (random) => this.#lock("", random) },
      { name: "the table is locked", apply: (random) => this.#lock("TABLE", random) },
      { name: "serializable", weight: 2, apply: (random) => this.#with(serializable, random, async () => undefined) },
    ];
  }

  async #crash(ms) {
    this.#changes += 1;
    await this.#primary.stop("immediate");
    await sleep(ms);
    await this.#primary.start();
    this.#changes += 1;
  }

  /** Calls `work` after a while, with another default of the sessions. */
  async #with({ name, value }, random, work) {
    const reload = (change) => this.#query(`ALTER SYSTEM ${change}`, "SELECT pg_reload_conf()");
    await reload(`SET ${name} = ${value}`);
    await sleep(random.between(300, 2_000));
    await work();
    await reload(`RESET ${name}`);
  }

  /** The standby lacks the last writes of the primary, which crashes. */
  async #promote(random) {
    const [old, standby] = [this.#primary, await this.#standby];
    freeze(this.#link);
    await sleep(random.between(100, 1_000));
    await old.stop("immediate");
    this.#link.cut();
    await standby.promote();
    this.#primary = standby;
    lead(this.proxy, standby.port);
    lead(this.#link, standby.port);
    await old.remove();
    this.#startStandby();
  }

  /** Copying the data takes time, so nobody waits for the copy. */
  #startStandby() {
    const changes = this.#changes;
    this.#isStandbyReady = false;
    this.#standby = this.#primary.startStandby(this.#link.port).then(
      (standby) => {
        this.#isStandbyReady = true;
        this.#failures = 0;
        return standby;
      },
      (error) => {
        // An attempt does not count as a failure if the primary crashed in the meantime.
        if (changes === this.#changes) this.#failures += 1;
        if (this.#failures === MAX_FAILURES) this.#crew.failures.push(`no standby starts: ${error.stack}`);
        else setTimeout(() => this.#isEnding || this.#startStandby(), RETRY_MS).unref();
      },
    );
  }

  #killBackEnds() {
    const others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    return this.#query(`SELECT pg_terminate_backend(pid) ${others}`);
  }

  /** Locks the table, or the row `head` of the main space, which each swap of the space needs. */
  #lock(what, random) {
    const row = "SELECT FROM flakekit_leases WHERE space = 'discord' AND key = 'head' FOR UPDATE";
    const lock = what === "TABLE" ? "LOCK TABLE flakekit_leases IN ACCESS EXCLUSIVE MODE" : row;
    const seconds = random.pick([{ weight: 2, s: random.between(0.2, 1.5) }, { s: random.between(3, 4) }]).s;
    return this.#query("BEGIN", lock, `SELECT pg_sleep(${seconds})`, "ROLLBACK");
  }

  async #query(...statements) {
    const client = new pg.Client(this.#primary.connection());
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

export function start({ crew }) {
  return startEngine(new Postgres(crew), { pause: 4_000, explained: EXPLAINED, patience: PATIENCE_MS });
}
