// Faults of a MariaDB with a lease: crashes, restarts, replicas that are promoted, connections that are cut.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import mysql2 from "mysql2/promise";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { mysql } from "flakekit/lease/mysql";
import { fails } from "./lib/fails.mjs";
import { MariaDb } from "./lib/mariadb.mjs";
import { Proxy } from "./lib/proxy.mjs";
import { until } from "./lib/wait.mjs";

/** Terms of a lease of the only seat. The grace period is window + clockSkew + age: 6.05 s. */
const ONLY = { window: 4_000, clockSkew: 50, nodes: [0, 0], maxWait: 60_000 };

/** Starts a server with the table of leases. */
async function startServer(context, ...settings) {
  const server = await MariaDb.startPrimary(1, ...settings);
  context.after(() => server.remove());
  await server.query("CREATE DATABASE app");
  await connect(context, server.port).setup();
  return server;
}

/** A store of a pool that ends with the test. */
function connect(context, port, options) {
  const pool = mysql2.createPool({ host: "127.0.0.1", port, user: "root", database: "app", connectTimeout: 4_000 });
  context.after(() => pool.end().catch(() => undefined));
  return mysql(pool, options);
}

/** A lease that ends with the test. */
async function leaseOf(context, store, terms = ONLY) {
  const ids = await lease(discord, { store, ...terms });
  context.after(() => ids.close());
  return ids;
}

/** A guard that holds. */
async function guardOf(store) {
  const { now, generation, records } = await store.read("s", ["head"]);
  return { head: records[0], generation, before: now + 600_000 };
}

/** Swaps without a pause until the server is gone. Resolves to the number of the last record that was confirmed. */
async function countUp(store, crash) {
  const guard = await guardOf(store);
  let count = 0;
  try {
    for (let previous = (await store.read("s", ["seat 0"])).records[0]; ; previous = String(count)) {
      assert.equal(await store.swap("s", "seat 0", previous, String(count + 1), guard), true);
      count += 1;
      if (count === 30) void crash();
    }
  } catch (error) {
    assert.equal(error.code, "STORE_FAILED", error.stack);
  }
  return count;
}

describe("a server that is killed", { concurrency: 2 }, () => {
  test("loses no confirmed swap if it flushes each commit, and has another generation", async (context) => {
    const server = await startServer(context, "--innodb-flush-log-at-trx-commit=1");
    for (let crashes = 0; crashes < 3; crashes++) {
      const store = connect(context, server.port);
      const { generation } = await store.read("s", []);
      let killed;
      const count = await countUp(store, () => (killed = server.kill()));
      await killed;
      await server.start();
      const after = await connect(context, server.port).read("s", ["seat 0"]);
      // The last swap may have been made without being confirmed.
      assert.ok([count, count + 1].includes(Number(after.records[0])), `${count} ${after.records[0]}`);
      assert.notEqual(after.generation, generation);
    }
  });

  for (const flushed of [0, 2]) {
    test(`has another generation, also if it flushes by innodb_flush_log_at_trx_commit = ${flushed}`, async (context) => {
      const server = await startServer(context, `--innodb-flush-log-at-trx-commit=${flushed}`);
      const store = connect(context, server.port);
      const guard = await guardOf(store);
      await countUp(store, () => server.kill());
      await server.start();
      const after = connect(context, server.port);
      const { generation, records } = await after.read("s", ["seat 0"]);
      assert.notEqual(generation, guard.generation);
      assert.equal(await after.swap("s", "seat 0", records[0], "later", guard), false);
      assert.equal(await after.swap("s", "seat 0", records[0], "later", { ...guard, generation }), true);
    });
  }

  test("keeps a lease its seat, and gives nobody else the seat before the grace period is over", async (context) => {
    const server = await startServer(context, "--innodb-flush-log-at-trx-commit=0");
    const ids = await leaseOf(context, connect(context, server.port));
    const held = ids.status().until;
    await server.kill();
    await server.start();
    const restarted = Date.now();
    const other = leaseOf(context, connect(context, server.port));
    await until(async () => ids.status().until > held);
    ids.next();
    await ids.close();
    await other;
    // Half a second is subtracted, because the host's clock reads the time after the server.
    assert.ok(Date.now() - restarted > ONLY.window + ONLY.clockSkew - 500);
  });
});

test("an ordinary restart changes the generation, and leases go on", async (context) => {
  const server = await startServer(context);
  const store = connect(context, server.port);
  const ids = await leaseOf(context, store);
  const { generation } = await store.read("s", []);
  const held = ids.status().until;
  await server.stop();
  await server.start();
  assert.notEqual((await store.read("s", [])).generation, generation);
  await until(async () => ids.status().until > held);
  ids.next();
});

test("a lease goes on after its connections were cut", async (context) => {
  const server = await startServer(context);
  const proxy = await Proxy.start(context, server);
  const ids = await leaseOf(context, connect(context, proxy.port));
  for (let cuts = 0; cuts < 3; cuts++) {
    const held = ids.status().until;
    proxy.cut();
    proxy.mend();
    await until(async () => ids.status().until > held);
  }
  ids.next();
});

/** A lease of the only seat, whose last windows a promoted replica has not got. */
async function promotedWithout(context, options) {
  const server = await startServer(context);
  const replica = await MariaDb.startPrimary(2);
  context.after(() => replica.remove());
  await replica.follow(server.port);
  const proxy = await Proxy.start(context, server);
  // The records of a space that nobody holds.
  const first = await lease(discord, { store: connect(context, proxy.port, options), ...ONLY });
  await first.close();
  await replica.caughtUp("app.flakekit_leases");
  await fails(connect(context, replica.port).read("discord", []), "read-only");
  await replica.query("STOP SLAVE");
  const ids = await leaseOf(context, connect(context, proxy.port, options));
  const held = ids.status().until;
  await server.kill();
  await replica.promote();
  proxy.cut();
  proxy.target = replica.port;
  proxy.mend();
  return { ids, held, other: connect(context, proxy.port, options) };
}

describe("a replica that is promoted and lacks the last writes", { concurrency: 2 }, () => {
  test("gives nobody a seat whose window it does not know, and the lease goes on", async (context) => {
    const { ids, held, other } = await promotedWithout(context);
    await assert.rejects(lease(discord, { store: other, ...ONLY, maxWait: 2_000 }), { code: "NO_FREE_SEAT" });
    await until(async () => ids.status().until > held);
    ids.next();
  });

  test("gives the seat twice if the option generation promises wrongly that it lacks nothing", async (context) => {
    const { ids, held, other } = await promotedWithout(context, { generation: "constant" });
    const twice = await leaseOf(context, other, { ...ONLY, maxWait: 3_000 });
    assert.deepEqual(twice.status().fields, ids.status().fields);
    assert.ok(twice.status().until - ONLY.window < held, "the windows overlap");
  });
});
