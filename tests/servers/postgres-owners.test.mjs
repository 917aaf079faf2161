// Objects that a stranger has put where the script of `nextSql` and the store look are neither used nor run. The schema
// `public` of the server lets everybody create objects, as in PostgreSQL 13 and 14.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { discord } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { postgres, setupSql } from "flakekit/lease/postgres";
import { nextSql } from "flakekit/sql";
import pg from "pg";
import { FAST, Server } from "./lib/postgres.mjs";
import { makeShadows } from "./lib/shadows.mjs";
import { until } from "./lib/wait.mjs";

let server;

before(async () => {
  server = await Server.start(...FAST, "-c max_connections=200");
  const first = connect({ database: "template1", max: 1 });
  await first.query("ALTER SCHEMA public OWNER TO postgres; GRANT ALL ON SCHEMA public TO PUBLIC");
  for (const role of ["mallory", "migrator", "app"]) await first.query(`CREATE ROLE ${role} LOGIN`);
  await first.query("CREATE ROLE team; GRANT team TO app");
  // A database that is connected to cannot be a template.
  await first.end();
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

/** Connections of a superuser and of other roles to a database of its own. */
let databases = 0;
async function fresh() {
  const database = `fresh${++databases}`;
  const first = connect({ max: 1 });
  await first.query("ALTER ROLE mallory NOSUPERUSER");
  await first.query(`CREATE DATABASE ${database}`);
  await first.end();
  const as = (user, more) => connect({ database, user, ...more });
  return { admin: as("postgres"), mallory: as("mallory"), as };
}

/** The only value of a statement. */
const ask = async (on, text, values) => Object.values((await on.query(text, values)).rows[0])[0];

const NODES = { workerId: 31, processId: 31 };
const script = (options) => nextSql(discord, "postgres", { ...NODES, ...options });

/** Uses a store as a lease does. */
async function use(on, options) {
  const store = postgres(on, options);
  await store.setup();
  const space = "used";
  const { now, generation, records } = await store.read(space, ["head", "seat 0.0"]);
  assert.deepEqual(records, [null, null]);
  const guard = { head: null, generation, before: now + 600_000 };
  assert.equal(await store.swap(space, "head", null, "first", guard), true);
  assert.deepEqual((await store.read(space, ["head"])).records, ["first"]);
}

/** The runs that meet objects of other roles. */
const RUNS = {
  "the script": (on, options) => on.query(script(options)),
  "the store": use,
};

/** The error of a call, or undefined. */
const failure = (call) =>
  call.then(
    () => undefined,
    (error) => error,
  );

/** Asserts that a call is refused, with an object, its owner and the remedy. */
function assertRefused(error, object, owner) {
  assert.ok(error, "nothing was refused");
  const said = `${error.message} ${error.hint ?? ""}`;
  assert.match(said, object);
  if (owner !== undefined) assert.match(said, new RegExp(`belongs to (the role )?"?${owner}"?`));
  assert.match(said, /option owner|drop|remove/i);
  assert.ok(["STORE_FAILED", "55000"].includes(error.code), error.code);
}

/** Functions that make mallory a superuser if a superuser calls them, and otherwise do nothing. */
const EVIL = `
  CREATE FUNCTION evil() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN ALTER ROLE mallory SUPERUSER; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;
  CREATE FUNCTION evil_text(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM public.evil(); RETURN t; END $$;
  CREATE FUNCTION evil_number() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN PERFORM public.evil(); RETURN 0; END $$;
  CREATE FUNCTION evil_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM public.evil(); RETURN NEW; END $$;
`;

const isSuper = (on) => ask(on, "SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'");

const TABLE = setupSql();
const COLUMNS = `space text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, record text COLLATE "C", version bigint NOT NULL DEFAULT 0`;

/** Tables that a stranger makes. */
const TABLES = {
  "a table as it should be": TABLE,
  "a table with a trigger": `${TABLE} CREATE TRIGGER t BEFORE INSERT ON flakekit_leases FOR EACH ROW EXECUTE FUNCTION evil_trigger()`,
  "a table with a rule": `${TABLE} CREATE RULE r AS ON UPDATE TO flakekit_leases DO ALSO SELECT evil()`,
  "a table with another column": `${TABLE} ALTER TABLE flakekit_leases ADD more bigint DEFAULT evil_number()`,
  "a table with another default": `${TABLE} ALTER TABLE flakekit_leases ALTER version SET DEFAULT evil_number()`,
  "a table with a condition": `${TABLE} ALTER TABLE flakekit_leases ADD CHECK (evil_text(space) IS NOT NULL)`,
  "a table with a generated column": `${TABLE} ALTER TABLE flakekit_leases ADD more text GENERATED ALWAYS AS (evil_text(space)) STORED`,
  "a table with an index of an expression": `${TABLE} CREATE INDEX ON flakekit_leases (evil_text(space))`,
  "a table with an index of some rows": `${TABLE} CREATE INDEX ON flakekit_leases (space) WHERE evil_text(space) IS NOT NULL`,
  "a table with a type of the stranger": `CREATE DOMAIN space AS text COLLATE "C" CHECK (evil_text(VALUE) IS NOT NULL);
    CREATE TABLE flakekit_leases (${COLUMNS.replace("space text", "space public.space")}, PRIMARY KEY (space, key))`,
  "a table that a crash empties": TABLE.replace("CREATE TABLE", "CREATE UNLOGGED TABLE").replace("IF NOT EXISTS", ""),
  "a table without its primary key": `CREATE TABLE flakekit_leases (${COLUMNS})`,
  "a table whose texts have another collation": TABLE.replaceAll('pg_catalog."C"', 'pg_catalog."POSIX"'),
  "a table with a child": `${TABLE} CREATE TABLE child () INHERITS (flakekit_leases)`,
  "a partitioned table": `CREATE TABLE flakekit_leases (${COLUMNS}, PRIMARY KEY (space, key)) PARTITION BY HASH (space, key);
    CREATE TABLE part PARTITION OF flakekit_leases FOR VALUES WITH (MODULUS 1, REMAINDER 0);
    CREATE TRIGGER t BEFORE INSERT ON part FOR EACH ROW EXECUTE FUNCTION evil_trigger()`,
  "a view": `${TABLE.replace("flakekit_leases", "others")} CREATE VIEW flakekit_leases AS SELECT * FROM others;
    CREATE TRIGGER t INSTEAD OF INSERT ON flakekit_leases FOR EACH ROW EXECUTE FUNCTION evil_trigger()`,
};

for (const [who, run] of Object.entries(RUNS)) {
  describe(`${who} of a superuser refuses`, () => {
    for (const [name, text] of Object.entries(TABLES)) {
      test(`${name} that belongs to a stranger`, async () => {
        const { admin, mallory } = await fresh();
        await mallory.query(EVIL + text);
        const error = await failure(run(admin));
        assert.equal(await isSuper(admin), false, "mallory is a superuser");
        assertRefused(error, /flakekit_leases/, "mallory");
      });

      if (name === "a table as it should be") continue;
      test(`${name} that was a stranger's and was taken over`, async () => {
        const { admin, mallory } = await fresh();
        await mallory.query(EVIL + text);
        await admin.query("ALTER TABLE flakekit_leases OWNER TO postgres");
        const error = await failure(run(admin));
        assert.equal(await isSuper(admin), false, "mallory is a superuser");
        assertRefused(error, /flakekit_leases/);
      });
    }
  });
}

/** A sequence as the script makes it, with the number at which it is. */
const sequence = (identity) =>
  `CREATE SEQUENCE discord_next_state AS bigint MINVALUE 0 START 0 NO CYCLE; COMMENT ON SEQUENCE discord_next_state IS '${identity}';
   SELECT setval('discord_next_state', 0)`;

/** The comment of the sequence that the script makes. */
async function identityOf() {
  const { admin } = await fresh();
  await admin.query(script());
  return ask(admin, "SELECT obj_description('discord_next_state'::regclass, 'pg_class')");
}

describe("the script refuses", () => {
  test("a sequence of a stranger, who would set it back, so that IDs repeat", async () => {
    const identity = await identityOf();
    const { admin, mallory } = await fresh();
    await mallory.query(sequence(identity));
    const error = await failure(admin.query(script()));
    if (error === undefined) {
      const last = await ask(admin, "SELECT last_value FROM discord_next_state");
      const one = await ask(admin, "SELECT discord_next()");
      await mallory.query("SELECT setval('discord_next_state', $1)", [last]);
      assert.notEqual(await ask(admin, "SELECT discord_next()"), one, "an ID repeats");
    }
    assertRefused(error, /discord_next_state/, "mallory");
  });

  for (const change of ["CYCLE", "INCREMENT 4096", "MAXVALUE 1000"]) {
    test(`a sequence that was changed: ${change}`, async () => {
      const { admin } = await fresh();
      await admin.query(script());
      await admin.query(`ALTER SEQUENCE discord_next_state RESTART 0 ${change}`);
      const { code, message, hint } = await failure(admin.query(script()));
      assert.equal(code, "55000");
      assert.match(message, /^the sequence public\.discord_next_state is not as this script makes it$/);
      assert.match(hint, /NO CYCLE/);
    });
  }

  test("to make a sequence that ends with the session", async () => {
    const { admin } = await fresh();
    const on = await admin.connect();
    await on.query("CREATE TEMP TABLE one (); SET search_path = pg_temp");
    assert.match(String(await failure(on.query(script()))), /flakekit_leases is no ordinary table/);
    assert.match(String(await failure(on.query(script({ leases: null })))), /is not as this script makes it/);
    on.release(true);
  });

  test("to run where it does not see what others change meanwhile", async () => {
    const { as } = await fresh();
    for (const isolation of ["repeatable read", "serializable"]) {
      const on = as("postgres", {
        max: 1,
        options: `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`,
      });
      const { code, hint } = await failure(on.query(script()));
      assert.equal(code, "55000");
      assert.match(hint, /READ COMMITTED/);
    }
  });

  test("a function of a stranger, who would replace it later", async () => {
    const { admin, mallory } = await fresh();
    await mallory.query(`${EVIL} CREATE FUNCTION discord_next() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'`);
    const error = await failure(admin.query(script()));
    if (error === undefined) {
      await mallory.query(
        "CREATE OR REPLACE FUNCTION discord_next() RETURNS bigint LANGUAGE sql AS 'SELECT evil_number()'",
      );
      await admin.query("SELECT discord_next()");
    }
    assert.equal(await isSuper(admin), false, "mallory is a superuser");
    assertRefused(error, /discord_next\(\)/, "mallory");
  });

  test("a schema of a stranger, who could replace everything in it", async () => {
    const { admin, mallory } = await fresh();
    await admin.query("CREATE SCHEMA stranger AUTHORIZATION mallory");
    const error = await failure(admin.query(script({ names: "stranger.discord" })));
    if (error === undefined) {
      const one = await ask(admin, "SELECT stranger.discord_next()");
      const [last, identity] = [
        await ask(admin, "SELECT last_value FROM stranger.discord_next_state"),
        await ask(admin, "SELECT obj_description('stranger.discord_next_state'::regclass)"),
      ];
      await mallory.query(
        `DROP SEQUENCE stranger.discord_next_state; SET search_path = stranger; ${sequence(identity)}`,
      );
      await mallory.query("SELECT setval('stranger.discord_next_state', $1::bigint - 1)", [last]);
      assert.notEqual(await ask(admin, "SELECT stranger.discord_next()"), one, "an ID repeats");
    }
    assertRefused(error, /schema stranger/, "mallory");
    assertRefused(await failure(admin.query(script({ leases: "stranger.leases" }))), /schema stranger/, "mallory");
    assertRefused(await failure(postgres(admin, { table: "stranger.leases" }).setup()), /schema stranger/, "mallory");
  });

  test("numbers that a stranger's comment claims, and says whose it is", async () => {
    const identity = await identityOf();
    const { admin, mallory } = await fresh();
    await mallory.query(`CREATE SEQUENCE other; COMMENT ON SEQUENCE other IS '${identity}'`);
    const error = await failure(admin.query(script()));
    assert.equal(error.code, "55000");
    assert.match(error.message, /that of the sequence public\.other, which belongs to mallory$/);
  });
});

/** Functions and operators that a stranger puts into `public`, which fit the arguments better than PostgreSQL's own. */
const BETTER = `${EVIL}
  CREATE FUNCTION format(text, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN pg_catalog.format($1, VARIADIC ARRAY[$2]); END $$;
  CREATE FUNCTION format(text, text, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN pg_catalog.format($1, VARIADIC ARRAY[$2, $3]); END $$;
  CREATE FUNCTION concat(text, text, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN pg_catalog.concat(VARIADIC ARRAY[$1, $2, $3]); END $$;
  CREATE FUNCTION json_build_array(text, text) RETURNS json LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN pg_catalog.json_build_array(VARIADIC ARRAY[$1, $2]); END $$;
  CREATE FUNCTION joined(bigint, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN pg_catalog.concat($1, $2); END $$;
  CREATE OPERATOR || (FUNCTION = joined, LEFTARG = bigint, RIGHTARG = text);
  CREATE FUNCTION joined(text, bigint) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN pg_catalog.concat($1, $2); END $$;
  CREATE OPERATOR || (FUNCTION = joined, LEFTARG = text, RIGHTARG = bigint);
  CREATE FUNCTION product(numeric, integer) RETURNS numeric LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN $1 * $2::numeric; END $$;
  CREATE OPERATOR * (FUNCTION = product, LEFTARG = numeric, RIGHTARG = integer);
  CREATE FUNCTION is_less(bigint, double precision) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN PERFORM evil(); RETURN true; END $$;
  CREATE OPERATOR < (FUNCTION = is_less, LEFTARG = bigint, RIGHTARG = double precision);
`;

for (const [who, run] of Object.entries(RUNS)) {
  describe(`${who} trusts no search_path`, () => {
    test("functions and operators of a stranger that fit better are not called", async () => {
      const { admin, mallory } = await fresh();
      await mallory.query(BETTER);
      const error = await failure(run(admin));
      assert.equal(await isSuper(admin), false, "mallory is a superuser");
      assert.equal(error, undefined);
      await admin.query(script());
      await admin.query("SELECT discord_next()");
      assert.equal(await isSuper(admin), false, "mallory is a superuser");
    });

    test("nor is anything of a schema that stands before pg_catalog: functions, operators, types, tables", async () => {
      const { admin, as } = await fresh();
      const texts = [script(), setupSql()];
      // The statements of the store, as it sends them.
      await use(async (text, values) => {
        texts.push(text);
        return (await admin.query(text, values)).rows;
      });
      await admin.query("DROP TABLE flakekit_leases; CREATE SCHEMA home");
      const made = await makeShadows(admin, texts.join(" "));
      for (const name of ["to_regclass", "set_config", "current_schema", "clock_timestamp", "json_agg"]) {
        assert.ok(made.has(name), name);
      }
      const on = as("postgres", { options: "-c search_path=home,evil,pg_catalog" });
      await assert.rejects(on.query("SELECT 'a'::pg_catalog.text = 'a'::pg_catalog.text"), { message: "hit" });
      await run(on);
      await on.query(script());
      await on.query("SELECT home.discord_next()");
      const store = postgres(on);
      await store.read("used", ["head"]);
      assert.deepEqual([await store.spaces(), await store.keysOf("none")], [await postgres(on).spaces(), []]);
      const path = Object.values((await on.query("SHOW search_path")).rows[0])[0];
      assert.equal(path, "home,evil,pg_catalog");
    });

    test("a temporary table of the session is no table of leases", async () => {
      const { as } = await fresh();
      const on = as("postgres", { max: 1 });
      await on.query(TABLE.replace("CREATE", "CREATE TEMP"));
      assertRefused(await failure(run(on)), /flakekit_leases/);
    });

    test("a trigger on a trusted table that a stranger has by GRANT ALL is refused", async () => {
      const { admin, mallory } = await fresh();
      await postgres(admin).setup();
      await admin.query("GRANT ALL ON flakekit_leases TO mallory");
      await mallory.query(
        `${EVIL} CREATE TRIGGER t BEFORE INSERT ON flakekit_leases FOR EACH ROW EXECUTE FUNCTION evil_trigger()`,
      );
      const error = await failure(run(admin));
      assert.equal(await isSuper(admin), false, "mallory is a superuser");
      assertRefused(error, /trigger t .*flakekit_leases/, "mallory");
    });

    test("so is one whose condition is the stranger's, although its function is PostgreSQL's own", async () => {
      const { admin, mallory } = await fresh();
      await postgres(admin).setup();
      await admin.query("GRANT ALL ON flakekit_leases TO mallory");
      await mallory.query(
        `${EVIL} CREATE TRIGGER t BEFORE UPDATE ON flakekit_leases FOR EACH ROW WHEN (evil_text(NEW.space) IS NOT NULL)
           EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      );
      const error = await failure(run(admin));
      assert.equal(await isSuper(admin), false, "mallory is a superuser");
      assertRefused(error, /flakekit_leases has the trigger t with a condition/);
    });

    test("a trigger of the owner's own function is not refused", async () => {
      const { admin } = await fresh();
      await postgres(admin).setup();
      await admin.query(
        `CREATE TABLE log (space text);
         CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.log VALUES (NEW.space); RETURN NEW; END $$;
         CREATE TRIGGER t BEFORE UPDATE ON flakekit_leases FOR EACH ROW EXECUTE FUNCTION log()`,
      );
      await run(admin);
      assert.ok((await ask(admin, "SELECT count(*)::integer FROM log")) > 0);
    });
  });
}

test("a trigger that comes while the script waits for the table is refused too", async () => {
  const { admin, mallory } = await fresh();
  await postgres(admin).setup();
  await admin.query("GRANT ALL ON flakekit_leases TO mallory");
  await mallory.query(EVIL);
  const holder = await mallory.connect();
  await holder.query("BEGIN; LOCK TABLE flakekit_leases IN SHARE MODE");
  const running = failure(admin.query(script()));
  const waits = "SELECT count(*)::integer FROM pg_locks WHERE relation = 'flakekit_leases'::regclass AND NOT granted";
  await until(async () => (await ask(admin, waits)) === 1);
  await holder.query(
    "CREATE TRIGGER t BEFORE INSERT ON flakekit_leases FOR EACH ROW EXECUTE FUNCTION evil_trigger(); COMMIT",
  );
  holder.release();
  const error = await running;
  assert.equal(await isSuper(admin), false, "mallory is a superuser");
  assertRefused(error, /trigger t /, "mallory");
});

test("a trigger that changes what the script writes makes it fail, so that no seat is thought to be reserved", async () => {
  const { admin } = await fresh();
  await postgres(admin).setup();
  await admin.query(
    `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
     CREATE TRIGGER t BEFORE UPDATE ON flakekit_leases FOR EACH ROW EXECUTE FUNCTION nothing()`,
  );
  const error = await failure(admin.query(script()));
  assert.match(String(error), /trigger/);
  const store = postgres(admin);
  const { now, generation } = await store.read("s", []);
  assert.equal(await store.swap("s", "seat 0.0", null, "a", { head: null, generation, before: now + 600_000 }), false);
});

describe("who may own the objects", () => {
  test("the role that runs it, the owner of the database, a superuser, or the role of the option owner", async () => {
    const { admin, as } = await fresh();
    const [migrator, app] = [as("migrator"), as("app")];
    await admin.query("CREATE SCHEMA of_migrator AUTHORIZATION migrator");
    const names = { names: "of_migrator.discord", leases: "of_migrator.leases" };
    const table = { table: names.leases };
    // The owner is the role itself.
    await use(migrator, table);
    await migrator.query(script(names));
    await migrator.query(script(names));
    // The owner is another role, without and with the option.
    await admin.query(
      "GRANT USAGE ON SCHEMA of_migrator TO app; GRANT SELECT, INSERT, UPDATE ON of_migrator.leases TO app",
    );
    for (const on of [admin, app]) {
      assertRefused(await failure(postgres(on, table).read("s", [])), /schema of_migrator/, "migrator");
      await postgres(on, { ...table, owner: "migrator" }).read("s", []);
    }
    assertRefused(await failure(admin.query(script(names))), /schema of_migrator/, "migrator");
    await admin.query(script({ ...names, owner: "migrator" }));
    assert.equal(
      await ask(admin, "SELECT proowner::regrole::text FROM pg_proc WHERE proname = 'discord_next'"),
      "migrator",
    );
    // The owner is the owner of the database.
    await admin.query(`ALTER DATABASE ${admin.options.database} OWNER TO migrator`);
    await postgres(app, table).read("s", []);
    await admin.query(script(names));
    // The owner is a superuser.
    await admin.query("CREATE SCHEMA of_admin; GRANT USAGE ON SCHEMA of_admin TO app, migrator");
    await admin.query(setupSql("of_admin.leases"));
    await admin.query("GRANT SELECT, INSERT, UPDATE ON of_admin.leases TO app");
    await postgres(app, { table: "of_admin.leases" }).read("s", []);
  });

  test("membership does not count", async () => {
    const { admin, as } = await fresh();
    await admin.query("CREATE SCHEMA of_team AUTHORIZATION team");
    await admin.query(`${setupSql("of_team.leases")} ALTER TABLE of_team.leases OWNER TO team`);
    const table = { table: "of_team.leases" };
    assertRefused(await failure(use(as("app"), table)), /schema of_team/, "team");
    await use(as("app"), { ...table, owner: "team" });
  });

  test("of a name with capital letters, too", async () => {
    const { admin } = await fresh();
    await admin.query(
      'DROP ROLE IF EXISTS "The Owner"; CREATE ROLE "The Owner"; CREATE SCHEMA "Home" AUTHORIZATION "The Owner"',
    );
    const on = connect({ database: admin.options.database, options: '-c search_path="Home"' });
    const owner = "The Owner";
    for (const run of Object.values(RUNS)) {
      assertRefused(await failure(run(on)), /schema "Home"/, owner);
      await run(on, { owner });
    }
    await admin.query('DROP SCHEMA "Home" CASCADE; DROP ROLE "The Owner"');
  });
});

describe("the documented privileges suffice", () => {
  test("a role without CREATE sets up what a migration has made, and leases", async () => {
    const { admin, as } = await fresh();
    await admin.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    const app = as("app");
    const missing = await failure(postgres(app).setup());
    assert.equal(missing.code, "STORE_FAILED");
    assert.match(missing.message, /grant CREATE on the schema/);
    await admin.query(setupSql());
    await admin.query("GRANT SELECT, INSERT, UPDATE ON flakekit_leases TO app");
    await postgres(app).setup();
    const ids = await lease(discord, { store: postgres(app), window: 500, clockSkew: 50, maxWait: 20_000 });
    ids.next();
    assert.equal((await listSeats(postgres(app), "discord")).seats.length, 1);
    await ids.close();
  });

  test("a role with SELECT alone lists spaces and keys, and is told what else it needs", async () => {
    const { admin, as } = await fresh();
    await use(admin);
    await admin.query("GRANT SELECT ON flakekit_leases TO app");
    const store = postgres(as("app"));
    assert.deepEqual(await store.spaces(), ["used"]);
    assert.deepEqual(await store.keysOf("used"), ["head"]);
    assert.match((await failure(store.read("used", []))).message, /grant SELECT, INSERT and UPDATE/);
  });

  test("the script needs CREATE on the schema of its names, and no more than a writer on the table", async () => {
    const { admin, as } = await fresh();
    await postgres(admin).setup();
    await admin.query(
      "REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE SCHEMA own; GRANT CREATE, USAGE ON SCHEMA own TO migrator",
    );
    await admin.query("GRANT SELECT, INSERT, UPDATE ON flakekit_leases TO migrator");
    await as("migrator").query(script({ names: "own.discord" }));
    // A caller of the function needs USAGE on its schema, and EXECUTE, which everybody has.
    await admin.query("GRANT USAGE ON SCHEMA own TO app");
    await as("app").query("SELECT own.discord_next()");
  });

  test("row security that hides rows from this role is refused", async () => {
    const { admin, as } = await fresh();
    await admin.query(setupSql());
    await admin.query(
      "GRANT SELECT, INSERT, UPDATE ON flakekit_leases TO app; ALTER TABLE flakekit_leases ENABLE ROW LEVEL SECURITY",
    );
    await admin.query("CREATE POLICY p ON flakekit_leases TO app USING (key = 'head') WITH CHECK (true)");
    assertRefused(await failure(postgres(as("app")).setup()), /row security/);
    // Row security does not apply to a superuser.
    await use(admin);
  });
});

test("a store looks once, at its first use, and again if that has failed", async () => {
  const { admin } = await fresh();
  const looks = [];
  let fails = true;
  const store = postgres(async (text, values) => {
    if (/pg_roles/.test(text)) {
      looks.push(text);
      if (fails) throw new Error("the connection was lost");
    }
    return (await admin.query(text, values)).rows;
  });
  await admin.query(setupSql());
  await assert.rejects(store.read("s", []), { code: "STORE_FAILED" });
  fails = false;
  await Promise.all([store.read("s", []), store.read("s", []), store.spaces(), store.keysOf("s")]);
  await store.read("s", []);
  assert.equal(looks.length, 2);
});

test("a wrong owner is refused, by name", () => {
  for (const owner of ["", 5, null, "x".repeat(64), "a\0b"]) {
    const refusal = { code: "INVALID_OPTION", message: /^owner is / };
    assert.throws(() => postgres(() => undefined, { owner }), refusal);
    assert.throws(() => script({ owner }), refusal);
  }
});
