// Leases in PostgreSQL: a real server, with each client, and its faults.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { drizzle } from "drizzle-orm/node-postgres";
import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { postgres, setupSql } from "flakekit/lease/postgres";
import { Bouncer } from "./lib/bouncer.mjs";
import { broken } from "./lib/checks.mjs";
import { FAST, Server } from "./lib/postgres.mjs";
import { client, js, pool, server } from "./lib/postgres-clients.mjs";
import { until } from "./lib/wait.mjs";

/** How many runs of the checks of stores are made at a time. Each run waits for the server most of the time. */
const AT_ONCE = 4;

const passesEveryCheck = async (stores) => assert.deepEqual(broken(await conformance(stores)), []);

const refusal = (words) => (error) => {
  assert.equal(error.code, "STORE_FAILED");
  assert.match(error.message, words);
  return true;
};

/** A guard that holds. */
async function guardOf(store, space) {
  const { now, generation, records } = await store.read(space, ["head"]);
  return { head: records[0], generation, before: now + 600_000 };
}

let spaces = 0;
const newSpace = () => `space ${++spaces}`;

/** Options of a lease in a new space. The lease waits for window + clockSkew + age, which is 1 s. */
const SHORT = { window: 500, clockSkew: 50, maxWait: 20_000 };

describe("every check of stores is passed", { concurrency: AT_ONCE }, () => {
  test("by pools of pg", () => passesEveryCheck([postgres(pool()), postgres(pool()), postgres(pool())]));

  test("by clients of pg", async () => passesEveryCheck([postgres(await client()), postgres(await client())]));

  test("by postgres.js", () => passesEveryCheck([postgres(js()), postgres(js())]));

  test("by a function", () => {
    const connections = pool();
    return passesEveryCheck(postgres(async (text, values) => (await connections.query(text, values)).rows));
  });

  test("by Drizzle and by Kysely, on one table", () => {
    const db = new Kysely({ dialect: new PostgresDialect({ pool: pool() }) });
    const kysely = async (text, values) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows;
    return passesEveryCheck([postgres(drizzle({ client: pool() }).$client), postgres(kysely)]);
  });

  for (const isolation of ["serializable", "repeatable read"]) {
    test(`where transactions are ${isolation} by default`, () => {
      const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
      return passesEveryCheck([postgres(pool({ options })), postgres(pool({ options }))]);
    });
  }

  test("through PgBouncer in transaction mode", async () => {
    const bouncer = await Bouncer.start(server.port);
    try {
      const through = { port: bouncer.port };
      await passesEveryCheck([postgres(pool(through)), postgres(pool(through)), postgres(js(through))]);
    } finally {
      await bouncer.stop();
    }
  });

  test("with a generation that the user gives, in a table that migrations have made", async () => {
    await pool().query(`CREATE SCHEMA app; ${setupSql("app.leases")}`);
    const connect = () => postgres(pool(), { table: "app.leases", generation: "our's-1" });
    await passesEveryCheck([connect(), connect()]);
    assert.equal((await connect().read("s", [])).generation, "our's-1");
  });

  test("by a user with the documented privileges", async () => {
    await pool().query("CREATE ROLE worker LOGIN; GRANT SELECT, INSERT, UPDATE ON flakekit_leases TO worker");
    await passesEveryCheck(postgres(pool({ user: "worker" })));
  });
});

describe("a client inside of a transaction is refused", () => {
  test("also if the swap is its first statement there", async () => {
    const connection = await client();
    const [store, other] = [postgres(connection), postgres(pool())];
    const space = newSpace();
    await other.swap(space, "seat 0", null, "a", await guardOf(other, space));
    const guard = await guardOf(other, space);
    await connection.query("BEGIN");
    await assert.rejects(store.swap(space, "seat 0", "a", "b", guard), refusal(/inside of a transaction/));
    await assert.rejects(store.read(space, ["seat 0"]), refusal(/inside of a transaction/));
    await connection.query("ROLLBACK");
    assert.deepEqual((await store.read(space, ["seat 0"])).records, ["a"]);
    assert.equal(await store.swap(space, "seat 0", "a", "b", guard), true);
  });

  test("by postgres.js too, and a lease says so", async () => {
    await assert.rejects(
      js().begin((sql) => lease(discord, { store: postgres(sql), space: newSpace(), ...SHORT, maxWait: 2000 })),
      refusal(/inside of a transaction/),
    );
  });
});

test("two leases of a space get different seats, and stores of one client are one store", async () => {
  const connections = pool();
  assert.equal(postgres(connections).location, postgres(connections).location);
  const options = { space: newSpace(), ...SHORT };
  const leases = await Promise.all(
    [connections, pool()].map((by) => lease(discord, { store: postgres(by), ...options })),
  );
  const [one, other] = leases.map((ids) => JSON.stringify(ids.status().fields));
  assert.notEqual(one, other);
  for (const ids of leases) await ids.close();
});

test("a lease goes on after all back ends were killed", async () => {
  const connections = pool();
  const errors = [];
  const ids = await lease(discord, {
    store: postgres(connections),
    space: newSpace(),
    ...SHORT,
    onChange: (status) => {
      if (status.lastError) errors.push(status.lastError.code);
    },
  });
  const held = ids.status().until;
  const admin = pool();
  for (let kills = 0; kills < 3; kills++) {
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
    );
  }
  while (ids.status().until <= held) await new Promise((resolve) => setTimeout(resolve, 20));
  await ids.nextAsync();
  // A new space has no free seat until its grace period is over.
  assert.deepEqual(
    errors.filter((code) => !["STORE_FAILED", "NO_FREE_SEAT"].includes(code)),
    [],
  );
  await ids.close();
});

test("a call whose back end is killed fails with STORE_FAILED", async () => {
  const [connections, admin] = [pool({ application_name: "victim" }), await client()];
  const store = postgres(connections);
  const space = newSpace();
  await store.swap(space, "seat 0", null, "a", await guardOf(store, space));
  await admin.query("BEGIN");
  await admin.query("SELECT FROM flakekit_leases WHERE space = $1 FOR UPDATE", [space]);
  const call = assert.rejects(store.read(space, ["seat 0"]), refusal(/PostgreSQL failed/));
  const killed =
    "SELECT count(pg_terminate_backend(pid)) AS n FROM pg_stat_activity WHERE application_name = 'victim' AND wait_event_type = 'Lock'";
  const observer = pool({ max: 1 });
  await until(async () => (await observer.query(killed)).rows[0].n !== "0");
  await call;
  await admin.query("ROLLBACK");
  assert.deepEqual((await store.read(space, ["seat 0"])).records, ["a"]);
});

test("a lock held by somebody else fails the call, which says so, and the store works afterwards", async () => {
  const [store, admin] = [postgres(pool()), await client()];
  const space = newSpace();
  const guard = await guardOf(store, space);
  assert.equal(await store.swap(space, "seat 0", null, "a", guard), true);
  await admin.query("BEGIN");
  await admin.query("SELECT FROM flakekit_leases WHERE space = $1 FOR UPDATE", [space]);
  await assert.rejects(store.read(space, []), refusal(/another session holds a lock/));
  await assert.rejects(store.swap(space, "seat 0", "a", "b", guard), refusal(/another session holds a lock/));
  await admin.query("ROLLBACK");
  assert.deepEqual((await store.read(space, ["seat 0"])).records, ["a"]);
});

test("a swap that waits for the lock of its row beyond its time does not apply", async () => {
  const [store, admin] = [postgres(pool()), await client()];
  const space = newSpace();
  const guard = await guardOf(store, space);
  assert.equal(await store.swap(space, "seat 0", null, "a", guard), true);
  for (const key of ["head", "seat 0"]) {
    await admin.query("BEGIN");
    await admin.query("SELECT FROM flakekit_leases WHERE space = $1 AND key = $2 FOR UPDATE", [space, key]);
    const { rows } = await admin.query("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now");
    const swap = store.swap(space, "seat 0", "a", "b", { ...guard, before: Math.floor(Number(rows[0].now)) + 1000 });
    await admin.query("SELECT pg_sleep(1.2)");
    await admin.query("COMMIT");
    assert.equal(await swap, false, key);
  }
});

test("names of spaces that would be one are refused", async () => {
  const store = postgres(pool());
  const guard = { head: null, generation: "g", before: 1 };
  for (const space of ["a\ud800", "a\udc00"]) {
    for (const call of [
      () => store.read(space, []),
      () => store.swap(space, "a", null, "1", guard),
      () => store.keysOf(space),
    ]) {
      await assert.rejects(call(), refusal(/the space .* surrogate/));
    }
  }
});

test("what is missing is an error that names the remedy", async () => {
  await assert.rejects(postgres(pool(), { table: "none" }).read("s", []), refusal(/call setup\(\)/));
  await pool().query("CREATE ROLE reader LOGIN; GRANT SELECT ON flakekit_leases TO reader");
  await assert.rejects(postgres(pool({ user: "reader" })).read("s", []), refusal(/grant SELECT, INSERT and UPDATE/));
  const readOnly = { options: "-c default_transaction_read_only=on" };
  await assert.rejects(postgres(pool(readOnly)).read("s", []), refusal(/connect to the primary/));
  await pool().query(
    "REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC; GRANT SELECT, INSERT, UPDATE ON flakekit_leases TO reader",
  );
  await assert.rejects(postgres(pool({ user: "reader" })).read("s", []), refusal(/option generation/));
  await pool().query("GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC");
  await assert.rejects(postgres(async () => 5).read("s", []), refusal(/no list of rows/));
  await assert.rejects(postgres(async () => []).read("s", []), refusal(/no row/));
});

test("wrong arguments are refused, by name", () => {
  const refused = (words, ...given) =>
    assert.throws(() => postgres(...given), { code: "INVALID_OPTION", message: words });
  for (const client of [undefined, null, 5, "postgres://", {}]) refused(/^client is /, client);
  const none = () => undefined;
  for (const table of ["", "a b", 'a"b', "a.b.c", "1a", 5, "x".repeat(64)]) refused(/^table is /, none, { table });
  for (const generation of ["", "a b", 5, "é"]) refused(/^generation is /, none, { generation });
  refused(/no option 'tables'/, none, { tables: "x" });
  assert.throws(() => setupSql("a; DROP TABLE b"), { code: "INVALID_OPTION" });
});

test("two processes may call setup at once", async () => {
  const connect = () => postgres(pool(), { table: "made_at_once" });
  await Promise.all([connect(), connect(), connect(), connect()].map((store) => store.setup()));
  assert.deepEqual(await connect().spaces(), []);
});

describe("a server of its own", () => {
  let own;
  before(async () => {
    own = await Server.start(...FAST, "-c max_wal_senders=4", "-c wal_level=replica");
    await postgres(pool({}, own)).setup();
  });
  after(() => own.remove());

  /** Swaps without a pause until the server is gone. Returns the last record that was confirmed. */
  async function countUp(options, space, crash) {
    const store = postgres(pool(options, own));
    const guard = await guardOf(store, space);
    let confirmed = null;
    try {
      for (let count = 0; ; count++) {
        assert.equal(await store.swap(space, "seat 0", confirmed, String(count), guard), true);
        confirmed = String(count);
        if (count === 30) void crash();
      }
    } catch (error) {
      assert.equal(error.code, "STORE_FAILED");
    }
    return confirmed;
  }

  test("a crash loses no confirmed swap, also where commits do not wait for the disk by default, and changes the generation", async () => {
    const options = { options: "-c synchronous_commit=off" };
    for (let crashes = 0; crashes < 3; crashes++) {
      const space = newSpace();
      const { generation } = await postgres(pool({}, own)).read(space, []);
      let stopped;
      const confirmed = await countUp(options, space, () => (stopped = own.stop("immediate")));
      await stopped;
      await own.start();
      const after = await postgres(pool({}, own)).read(space, ["seat 0"]);
      // The last swap may have been made without being confirmed.
      assert.ok([Number(confirmed), Number(confirmed) + 1].includes(Number(after.records[0])), `${confirmed}`);
      assert.notEqual(after.generation, generation);
    }
  });

  test("a standby is refused, and its promotion changes the generation", async () => {
    const space = newSpace();
    const primary = postgres(pool({}, own));
    const guard = await guardOf(primary, space);
    const standby = await own.startStandby();
    try {
      const store = postgres(pool({}, standby));
      await assert.rejects(store.read(space, []), refusal(/standby/));
      await assert.rejects(store.swap(space, "seat 0", "a", "b", guard), refusal(/standby/));
      const given = postgres(pool({}, standby), { generation: "given" });
      await assert.rejects(given.read(space, []), refusal(/standby/));
      await own.stop("immediate");
      await standby.promote();
      const { generation } = await store.read(space, []);
      assert.notEqual(generation, guard.generation);
      const [system, timeline] = generation.split("-");
      assert.equal(system, guard.generation.split("-")[0]);
      assert.notEqual(timeline, guard.generation.split("-")[1]);
      assert.equal(await store.swap(space, "seat 0", null, "b", guard), false);
      assert.equal(await store.swap(space, "seat 0", null, "b", { ...guard, generation }), true);
    } finally {
      await standby.remove();
      await own.start();
    }
  });
});
