// The promises of the store of SQLite, with each driver.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import BetterSqlite3 from "better-sqlite3";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { sqlite } from "flakekit/lease/sqlite";
import { broken } from "../lib/checks.mjs";
import { newFolderInMemory } from "../lib/memory.mjs";

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function newFile() {
  const folder = newFolderInMemory("sqlite");
  folders.push(folder);
  return join(folder, "leases.db");
}

/** A guard that holds. */
async function guardOf(store, space) {
  const { now, generation, records } = await store.read(space, ["head"]);
  return { head: records[0], generation, before: now + 60_000 };
}

const refusal = (words) => (error) => {
  assert.equal(error.code, "STORE_FAILED");
  assert.match(error.message, words);
  return true;
};

for (const [name, Driver] of Object.entries({ "node:sqlite": DatabaseSync, "better-sqlite3": BetterSqlite3 })) {
  describe(name, () => {
    test("several connections to a file pass every check", async () => {
      const file = newFile();
      const connect = () => sqlite(new Driver(file));
      assert.deepEqual(broken(await conformance([connect(), connect(), connect()])), []);
    });

    test("a file with a write-ahead log passes every check", async () => {
      const file = newFile();
      new Driver(file).exec("PRAGMA journal_mode = wal");
      assert.deepEqual(broken(await conformance([sqlite(new Driver(file)), sqlite(new Driver(file))])), []);
    });

    test("a database in memory passes every check", async () => {
      assert.deepEqual(broken(await conformance(sqlite(new Driver(":memory:")))), []);
    });

    test("a lease makes IDs, and another process's connection gets another seat", async () => {
      const file = newFile();
      const leases = await Promise.all(
        [1, 2].map(() => lease(discord, { store: sqlite(new Driver(file)), space: "orders" })),
      );
      const [one, other] = leases.map((ids) => JSON.stringify(ids.status().fields));
      assert.notEqual(one, other);
      assert.notEqual(leases[0].next(), leases[1].next());
      for (const ids of leases) await ids.close();
    });

    test("calls inside of a transaction are refused, and change nothing", async () => {
      const database = new Driver(newFile());
      const store = sqlite(database);
      const guard = await guardOf(store, "s");
      database.exec("BEGIN");
      await assert.rejects(store.read("s", []), refusal(/transaction.*connection of its own/));
      await assert.rejects(store.swap("s", "seat 0", null, "x", guard), refusal(/transaction.*connection of its own/));
      database.exec("COMMIT");
      assert.deepEqual((await store.read("s", ["seat 0"])).records, [null]);
      assert.equal(await store.swap("s", "seat 0", null, "x", guard), true);
    });

    test("a lock that is held fails the call after a while, and the store works again", async () => {
      const file = newFile();
      const [store, other] = [sqlite(new Driver(file)), new Driver(file)];
      const guard = await guardOf(store, "s");
      other.exec("BEGIN IMMEDIATE");
      await assert.rejects(store.swap("s", "seat 0", null, "x", guard), refusal(/held the lock/));
      const late = store.swap("s", "seat 0", null, "x", guard);
      other.exec("ROLLBACK");
      assert.equal(await late, true);
    });

    test("a journal in memory, with which a killed process damages the file, is refused", async () => {
      const database = new Driver(newFile());
      database.exec("PRAGMA journal_mode = memory");
      await assert.rejects(sqlite(database).read("s", []), refusal(/journal_mode/));
    });
  });
}

test("a copy has another generation, and the original keeps its own", async () => {
  const file = newFile();
  const store = sqlite(new DatabaseSync(file));
  assert.equal(await store.swap("s", "seat 0", null, "x", await guardOf(store, "s")), true);
  const { generation } = await store.read("s", []);
  copyFileSync(file, `${file}.copy`);
  const copy = await sqlite(new DatabaseSync(`${file}.copy`)).read("s", ["seat 0"]);
  assert.notEqual(copy.generation, generation);
  assert.deepEqual(copy.records, ["x"]);
  assert.equal((await sqlite(new DatabaseSync(file)).read("s", [])).generation, generation);
});

test("a moved file keeps its generation", async () => {
  const file = newFile();
  const database = new DatabaseSync(file);
  const { generation } = await sqlite(database).read("s", []);
  database.close();
  renameSync(file, `${file}.moved`);
  assert.equal((await sqlite(new DatabaseSync(`${file}.moved`)).read("s", [])).generation, generation);
});

test("a backup that is restored into the same file has another generation for who has seen the newer state", async () => {
  const file = newFile();
  const store = sqlite(new DatabaseSync(file));
  const guard = await guardOf(store, "s");
  assert.equal(await store.swap("s", "seat 0", null, "old", guard), true);
  copyFileSync(file, `${file}.backup`);
  assert.equal(await store.swap("s", "seat 0", "old", "new", guard), true);
  copyFileSync(`${file}.backup`, file);
  const restored = await store.read("s", ["seat 0"]);
  assert.deepEqual(restored.records, ["old"]);
  assert.notEqual(restored.generation, guard.generation);
  assert.equal(await store.swap("s", "seat 0", "old", "new", guard), false);
});

test("a connection whose file was replaced is refused", async () => {
  const file = newFile();
  const store = sqlite(new DatabaseSync(file));
  await store.read("s", []);
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  await assert.rejects(store.read("s", []), refusal(/replaced by another file/));
  rmSync(file);
  await assert.rejects(store.read("s", []), refusal(/is gone/));
});

test("a lease whose file is deleted makes no ID before its next renewal either", async () => {
  const file = newFile();
  const ids = await lease(discord, { store: sqlite(new DatabaseSync(file)), window: 3_600_000 });
  ids.next();
  rmSync(file);
  await assert.rejects(
    async () => {
      for (const end = Date.now() + 10_000; Date.now() < end; await turn()) ids.next();
    },
    { code: "LEASE_EXPIRED" },
  );
  await assert.rejects(ids.nextAsync(), refusal(/is gone/));
  await ids.close();
});

test("a new file gets its tables after a wait in which each lease looks whether its file is gone", async (t) => {
  const file = newFile();
  const database = new DatabaseSync(file);
  let now = performance.now();
  t.mock.method(performance, "now", () => now);
  let tries = 0;
  const { exec } = DatabaseSync.prototype;
  t.mock.method(database, "exec", (sql) => {
    if (sql.startsWith("BEGIN")) tries += 1;
    exec.call(database, sql);
  });
  let isAnswered = false;
  const answer = sqlite(database)
    .read("s", [])
    .then(() => (isAnswered = true));
  // The last look of a lease counts for 10 ms.
  now += 10;
  while (tries < 5 && !isAnswered) await turn();
  assert.equal(new DatabaseSync(file).prepare("SELECT count(*) AS made FROM sqlite_schema").get().made, 0);
  now += 1_000;
  await answer;
});

describe("a database in which somebody else can change or lose records is refused, with the remedy", () => {
  const columns = "space TEXT, key TEXT, record TEXT";
  const key = "PRIMARY KEY (space, key)";
  for (const [what, statement, isBesideTables] of [
    [
      "trigger forgets",
      "CREATE TRIGGER forgets AFTER INSERT ON Flakekit_Leases BEGIN UPDATE flakekit_leases SET record = 'old'; END",
      true,
    ],
    [
      "trigger stops",
      "CREATE TRIGGER stops AFTER UPDATE ON flakekit_lease_store BEGIN UPDATE flakekit_lease_store SET version = 0; END",
      true,
    ],
    ["view flakekit_leases", "CREATE VIEW flakekit_leases AS SELECT 1 AS space"],
    ["view flakekit_lease_store", "CREATE VIEW flakekit_lease_store AS SELECT 1 AS number"],
    ["column record", `CREATE TABLE flakekit_leases (space TEXT, key TEXT, record TEXT AS ('old'), ${key})`],
    // SQLite would skip a record without an error.
    ["column more", `CREATE TABLE flakekit_leases (${columns}, more TEXT NOT NULL ON CONFLICT IGNORE, ${key})`],
    ["constraint", `CREATE TABLE flakekit_leases (${columns}, ${key}, UNIQUE (space) ON CONFLICT IGNORE)`],
  ]) {
    test(`if it has the ${what}`, async () => {
      const file = newFile();
      const database = new DatabaseSync(file);
      if (isBesideTables) await sqlite(database).read("s", []);
      database.exec(statement);
      const store = sqlite(new DatabaseSync(file));
      await assert.rejects(store.read("s", []), refusal(new RegExp(`the ${what} .*drop it`)));
      await assert.rejects(store.spaces(), refusal(new RegExp(what)));
    });
  }

  test("but not one with columns and indexes that lose no record", async () => {
    const database = new DatabaseSync(newFile());
    await sqlite(database).read("s", []);
    database.exec("ALTER TABLE flakekit_leases ADD COLUMN note TEXT; CREATE INDEX notes ON flakekit_leases (note)");
    const store = sqlite(database);
    assert.equal(await store.swap("s", "a", null, "1", await guardOf(store, "s")), true);
  });
});

test("names of spaces that would be one are refused", async () => {
  const store = sqlite(new DatabaseSync(newFile()));
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

test("no write of several processes is lost", async () => {
  const file = newFile();
  const count = () => promisify(execFile)(process.execPath, [join(import.meta.dirname, "increment.mjs"), file, "40"]);
  await Promise.all([count(), count(), count()]);
  assert.deepEqual((await sqlite(new DatabaseSync(file)).read("counted", ["seat 0"])).records, ["120"]);
});

test("no confirmed swap of a killed process is lost", async () => {
  const file = newFile();
  const store = sqlite(new DatabaseSync(file));
  let confirmed = 0;
  for (const kills of [5, 11, 17]) {
    const child = spawn(process.execPath, [join(import.meta.dirname, "increment.mjs"), file, "100000"]);
    let seen = 0;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = text.trim().split("\n");
      confirmed = Number(lines.at(-1));
      seen += lines.length;
      if (seen >= kills) child.kill("SIGKILL");
    });
    await new Promise((resolve) => child.on("close", resolve));
    const record = Number((await store.read("counted", ["seat 0"])).records[0]);
    // The last swap may have been made without being confirmed.
    assert.ok(record === confirmed || record === confirmed + 1, `${record} after ${confirmed}`);
  }
});

test("what is not a connection is refused", () => {
  for (const database of [undefined, null, 5, "leases.db", {}]) {
    assert.throws(() => sqlite(database), { code: "INVALID_OPTION", message: /^database is / });
  }
});
