// Leases in MariaDB: a real server, with each client. `asMysql` removes the parts of statements that only MariaDB
// knows.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CompiledQuery, Kysely, MysqlDialect } from "kysely";
import { drizzle } from "drizzle-orm/mysql2";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { mysql, setupSql } from "flakekit/lease/mysql";
import { broken } from "./lib/checks.mjs";
import { fails } from "./lib/fails.mjs";
import { MariaDb } from "./lib/mariadb.mjs";
import {
  asMysql,
  callbackPool,
  changed,
  connection,
  mariadbConnection,
  mariadbPool,
  pool,
  server,
} from "./lib/mysql-clients.mjs";
import { until } from "./lib/wait.mjs";

/** How many runs of the checks of stores are made at a time. Each run waits for the server most of the time. */
const AT_ONCE = 4;

const passesEveryCheck = async (stores) => assert.deepEqual(broken(await conformance(stores)), []);

/** A guard that holds. */
async function guardOf(store, space) {
  const { now, generation, records } = await store.read(space, ["head"]);
  return { head: records[0], generation, before: now + 600_000 };
}

/** Writes a record of `head`, so that swaps of other keys make no rows first. Resolves to a guard that holds. */
async function guardWithHead(store, space) {
  const guard = await guardOf(store, space);
  assert.equal(await store.swap(space, "head", null, "h", guard), true);
  return { ...guard, head: "h" };
}

let spaces = 0;
const newSpace = () => `space ${++spaces}`;

/** Terms of a lease in a new space. The lease waits for window + clockSkew + age, which is 6.05 s. */
const TERMS = { window: 4_000, clockSkew: 50, maxWait: 30_000 };

/** A mode in which NOT binds more than a comparison. */
const NOT_FIRST = "SET sql_mode = 'HIGH_NOT_PRECEDENCE'";

/** A store with the statements that MySQL runs. */
const likeMysql = (connections) => mysql(changed(connections, asMysql));

const inTransaction = "inside of a transaction";

describe("every check of stores is passed", { concurrency: AT_ONCE }, () => {
  test("by pools of mysql2", () => passesEveryCheck([mysql(pool()), mysql(pool()), mysql(pool())]));

  test("by connections of mysql2", async () =>
    passesEveryCheck([mysql(await connection()), mysql(await connection())]));

  test("by pools of mysql2 for callbacks", () => passesEveryCheck([mysql(callbackPool()), mysql(callbackPool())]));

  test("by pools of mariadb", () => passesEveryCheck([mysql(mariadbPool()), mysql(mariadbPool())]));

  test("by connections of mariadb", async () =>
    passesEveryCheck([mysql(await mariadbConnection()), mysql(await mariadbConnection())]));

  test("by a function that runs prepared statements", () => {
    const connections = pool();
    return passesEveryCheck(mysql(async (text, values) => (await connections.execute(text, values))[0]));
  });

  test("by Drizzle and by Kysely, on one table", () => {
    const db = new Kysely({ dialect: new MysqlDialect({ pool: callbackPool() }) });
    const kysely = async (text, values) => (await db.executeQuery(CompiledQuery.raw(text, values))).rows;
    return passesEveryCheck([mysql(drizzle({ client: pool() }).$client), mysql(kysely)]);
  });

  for (const isolation of ["READ-UNCOMMITTED", "READ-COMMITTED", "SERIALIZABLE"]) {
    test(`where transactions are ${isolation} by default`, () => {
      const connect = () => {
        const connections = pool();
        connections.on("connection", (made) => void made.query(`SET SESSION tx_isolation = '${isolation}'`));
        return mysql(connections);
      };
      return passesEveryCheck([connect(), connect()]);
    });
  }

  test("with the options of clients that change rows, and settings of sessions that change statements", () => {
    const shaped = pool({ rowsAsArray: true, nestTables: "_", namedPlaceholders: true, charset: "LATIN1_GERMAN1_CI" });
    const mode = "ANSI_QUOTES,HIGH_NOT_PRECEDENCE,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH";
    const limits = "sql_select_limit = 1, sql_safe_updates = 1, group_concat_max_len = 4";
    shaped.on("connection", (made) => void made.query(`SET sql_mode = '${mode}', ${limits}`));
    const rows = mariadbPool({ rowsAsArray: true, namedPlaceholders: true, bigIntAsNumber: true });
    return passesEveryCheck([mysql(shaped), mysql(rows), mysql(pool())]);
  });

  test("by statements without what only MariaDB knows, by pools and by connections", async () => {
    await passesEveryCheck([likeMysql(pool()), likeMysql(pool()), likeMysql(pool({ connectionLimit: 1 }))]);
    await passesEveryCheck([likeMysql(await connection()), likeMysql(await connection())]);
  });

  test("with a generation that the user gives, in a table that migrations have made", async () => {
    await server.query(`CREATE DATABASE other; ${setupSql("other.leases")}`);
    const connect = () => mysql(pool(), { table: "other.leases", generation: "our's-1" });
    await passesEveryCheck([connect(), connect()]);
    assert.equal((await connect().read("s", [])).generation, "our's-1");
  });

  test("by a user with the documented privileges", async () => {
    await server.query("CREATE USER worker; GRANT SELECT, INSERT, UPDATE ON app.flakekit_leases TO worker");
    await passesEveryCheck(mysql(pool({ user: "worker" })));
  });
});

test("a swap answers true if others have made 60 swaps of its record before it could ask", async () => {
  const [connections, other] = [pool(), mysql(pool())];
  let between = async () => undefined;
  const slow = mysql(async (text, values) => {
    if (text.includes("AS made")) await between();
    return (await connections.query(text, values))[0];
  });
  const space = newSpace();
  const guard = await guardWithHead(other, space);
  assert.equal(await other.swap(space, "seat 0", null, "0", guard), true);
  between = async () => {
    for (let i = 1; i <= 60; i++) assert.equal(await other.swap(space, "seat 0", `${i}`, `${i + 1}`, guard), true);
  };
  assert.equal(await slow.swap(space, "seat 0", "0", "1", guard), true);
});

describe("a client inside of a transaction is refused, and its swap does not count", () => {
  for (const [name, make] of Object.entries({ "in MariaDB": mysql, "without what only MariaDB knows": likeMysql })) {
    test(`after BEGIN, ${name}`, async () => {
      const own = await connection();
      await own.query(NOT_FIRST);
      const [store, other] = [make(own), mysql(pool())];
      const space = newSpace();
      await other.swap(space, "seat 0", null, "a", await guardOf(other, space));
      const guard = await guardOf(other, space);
      await own.query("BEGIN");
      await fails(store.swap(space, "seat 0", "a", "b", guard), inTransaction);
      await fails(store.read(space, ["seat 0"]), inTransaction);
      await fails(store.setup(), inTransaction);
      await own.query("ROLLBACK");
      assert.deepEqual((await store.read(space, ["seat 0"])).records, ["a"]);
      assert.equal(await store.swap(space, "seat 0", "a", "b", guard), true);
    });

    test(`with autocommit = 0, ${name}`, async () => {
      const own = await connection();
      const [store, other] = [make(own), mysql(pool())];
      const space = newSpace();
      const guard = await guardOf(other, space);
      await other.swap(space, "seat 0", null, "a", guard);
      await own.query("SET autocommit = 0");
      await fails(store.swap(space, "seat 0", "a", "b", guard), inTransaction);
      await own.query("ROLLBACK");
      await fails(store.read(space, []), inTransaction);
      await own.query("ROLLBACK");
      assert.deepEqual((await other.read(space, ["seat 0"])).records, ["a"]);
    });
  }

  test("by mariadb too, and a lease says so", async () => {
    const own = await mariadbConnection();
    await own.beginTransaction();
    await fails(lease(discord, { store: mysql(own), space: newSpace(), ...TERMS, maxWait: 2_000 }), inTransaction);
    await own.rollback();
  });

  test("also if the transaction began after the session was checked, without what only MariaDB knows", async () => {
    const own = await connection();
    const space = newSpace();
    const other = mysql(pool());
    const guard = await guardOf(other, space);
    assert.equal(await other.swap(space, "seat 0", null, "a", guard), true);
    // Between the check and the statement that it is for, the user begins a transaction with another swap.
    let isNext = false;
    const store = mysql(async (text, values) => {
      if (isNext && text.includes("SELECT HEX")) {
        isNext = false;
        await own.query("BEGIN");
        await own.query("UPDATE flakekit_leases SET record = 'c', version = version + 1 WHERE space = ?", [space]);
      }
      const [rows] = await own.query(asMysql(text), values);
      if (text.includes("flakekit_checked =")) isNext = true;
      return rows;
    });
    assert.equal(await store.swap(space, "seat 0", "a", "b", guard), true);
    isNext = false;
    await fails(store.read(space, ["seat 0"]), inTransaction);
    await own.query("ROLLBACK");
    assert.deepEqual((await other.read(space, ["seat 0"])).records, ["b"]);
  });

  test("a transaction that a pool's connection was left in is refused or gives no false answer", async () => {
    const connections = pool({ connectionLimit: 2 });
    const [store, other] = [likeMysql(connections), mysql(pool())];
    const space = newSpace();
    const guard = await guardOf(other, space);
    assert.equal(await other.swap(space, "seat 0", null, "a", guard), true);
    await connections.query("BEGIN");
    for (let tries = 0; tries < 6; tries++) {
      await fails(store.swap(space, "seat 0", "a", "b", guard));
    }
    await connections.end();
    assert.deepEqual((await other.read(space, ["seat 0"])).records, ["a"]);
  });
});

test("two leases of a space get different seats, and stores of one client are one store", async () => {
  const connections = pool();
  assert.equal(mysql(connections).location, mysql(connections).location);
  const terms = { space: newSpace(), ...TERMS };
  const leases = await Promise.all(
    [connections, mariadbPool()].map((by) => lease(discord, { store: mysql(by), ...terms })),
  );
  const [one, other] = leases.map((ids) => JSON.stringify(ids.status().fields));
  assert.notEqual(one, other);
  for (const ids of leases) await ids.close();
});

test("a lock held by somebody else fails the call, which says so, and the store works afterwards", async () => {
  const [store, admin] = [mysql(pool()), await connection()];
  const space = newSpace();
  const guard = await guardWithHead(store, space);
  assert.equal(await store.swap(space, "seat 0", null, "a", guard), true);
  for (const locks of [
    ["BEGIN", `SELECT * FROM flakekit_leases WHERE space = '${space}' FOR UPDATE`, "ROLLBACK"],
    ["SET @none = 0", "LOCK TABLES flakekit_leases WRITE", "UNLOCK TABLES"],
  ]) {
    await admin.query(locks[0]);
    await admin.query(locks[1]);
    await fails(store.read(space, []), "another session holds a lock");
    await fails(store.swap(space, "seat 0", "a", "b", guard), "another session holds a lock");
    await admin.query(locks[2]);
  }
  assert.deepEqual((await store.read(space, ["seat 0"])).records, ["a"]);
});

test("a swap that waits for the lock of its row beyond its time does not apply", async () => {
  const [store, admin] = [mysql(pool()), await connection()];
  const space = newSpace();
  const guard = await guardWithHead(store, space);
  assert.equal(await store.swap(space, "seat 0", null, "a", guard), true);
  for (const key of ["head", "seat 0"]) {
    await admin.query("BEGIN");
    await admin.query("SELECT * FROM flakekit_leases WHERE space = ? AND `key` = ? FOR UPDATE", [space, key]);
    const swap = store.swap(space, "seat 0", "a", "b", { ...guard, before: Date.now() + 1_000 });
    await admin.query("SELECT SLEEP(1.5)");
    await admin.query("COMMIT");
    assert.equal(await swap, false, key);
  }
  assert.equal(await store.swap(space, "seat 0", "a", "b", guard), true);
});

test("a read that waits for a lock has the clock of its records", async () => {
  const [store, admin] = [mysql(pool()), await connection()];
  const space = newSpace();
  assert.equal(await store.swap(space, "seat 0", null, "a", await guardOf(store, space)), true);
  await admin.query("BEGIN");
  await admin.query("UPDATE flakekit_leases SET record = 'b' WHERE space = ? AND `key` = 'seat 0'", [space]);
  await admin.query("SELECT * FROM flakekit_leases WHERE space = ? FOR UPDATE", [space]);
  const read = store.read(space, ["seat 0"]);
  await admin.query("SELECT SLEEP(1)");
  const before = Date.now();
  await admin.query("COMMIT");
  const { now, records } = await read;
  assert.deepEqual(records, ["b"]);
  assert.ok(now >= before, `${now} ${before}`);
});

test("a statement that the server refuses because of a deadlock is made again", async () => {
  const [store, admin] = [mysql(pool()), await connection()];
  const space = newSpace();
  const guard = await guardWithHead(store, space);
  // This transaction is heavier than the swap, so the server ends the swap.
  await admin.query("CREATE TABLE ballast (n INT PRIMARY KEY)");
  for (const [key, previous] of [
    ["seat 0", null],
    ["seat 1", null],
  ]) {
    assert.equal(await store.swap(space, key, previous, "a", guard), true);
  }
  await admin.query("BEGIN");
  await admin.query("INSERT INTO ballast SELECT seq FROM seq_1_to_1000");
  const lock = (key) =>
    admin.query("SELECT * FROM flakekit_leases WHERE space = ? AND `key` = ? FOR UPDATE", [space, key]);
  await lock("seat 0");
  const swap = store.swap(space, "seat 0", "a", "b", guard);
  await admin.query("SELECT SLEEP(0.5)");
  // The swap has the lock of `head`, and waits for that of its row.
  await lock("head");
  await admin.query("ROLLBACK");
  assert.equal(await swap, true);
});

describe("the clock", () => {
  test("is the same in every time zone and at every timestamp of the session, which may be nearly right", async () => {
    const store = async (settings) => {
      const own = await connection();
      await own.query(`SET ${settings}`);
      return mysql(own);
    };
    const space = newSpace();
    const zones = ["+00:00", "-11:00", "+05:45", "SYSTEM"].map((zone) => store(`time_zone = '${zone}'`));
    for (const opened of [
      ...zones,
      store("timestamp = UNIX_TIMESTAMP() - 500"),
      store("timestamp = UNIX_TIMESTAMP() + 500"),
    ]) {
      const { now } = await (await opened).read(space, []);
      assert.ok(Math.abs(now - Date.now()) < 2_000, `${now} ${Date.now()}`);
    }
  });

  /** The time of day after this many seconds of a day. */
  const timeOf = (seconds) =>
    [3_600, 60, 1].map((unit) => Math.floor(seconds / unit) % (unit === 3_600 ? 100 : 60)).join(":");

  /** Zones whose offset changes from 0 to an hour, or back, at a time of this day, in seconds after its beginning in UTC. */
  const CHANGES = {
    forward: (day, seconds) => `AAA0BBB,J${day}/${timeOf(seconds)},J${(day + 100) % 365}/0`,
    back: (day, seconds) => `AAA0BBB,J${(day + 265) % 365}/0,J${day}/${timeOf(seconds + 3_600)}`,
  };

  /** Starts a server again whose offset changes some seconds later. Resolves to the time of the change, in Unix ms. */
  async function startBeforeChange(own, zoneAt) {
    // On a busy machine, a start takes longer.
    for (let lead = 6_000; ; lead *= 2) {
      await own.stop();
      const now = new Date();
      const year = Date.UTC(now.getUTCFullYear());
      const days = Math.floor((now - year) / 86_400_000);
      // February 29 is not counted.
      const isLeap = new Date(Date.UTC(now.getUTCFullYear(), 1, 29)).getUTCMonth() === 1;
      const day = days + 1 - (isLeap && days > 58 ? 1 : 0);
      const seconds = Math.ceil((now.getTime() + lead - year) / 1_000);
      own.env = { TZ: zoneAt(day, seconds - days * 86_400) };
      await own.start();
      const change = year + seconds * 1_000;
      if (Date.now() < change - 3_000) return change;
    }
  }

  for (const [direction, zoneAt] of Object.entries(CHANGES)) {
    test(`is right or refused when the local time of the server goes ${direction} by an hour`, async (context) => {
      const own = await MariaDb.start();
      context.after(() => own.remove());
      await own.query("CREATE DATABASE app");
      const change = await startBeforeChange(own, zoneAt);
      const offset = async () => (await own.query("SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW()) AS s"))[0].s;
      const before = await offset();
      const [store, admin] = [mysql(pool({}, own)), await connection({}, own)];
      await store.setup();
      const guard = await guardWithHead(store, "s");
      assert.equal(await store.swap("s", "seat 0", null, "a", guard), true);

      // A swap and a read wait for their locks during the change.
      await until(async () => Date.now() > change - 1_000);
      await admin.query("BEGIN");
      await admin.query("SELECT * FROM flakekit_leases FOR UPDATE");
      const swap = store.swap("s", "seat 0", "a", "b", guard);
      const read = fails(store.read("s", []), "SYSDATE()");
      await until(async () => Date.now() > change + 1_000);
      await admin.query("ROLLBACK");
      assert.equal(await swap, false);
      await read;
      assert.equal(Math.abs((await offset()) - before), 3_600);
      const after = await store.read("s", ["seat 0"]);
      assert.deepEqual(after.records, ["a"]);
      assert.ok(Math.abs(after.now - Date.now()) < 2_000, `${after.now} ${Date.now()}`);
    });
  }

  test("is refused where the session's timestamp is of another day", async () => {
    const own = await connection();
    const [store, other] = [mysql(own), mysql(pool())];
    const space = newSpace();
    const guard = await guardOf(other, space);
    assert.equal(await other.swap(space, "seat 0", null, "a", guard), true);
    await own.query("SET timestamp = 1700000000");
    await fails(store.read(space, []), "do not set the timestamp");
    assert.equal(await store.swap(space, "seat 0", "a", "b", guard), false);
  });

  test("is refused if SYSDATE() is NOW()", async () => {
    const store = mysql(changed(pool(), (text) => text.replaceAll("SYSDATE(6)", "NOW(6)")));
    await fails(store.read(newSpace(), []), "--sysdate-is-now");
  });
});

test("a table that is not one of InnoDB is refused, also if the server has silently made it one", async () => {
  await server.query(setupSql("app.unsafe").replace("InnoDB", "MyISAM"));
  const store = mysql(pool(), { table: "unsafe" });
  await fails(store.setup(), "not one of InnoDB", "MyISAM");
  await fails(store.read("s", []), "not one of InnoDB");
  await fails(store.swap("s", "a", null, "b", { head: null, generation: "g", before: 1 }), "not one of InnoDB");
  await server.query("CREATE VIEW app.view AS SELECT * FROM app.flakekit_leases");
  await fails(mysql(pool(), { table: "view" }).read("s", []), "not one of InnoDB");
});

/** Makes a table for leases by somebody else, who has a database and may do anything there. Returns its name. */
async function tableOfStranger(...changes) {
  await server.query(
    "CREATE DATABASE IF NOT EXISTS strangers; CREATE USER IF NOT EXISTS stranger; GRANT ALL ON strangers.* TO stranger",
    "DROP TABLE IF EXISTS strangers.leases",
  );
  const stranger = pool({ user: "stranger", database: "strangers" });
  for (const text of [setupSql("leases"), ...changes]) await stranger.query(text);
  return "strangers.leases";
}

test("a table with a trigger of somebody is refused, which names the trigger, its definer and the remedy", async () => {
  const forgets = "FOR EACH ROW SET NEW.record = OLD.record";
  const table = await tableOfStranger(`CREATE TRIGGER forgets BEFORE UPDATE ON leases ${forgets}`);
  const store = mysql(pool(), { table });
  for (const call of [() => store.setup(), () => store.read("s", [])]) {
    await fails(call(), table, "'forgets'", "'stranger@", "drop it");
  }
  // A user who may not see the definer.
  await server.query(`CREATE USER leasing; GRANT SELECT, INSERT, UPDATE ON ${table} TO leasing`);
  const own = mysql(pool({ user: "leasing", database: "strangers" }), { table: "leases" });
  await fails(own.read("s", []), "'forgets'", "the privilege TRIGGER", "drop it");
  await server.query("DROP TRIGGER strangers.forgets");
  // `setup` works without CREATE, because the table exists.
  await own.setup();
  await own.read("s", []);
});

describe("a table with other columns or another key is refused", () => {
  for (const [what, change] of Object.entries({
    "a generated column": "DROP COLUMN record, ADD COLUMN record VARBINARY(4000) AS ('') VIRTUAL",
    "a shorter record": "MODIFY COLUMN record VARBINARY(10)",
    "fewer marks": "MODIFY COLUMN marks VARBINARY(8) NOT NULL DEFAULT ''",
    "names of spaces without upper and lower case": "MODIFY COLUMN space VARCHAR(800) CHARACTER SET latin1 NOT NULL",
    "a column less": "DROP COLUMN marks",
    "a column of the table in the key": "DROP PRIMARY KEY, ADD PRIMARY KEY (space, `key`, version)",
    "a column more in the key": "ADD COLUMN more INT, DROP PRIMARY KEY, ADD PRIMARY KEY (space, `key`, more)",
    "no key": "DROP PRIMARY KEY",
  })) {
    test(`with ${what}`, async () => {
      const table = await tableOfStranger(`ALTER TABLE leases ${change}`);
      await fails(mysql(pool(), { table }).setup(), "is another one", table);
      await fails(mysql(pool(), { table }).read("s", []), "is another one", table);
    });
  }

  test("but not with what changes no record", async () => {
    const table = await tableOfStranger("ALTER TABLE leases ADD COLUMN note INT, ADD INDEX (record)");
    await mysql(pool(), { table }).setup();
  });
});

test("names of spaces that would be one are refused", async () => {
  const store = mysql(pool());
  const guard = { head: null, generation: "g", before: 1 };
  for (const space of ["a\ud800", "a\udc00"]) {
    for (const call of [
      () => store.read(space, []),
      () => store.swap(space, "a", null, "1", guard),
      () => store.keysOf(space),
    ]) {
      await fails(call(), "the space", "surrogate");
    }
  }
});

test("what is missing is an error that names the remedy", async () => {
  await fails(mysql(pool(), { table: "none" }).read("s", []), "call setup()");
  await fails(mysql(pool({ database: undefined })).setup(), "the option table with a database");
  await fails(mysql(pool({ user: "nobody" })).read("s", []), "Access denied");
  await server.query("CREATE USER reader; GRANT SELECT ON app.flakekit_leases TO reader");
  await fails(mysql(pool({ user: "reader" })).read("s", []), "grant SELECT, INSERT and UPDATE");
  await server.query("CREATE USER unprivileged; GRANT SELECT ON mysql.user TO unprivileged");
  await fails(
    mysql(pool({ user: "unprivileged", database: "mysql" }), { table: "app.flakekit_leases" }).read("s", []),
    "grant SELECT",
  );
  await server.query("CREATE TABLE app.foreign_one (a INT) ENGINE = InnoDB");
  await fails(mysql(pool(), { table: "foreign_one" }).read("s", []), "is another one than setup() makes");
  const readOnly = pool();
  readOnly.on("connection", (made) => void made.query("SET SESSION TRANSACTION READ ONLY"));
  await fails(mysql(readOnly).read(newSpace(), []), "connect to the primary");
  await fails(mysql(async () => 5).read("s", []), "no list of rows");
});

test("a server that logs statements is refused, because its replicas would not have the records", async (context) => {
  const own = await MariaDb.startPrimary(9);
  context.after(() => own.remove());
  const store = mysql(pool({ database: "mysql" }, own));
  await store.setup();
  const { now, generation } = await store.read("s", ["head"]);
  await own.query("SET GLOBAL binlog_format = 'STATEMENT'");
  const textual = pool({ database: "mysql" }, own);
  await fails(mysql(textual).read("s", []), "logs statements", "MIXED or ROW");
  const guard = { head: null, generation, before: now + 600_000 };
  assert.equal(await mysql(textual).swap("s", "head", null, "one", guard), false);
  assert.equal(await store.swap("s", "head", null, "one", guard), true);
});

test("a read-only server is refused, also for an administrator who may write there", async () => {
  await server.query("SET GLOBAL read_only = 1");
  try {
    await fails(mysql(pool()).read("s", []), "read-only", "connect to the primary");
  } finally {
    await server.query("SET GLOBAL read_only = 0");
  }
});

test("wrong arguments are refused, by name", () => {
  const refused = (words, ...given) => assert.throws(() => mysql(...given), { code: "INVALID_OPTION", message: words });
  for (const client of [undefined, null, 5, "mysql://", {}]) refused(/^client is /, client);
  const none = () => undefined;
  for (const table of ["", "a b", "a`b", "a.b.c", "1a", 5, "x".repeat(65)]) refused(/^table is /, none, { table });
  for (const generation of ["", "a b", 5, "é"]) refused(/^generation is /, none, { generation });
  refused(/no option 'tables'/, none, { tables: "x" });
  assert.throws(() => setupSql("a; DROP TABLE b"), { code: "INVALID_OPTION" });
});

test("several processes may call setup at once", async () => {
  const connect = () => mysql(pool(), { table: "made_at_once" });
  await Promise.all([connect(), connect(), connect(), connect()].map((store) => store.setup()));
  assert.deepEqual(await connect().spaces(), []);
});

test("a call whose connection is killed fails with STORE_FAILED, and a swap was made completely or not at all", async () => {
  const [victim, admin] = [await connection(), await connection()];
  const [store, other] = [mysql(victim), mysql(pool())];
  const space = newSpace();
  const guard = await guardWithHead(other, space);
  assert.equal(await other.swap(space, "seat 0", null, "a", guard), true);
  const [[{ id }]] = await victim.query("SELECT CONNECTION_ID() AS id");
  await admin.query("BEGIN");
  await admin.query("SELECT * FROM flakekit_leases WHERE space = ? FOR UPDATE", [space]);
  const swap = fails(store.swap(space, "seat 0", "a", "b", guard), "the database failed");
  await admin.query("SELECT SLEEP(0.5)");
  await admin.query(`KILL ${id}`);
  await swap;
  await admin.query("ROLLBACK");
  assert.deepEqual((await other.read(space, ["seat 0"])).records, ["a"]);
});
