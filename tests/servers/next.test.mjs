// IDs that PostgreSQL makes, by the function of `nextSql`.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { defineFormat, formats, mastodon, sno, snowflakeSI, tsid, twitter, discord, withOptions } from "flakekit";
import { freeSeat, lease, listSeats, migrateSpace } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import { nextSql } from "flakekit/sql";
import pg from "pg";
import { writeFiles } from "../../scripts/documents.mjs";
import { Bouncer } from "./lib/bouncer.mjs";
import { FAST, Server } from "./lib/postgres.mjs";
import { makeShadows } from "./lib/shadows.mjs";
import { until } from "./lib/wait.mjs";

const files = writeFiles("docs/databases.md", join(import.meta.dirname, "documented"));

let server, pool;

before(async () => {
  server = await Server.start(...FAST, "-c max_prepared_transactions=5");
  pool = connect();
});

after(async () => {
  // `remove` ends the connections too. A pool would wait for a connection that a failed test has kept.
  await server.remove();
});

function connect(options) {
  const made = new pg.Pool({ ...server.connection(), ...options });
  made.on("error", () => undefined);
  return made;
}

/** A connection to a database of its own, which has no table of leases. */
let databases = 0;
async function fresh(options) {
  const database = `fresh${++databases}`;
  await pool.query(`CREATE DATABASE ${database}`);
  return connect({ database, ...options });
}

/** The only value of a statement. */
const ask = async (on, text, values) => Object.values((await on.query(text, values)).rows[0])[0];

/** The numbers of all node fields of a format that has an epoch. */
const nodesOf = ({ fields }) =>
  Object.fromEntries(fields.filter(({ kind }) => kind === "node").map(({ name, bits }) => [name, 2 ** bits - 1]));

const withEpoch = (format) => (format.epoch === null ? withOptions(format, { epoch: "2024-01-01" }) : format);

/** Eight machines, so that all of them can be leased. */
const few = withOptions(snowflakeSI, { epoch: "2024-01-01", machineBits: 3 });

describe("the function", () => {
  for (const format of [...formats().map(withEpoch), custom()]) {
    test(`makes IDs of ${format.name} with the given numbers and the present time`, async () => {
      const on = await fresh();
      const nodes = nodesOf(format);
      await on.query(nextSql(format, "postgres", { ...nodes, names: "n", leases: null }));
      const begin = await ask(on, "SELECT extract(epoch FROM clock_timestamp()) * 1000");
      const { rows } = await on.query("SELECT n_next()::text AS id FROM generate_series(1, 3000)");
      const end = Date.now();
      const ids = rows.map(({ id }) => (format.native === "string" ? id : BigInt(id)));
      const read = ids.map((id) => format.decode(id));
      for (const [name, number] of Object.entries(nodes)) assert.ok(read.every((id) => id[name] === number));
      assert.ok(read[0].timestamp >= Math.floor(Number(begin)) - format.unit && read[0].timestamp <= end + format.unit);
      assert.equal(new Set(ids).size, 3000);
      for (let i = 1; i < ids.length; i++) assert.ok(format.compare(ids[i - 1], ids[i]) < 0, ids[i]);
    });
  }

  test("repeats no ID through PgBouncer in transaction mode, where connections share sessions", async () => {
    await pool.query(nextSql(discord, "postgres", { workerId: 1, processId: 1, names: "bounced", leases: null }));
    const bouncer = await Bouncer.start(server.port);
    try {
      const on = connect({ port: bouncer.port, max: 8 });
      const asked = Array.from({ length: 400 }, () =>
        on.query("SELECT bounced_next() AS id FROM generate_series(1, 25)"),
      );
      const ids = (await Promise.all(asked)).flatMap(({ rows }) => rows.map(({ id }) => id));
      assert.equal(new Set(ids).size, 10_000);
      await on.end();
    } finally {
      await bouncer.stop();
    }
  });

  test("fills a column by DEFAULT, whichever statement inserts", async () => {
    const on = await fresh();
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null }));
    await on.query("CREATE TABLE messages (id BIGINT PRIMARY KEY DEFAULT discord_next(), body TEXT UNIQUE)");
    await on.query("INSERT INTO messages (body) VALUES ('one'), ('two')");
    await on.query("INSERT INTO messages (body) SELECT 'row ' || i FROM generate_series(1, 20000) AS i");
    await on.query("INSERT INTO messages (body) VALUES ('one') ON CONFLICT (body) DO UPDATE SET body = 'uno'");
    await on.query("COPY messages (body) FROM PROGRAM 'seq 1 1000'");
    assert.equal(await ask(on, "SELECT count(*)::int FROM messages"), 21002);
  });

  test("does not repeat IDs of transactions that are rolled back, prepared, or have savepoints", async () => {
    const on = await fresh({ max: 1 });
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null }));
    const ids = [];
    const call = async () => ids.push(BigInt(await ask(on, "SELECT discord_next()")));
    for (const statement of ["BEGIN", "ROLLBACK", "BEGIN", "SAVEPOINT s", "ROLLBACK TO s", "PREPARE TRANSACTION 'p'"]) {
      await on.query(statement);
      await call();
    }
    // The prepared transaction keeps no lock.
    await connect({ database: on.options.database }).query("SELECT discord_next()");
    await on.query("ROLLBACK PREPARED 'p'");
    await call();
    for (let i = 1; i < ids.length; i++) assert.ok(ids[i] > ids[i - 1]);
  });

  test("is refused where its state could not be written", async () => {
    const on = await fresh({ max: 1 });
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null }));
    await on.query("BEGIN READ ONLY");
    await assert.rejects(on.query("SELECT discord_next()"), { code: "25006" });
    await on.query("ROLLBACK");
    await on.query("CREATE TABLE t (a INT)");
    await assert.rejects(on.query("CREATE INDEX ON t ((a + discord_next()))"), { code: "42P17" });
    // In a parallel worker, the lock would not exclude other workers.
    await on.query("ALTER FUNCTION discord_next() PARALLEL SAFE");
    await on.query("SET force_parallel_mode = on");
    await assert.rejects(on.query("SELECT discord_next()"), { code: "25000" });
  });

  test("keeps no lock if it is cancelled, or its connection ends, while it waits or works", async () => {
    const on = await fresh({ statement_timeout: 20_000 });
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null }));
    const holder = await on.connect();
    const key = "SELECT pg_advisory_lock(1718378859, 'discord_next_state'::regclass::integer)";
    await holder.query(key);
    await assert.rejects(on.query("SET statement_timeout = 50; SELECT discord_next()"), { code: "57014" });
    // The lock does not block calls of the session that has it.
    await holder.query("SELECT discord_next()");
    await holder.query("SELECT pg_advisory_unlock_all()");
    holder.release();
    for (let i = 0; i < 30; i++) {
      const [end, code] = i % 2 === 0 ? ["pg_cancel_backend", "57014"] : ["pg_terminate_backend", "57P01"];
      const victim = await on.connect();
      victim.on("error", () => undefined);
      const pid = await ask(victim, "SELECT pg_backend_pid()");
      const calls = assert.rejects(victim.query("DO 'BEGIN LOOP PERFORM discord_next(); END LOOP; END'"), { code });
      // A session that waits for a statement would not be cancelled.
      const running = `SELECT ${end}(pid) FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND query LIKE 'DO%'`;
      await until(async () => (await on.query(running, [pid])).rowCount === 1);
      await calls;
      await on.query("SELECT discord_next()");
      victim.release(true);
    }
  });

  test("raises an error if an ID would lead the clock by more than maxLead, and waits if that is short", async () => {
    const on = await fresh();
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null, maxLead: 2000 }));
    const lead = (ms) =>
      on.query(
        "SELECT setval('discord_next_state', (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1420070400000 + $1 << 12)",
        [ms],
      );
    await lead(1900);
    const ahead = discord.timestamp(await ask(on, "SELECT discord_next()")) - Date.now();
    assert.ok(ahead > 0 && ahead <= 2000, String(ahead));
    await lead(2300);
    const waited = discord.timestamp(await ask(on, "SELECT discord_next()")) - Date.now();
    assert.ok(waited > 0 && waited <= 2000, String(waited));
    await lead(60_000);
    await assert.rejects(on.query("SELECT discord_next()"), (error) => {
      assert.equal(error.code, "55000");
      assert.match(error.message, /^the next ID would lead the clock by (59|60)\d{3} ms, and maxLead is 2000$/);
      assert.match(error.hint, /Try again in 5[78]\d{3} ms/);
      return true;
    });
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null, maxLead: 86_400_000 }));
    await on.query("SELECT discord_next()");
  });

  test("makes as many IDs as the format has numbers, however many are asked for at once", async () => {
    const on = await fresh();
    const { sonyflake } = await import("flakekit");
    await on.query(nextSql(sonyflake, "postgres", { machineId: 9, leases: null, maxLead: 100 }));
    // 256 IDs in 10 ms: this takes half a second more than the lead.
    const { rows } = await on.query("SELECT sonyflake_next() AS id FROM generate_series(1, 15000)");
    assert.equal(new Set(rows.map(({ id }) => id)).size, 15_000);
    assert.ok(sonyflake.timestamp(rows.at(-1).id) - Date.now() <= 100);
  });

  test("raises an error after the last time of the format, and of a signed number", async () => {
    const on = await fresh();
    const ended = defineFormat({
      ...custom().toJSON(),
      name: "ended",
      bits: 28,
      epoch: "2010-01-01",
      fields: [
        { kind: "time", bits: 20 },
        { kind: "sequence", bits: 8 },
      ],
    });
    await on.query(nextSql(ended, "postgres", { leases: null }));
    await assert.rejects(on.query("SELECT ended_next()"), { code: "2200H", message: /2010-01-01T00:00:00\.000Z to / });
    // 2^41 ms after this epoch, the highest bit of 64 is set.
    const late = withOptions(tsid, { epoch: Date.now() - 2 ** 41 - 1000 });
    await on.query(nextSql(late, "postgres", { node: 1, leases: null, names: "late" }));
    await assert.rejects(on.query("SELECT late_next()"), { code: "2200H", message: /stored: 'unsigned'$/ });
    await on.query(
      nextSql(late, "postgres", { node: 1, leases: null, names: "wide", space: "wide", stored: "unsigned" }),
    );
    const id = BigInt(await ask(on, "SELECT wide_next()"));
    assert.ok(id >= 2n ** 63n);
    assert.ok(Math.abs(late.timestamp(id) - Date.now()) < 5000);
  });

  test("says that its sequence was restarted; the script mends it", async () => {
    const on = await fresh();
    const script = nextSql(discord, "postgres", { workerId: 1, processId: 2, leases: null });
    await on.query(script);
    await on.query("ALTER SEQUENCE discord_next_state RESTART");
    await assert.rejects(on.query("SELECT discord_next()"), { code: "55000", hint: /Run the script/ });
    await on.query(script);
    await on.query("SELECT discord_next()");
  });
});

describe("the rights", () => {
  test("every user may call the function, and nobody but its owner may set its number", async () => {
    const on = await fresh();
    await on.query("CREATE ROLE caller LOGIN");
    await on.query("ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO caller, PUBLIC");
    await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2 }));
    const caller = connect({ database: on.options.database, user: "caller" });
    await caller.query("SELECT discord_next()");
    for (const call of ["setval('discord_next_state', 1)", "nextval('discord_next_state')"]) {
      await assert.rejects(caller.query(`SELECT ${call}`), { code: "42501" });
    }
  });

  for (const [format, options] of [
    [discord, {}],
    [tsid, { stored: "unsigned" }],
    [sno, {}],
    [custom(), {}],
  ]) {
    test(`nothing in the search_path of the caller replaces what the function of ${format.name} calls`, async () => {
      // The pool would give up a connection after an error, and so its search_path.
      const on = await (await fresh()).connect();
      on.on("error", () => undefined);
      const script = nextSql(format, "postgres", { ...nodesOf(format), names: "public.n", leases: null, ...options });
      await on.query(script);
      const made = await makeShadows(on, script);
      assert.ok(made.has("setval"));
      await on.query("SET search_path = evil, pg_catalog");
      await assert.rejects(on.query("SELECT 1::bigint + 1::bigint"), { message: "hit" });
      await on.query("SELECT public.n_next() FROM pg_catalog.generate_series(1, 10)");
      // Errors do not name objects of the other schema either.
      await on.query("ALTER SEQUENCE public.n_next_state RESTART");
      await assert.rejects(on.query("SELECT public.n_next()"), { code: "55000", message: /was restarted/ });
      await on.query("SELECT pg_catalog.setval('public.n_next_state'::pg_catalog.regclass, 9223372036854775806)");
      await assert.rejects(on.query("SELECT public.n_next()"), { code: "2200H" });
    });
  }
});

// A new space with these windows grants nothing for 6 s. The tests wait for this time side by side.
describe("the machine number", { concurrency: true }, () => {
  // The windows are so long that a busy machine renews each lease in time.
  const terms = { window: 4000, clockSkew: 0 };

  /** A space of eight machines in a database of its own, and its leases. */
  const space = async () => {
    const on = await fresh({ max: 12 });
    const store = postgres(on);
    await store.setup();
    // Leases of one store share a seat.
    const another = () => postgres(async (text, values) => (await on.query(text, values)).rows);
    const take = (options) => lease(few, { store: another(), ...terms, maxWait: 60_000, ...options });
    const script = (machineId, options) => nextSql(few, "postgres", { machineId, ...terms, ...options });
    return { on, store, take, script };
  };

  test("is never leased, and all others are, if the script makes the space", async (context) => {
    const { on, store, take, script } = await space();
    await on.query(script(5));
    const leases = await Promise.all(Array.from({ length: 7 }, () => take()));
    context.after(() => Promise.all(leases.map((one) => one.close())));
    const { seats } = await listSeats(store, "snowflakeSI");
    assert.deepEqual(
      seats.map(({ node, state }) => [node, state]),
      [0, 1, 2, 3, 4, 5, 6, 7].map((node) => [node, node === 5 ? "reserved" : "held"]),
    );
    await assert.rejects(take({ maxWait: 1500 }), { code: "NO_FREE_SEAT" });
    const ids = leases.map((one) => few.decode(one.next()).machineId);
    assert.deepEqual([...new Set(ids)].sort(), [0, 1, 2, 3, 4, 6, 7]);
    assert.equal(few.decode(Number(await ask(on, "SELECT snowflake_si_next()"))).machineId, 5);
  });

  test("is reserved in a space that leases have made, unless one of them has it", async () => {
    const { on, store, take, script } = await space();
    const one = await take({ nodes: [0, 7] });
    const { machineId } = one.fields;
    await assert.rejects(on.query(script(machineId)), (error) => {
      assert.equal(error.code, "55000");
      assert.match(error.message, new RegExp(`^a lease has the machine number \\(node ${machineId}\\) until 20`));
      return true;
    });
    assert.equal(await ask(on, "SELECT to_regproc('snowflake_si_next')"), null);
    const free = (machineId + 1) % 8;
    await on.query(script(free));
    const last = one.next();
    await one.close();
    // After this pause, the time that the lease has used has passed.
    await on.query("SELECT pg_sleep(0.01)");
    await on.query(script(machineId, { names: "second" }));
    assert.ok(Number(await ask(on, "SELECT second_next()")) > last);
    const states = (await listSeats(store, "snowflakeSI")).seats.filter(({ state }) => state === "reserved");
    assert.deepEqual(
      states.map(({ node }) => node),
      [free, machineId].sort(),
    );
  });

  test("the IDs of a space that is new begin when its grace period ends, as those of leases do", async () => {
    const { on, store, script } = await space();
    await on.query(script(3));
    const { grantsFrom } = await listSeats(store, "snowflakeSI");
    const { timestamp } = few.decode(Number(await ask(on, "SELECT snowflake_si_next()")));
    assert.ok(timestamp >= grantsFrom && timestamp <= grantsFrom + 1000, `${timestamp} ${grantsFrom}`);
  });

  test("with a server that was started since the last lease, the IDs begin after the windows that it may have forgotten", async () => {
    const { on, store, take, script } = await space();
    const one = await take();
    const free = (one.fields.machineId + 1) % 8;
    // The head record gets another generation, as after a start of the server.
    await on.query(
      "UPDATE flakekit_leases SET record = regexp_replace(record, 'generation=[^ ]+ since=[0-9]+', 'generation=old since=0') WHERE key = 'head'",
    );
    const begin = Date.now();
    await on.query(script(free));
    const { grantsFrom, generation } = await listSeats(store, "snowflakeSI");
    assert.notEqual(generation, "old");
    assert.ok(grantsFrom >= begin + terms.window);
    assert.ok(few.decode(Number(await ask(on, "SELECT snowflake_si_next()"))).timestamp >= grantsFrom);
    await one.close();
  });

  test("nothing changes if the script runs again, whatever has happened since", async () => {
    const { on, script } = await space();
    await on.query(script(3));
    const state = () =>
      on.query(
        "SELECT (SELECT json_agg(l ORDER BY key) FROM flakekit_leases AS l) AS leases, (SELECT prosrc FROM pg_proc WHERE proname = 'snowflake_si_next') AS source, (SELECT last_value FROM snowflake_si_next_state)",
      );
    await on.query("SELECT snowflake_si_next()");
    const before = (await state()).rows;
    await on.query(script(3));
    await on.query("UPDATE flakekit_leases SET record = replace(record, 'since', 'since') WHERE key = 'head'");
    assert.deepEqual((await state()).rows, before);
  });

  test("two functions cannot have one number, nor a name the numbers of another", async () => {
    const { on, script } = await space();
    await on.query(script(3));
    await assert.rejects(on.query(script(3, { names: "other" })), {
      code: "55000",
      message: /that of the sequence public\.snowflake_si_next_state, which belongs to postgres$/,
    });
    await assert.rejects(on.query(script(4)), {
      code: "55000",
      message: /^the sequence public\.snowflake_si_next_state is of other IDs/,
    });
    // Nothing is left of a script that failed.
    assert.equal(await ask(on, "SELECT count(*)::int FROM flakekit_leases WHERE key LIKE 'seat %'"), 1);
    await Promise.all([1, 2, 6].map((machineId) => on.query(script(machineId, { names: `s${machineId}` }))));
  });

  test("a seat that is reserved is not freed, and a migration must keep it whole", async () => {
    const { on, store, script } = await space();
    await on.query(script(3));
    await assert.rejects(freeSeat(store, "snowflakeSI", { node: 3 }), {
      code: "INVALID_FIELD",
      message: /reserved for a database/,
    });
    const kept = { ...terms, store, space: "snowflakeSI" };
    await assert.rejects(migrateSpace(few, { ...kept, shares: 2 }), {
      code: "SPACE_MISMATCH",
      message: /node 3 is reserved/,
    });
    await assert.rejects(migrateSpace(few, { ...kept, nodes: [4, 7] }), { code: "SPACE_MISMATCH" });
    await migrateSpace(few, { ...kept, window: 8000 });
    const states = (await listSeats(store, "snowflakeSI")).seats.map(({ node, state }) => [node, state]);
    assert.deepEqual(states, [[3, "reserved"]]);
  });

  test("all shares of a node are reserved, and a node that no lease can have gets a section of its own", async () => {
    const { on, store, take, script } = await space();
    const one = await take({ nodes: [0, 1], shares: 4 });
    await on.query(script(one.fields.machineId === 0 ? 1 : 0, { names: "shared" }));
    await on.query(script(6, { names: "alone" }));
    const { sections, seats } = await listSeats(store, "snowflakeSI");
    assert.deepEqual(
      sections.map(({ nodes, shares }) => [...nodes, shares]),
      [
        [0, 1, 4],
        [6, 6, 1],
      ],
    );
    assert.equal(seats.filter(({ state }) => state === "reserved").length, 5);
    // Leases with more shares would have parts of the reserved machine number.
    await assert.rejects(take({ nodes: [4, 7], shares: 2, maxWait: 1000 }), { code: "SPACE_MISMATCH" });
    await one.close();
  });

  test("it is the node of the space if leases are given some fields", async () => {
    const on = await fresh();
    const store = postgres(on);
    await store.setup();
    const one = await lease(twitter, { store, datacenterId: 3, nodes: [0, 1], ...terms });
    const workerId = 1 - one.fields.workerId;
    await on.query(nextSql(twitter, "postgres", { datacenterId: 3, workerId }));
    const reserved = (await listSeats(store, "twitter")).seats.filter(({ state }) => state === "reserved");
    assert.deepEqual(
      reserved.map(({ node }) => node),
      [workerId],
    );
    await assert.rejects(on.query(nextSql(twitter, "postgres", { datacenterId: 4, workerId, names: "t" })), {
      message: /^the space is for IDs with the layout .*,bits:17\+5:3, /,
    });
    await one.close();
  });

  test("of IDs without node fields, a database has them all", async () => {
    const on = await fresh();
    await on.query(nextSql(mastodon, "postgres"));
    await on.query("SELECT mastodon_next()");
    await assert.rejects(lease(mastodon, { store: postgres(on), maxWait: 5_000 }), {
      code: "NO_FREE_SEAT",
      message: /is free: wait|grants seats from/,
    });
  });
});

test("the document's function makes the IDs of its table", async () => {
  await pool.query("CREATE SCHEMA documented");
  const own = connect({ options: "-c search_path=documented" });
  const { install, create, insert } = await import(files["next-sql.mjs"]);
  await install(own);
  await install(own);
  await create(own);
  const [one, other] = [await insert(own, "one"), await insert(own, "other")];
  assert.ok(one < other);
  const { workerId, processId } = discord.decode(other);
  assert.deepEqual({ workerId, processId }, { workerId: 31, processId: 31 });
});

test("wrong options are refused", () => {
  const refused = (format, options, code, pattern) =>
    assert.throws(() => nextSql(format, "postgres", options), { code, message: pattern });
  refused(discord, { workerId: 1 }, "INVALID_FIELD", /^processId is missing/);
  refused(discord, { workerId: 32, processId: 1 }, "INVALID_FIELD", /^workerId is 32/);
  refused(snowflakeSI, { machineId: 1 }, "EPOCH_REQUIRED", /./);
  refused(discord, { workerId: 1, processId: 1, names: "a; DROP" }, "INVALID_OPTION", /^names is/);
  refused(discord, { workerId: 1, processId: 1, leases: "a b" }, "INVALID_OPTION", /^leases is/);
  refused(discord, { workerId: 1, processId: 1, shares: 3 }, "INVALID_OPTION", /^shares is 3/);
  refused(discord, { workerId: 1, processId: 1, maxLead: -1 }, "INVALID_OPTION", /^maxLead is -1/);
  refused(discord, { workerId: 1, processId: 1, stored: "text" }, "INVALID_OPTION", /^stored is/);
  refused(discord, { workerId: 1, processId: 1, clock: Date.now }, "INVALID_OPTION", /has no option 'clock'/);
  refused(sno, {}, "INVALID_FIELD", /^partition is missing/);
  assert.throws(() => nextSql(discord, "mysql", { workerId: 1, processId: 1 }), { code: "INVALID_OPTION" });
  const above = {
    name: "above",
    bits: 64,
    epoch: "2024-01-01",
    fields: [
      { kind: "node", name: "n", bits: 8 },
      { kind: "time", bits: 44 },
      { kind: "sequence", bits: 12 },
    ],
  };
  refused(defineFormat(above), { n: 128 }, "INVALID_OPTION", /2\^63/);
});

test("a name of a space cannot end the text in which it stands", async () => {
  const on = await fresh();
  const space = "it's $flakekit$ \\' \\ @state@";
  await on.query(nextSql(discord, "postgres", { workerId: 1, processId: 2, space }));
  assert.ok((await postgres(on).spaces()).includes(space));
  await on.query("SELECT discord_next()");
});

/** A custom format with parts, random bits, and ticks of 5 ms. */
function custom() {
  return defineFormat({
    name: "custom",
    bits: 62,
    unit: 5,
    epoch: "2025-01-01",
    fields: [
      { kind: "time", bits: 38 },
      { kind: "sequence", bits: 11 },
      { kind: "random", bits: 4 },
      {
        kind: "node",
        name: "site",
        bits: 6,
        parts: [
          { name: "row", bits: 2 },
          { name: "rack", bits: 4 },
        ],
      },
      { kind: "node", name: "host", bits: 3 },
    ],
  });
}
