// The functions of `hiddenSql`, by which PostgreSQL hides IDs.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { defineFormat, discord, formats, sno, snowflakeSI, twitter } from "flakekit";
import { hidden } from "flakekit/hidden";
import { hiddenSql } from "flakekit/sql";
import pg from "pg";
import { writeFiles } from "../../scripts/documents.mjs";
import { hiddenTexts } from "./lib/hidden-texts.mjs";
import { FAST, Server } from "./lib/postgres.mjs";
import { makeShadows } from "./lib/shadows.mjs";
import { idOf, randomValue, seeded } from "./lib/sql.mjs";

const files = writeFiles("docs/databases.md", join(import.meta.dirname, "documented"));

/** How many IDs are compared. */
const IDS = process.env.FLAKEKIT_LONG ? 1_000_000 : 100_000;

let server, pool;

before(async () => {
  server = await Server.start(...FAST, "-c log_min_messages=error");
  pool = connect();
});

after(async () => {
  await server.remove();
});

function connect(options) {
  const made = new pg.Pool({ ...server.connection(), ...options });
  made.on("error", () => undefined);
  return made;
}

/** A connection to a database of its own, with pgcrypto. */
let databases = 0;
async function fresh(extension = "CREATE EXTENSION pgcrypto") {
  const database = `fresh${++databases}`;
  await pool.query(`CREATE DATABASE ${database}`);
  // A pool would give up the connection, and so its settings, after an error.
  const on = new pg.Client(server.connection({ database }));
  on.on("error", () => undefined);
  await on.connect();
  await on.query(extension);
  return on;
}

/** The only value of a statement. */
const ask = async (on, text, values) => Object.values((await on.query(text, values)).rows[0])[0];

/** A key of so many bytes, which differs from all others by its name. */
const keyOf = (bytes, name = "") => createHash("sha256").update(`${bytes} ${name}`).digest().subarray(0, bytes);

const KEY = keyOf(32);

/** A custom format of so many bits. */
const custom = (bits, time = [{ name: "timestamp", kind: "time", bits: bits - 2 }]) =>
  defineFormat({ name: `of ${bits}`, bits, epoch: 0, fields: [...time, { name: "node", kind: "node", bits: 2 }] });

const TWO_TIMES = custom(44, [
  { name: "seconds", kind: "time", bits: 32, unit: 1000 },
  { name: "ms", kind: "time", bits: 10, unit: 1 },
]);

/** Each format with each type of its IDs. */
const CASES = [...formats(), ...[20, 21, 33, 40, 47, 48, 49].map((bits) => custom(bits)), TWO_TIMES].flatMap(
  (format) =>
    format.bits === 64
      ? [
          [format, "signed"],
          [format, "unsigned"],
        ]
      : [[format, undefined]],
);

/** Options that the cases have in turn. */
const OPTIONS = [
  {},
  { tweak: "orders" },
  { tweak: "1234567890", letter: "a" },
  { tweak: "ünïcode", letter: "z", check: false },
  { check: false },
];

test("PostgreSQL hides and shows IDs as the package and as another program do, with each format, length of keys, and option", async () => {
  const on = await fresh();
  const random = seeded(20_261_129);
  const cases = CASES.flatMap(([format, stored]) => [16, 24, 32].map((bytes) => [format, stored, keyOf(bytes)]));
  let compared = 0;
  for (const [i, [format, stored, key]] of cases.entries()) {
    const options = OPTIONS[i % OPTIONS.length];
    const bits = stored === "signed" ? 63 : format.bits;
    const last = 2n ** BigInt(bits) - 1n;
    const values = Array.from({ length: Math.ceil(IDS / cases.length) }, () => randomValue(random, bits));
    const ids = [0n, 1n, last / 2n, last / 2n + 1n, last - 1n, last, ...values]
      .map((value) => [value, tryId(value, format)])
      .filter(([, id]) => id !== undefined);
    const textOf = hiddenTexts(format.bits, key, options);
    const { toText } = hidden(format, ofPackage(options, key));
    for (const [value, id] of ids) assert.equal(toText(id), textOf(value));
    await on.query(hiddenSql(format, "postgres", { ...options, stored, names: "n" }));
    const type = { string: "text" }[format.native] ?? (stored === "unsigned" ? "numeric" : "bigint");
    const { rows } = await on.query(
      `SELECT id, text, n_hide(id, $3) AS hidden, n_show(text, $3) AS shown, n_show(upper(text), $3) = id AS again
        FROM unnest($1::${type}[], $2::text[]) AS given (id, text)
        WHERE n_hide(id, $3) IS DISTINCT FROM text OR n_show(text, $3) IS DISTINCT FROM id OR n_show(upper(text), $3) IS DISTINCT FROM id`,
      [ids.map(([, id]) => String(id)), ids.map(([value]) => textOf(value)), key],
    );
    assert.deepEqual(rows, [], `${format.name}, ${stored}, ${key.length} bytes, ${JSON.stringify(options)}`);
    compared += ids.length;
    await on.query(`DROP FUNCTION n_hide(${type}, bytea), n_show(text, bytea)`);
  }
  assert.ok(compared > IDS * 0.9, String(compared));
  console.log(`PostgreSQL: ${compared} IDs in both directions`);
});

/** The options of the package for options of the functions and a key. */
const ofPackage = ({ letter, ...others }, key) => ({
  ...others,
  ...(letter === undefined ? { key } : { keys: { [letter]: key }, current: letter }),
});

/** The ID of a value. Not all values are IDs of a format whose time is in two fields. */
function tryId(value, format) {
  try {
    return idOf(value, format);
  } catch {
    return undefined;
  }
}

/** Asserts that a call is refused, and that no part of the error has the key. */
async function refused(call, code, message, key = KEY) {
  await assert.rejects(call, (error) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    const all = Object.values(error).join("\n");
    for (const form of ["hex", "base64", "latin1"]) assert.ok(key.length < 4 || !all.includes(key.toString(form)), all);
    return true;
  });
}

/** Makes `try_call(statement, key)`, which is the value of a statement with a key, or the code of its error. */
const TRY = `CREATE FUNCTION try_call(text, bytea) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE value text;
  BEGIN EXECUTE $1 INTO value USING $2; RETURN value; EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE; END $$`;

const ID = 175928847299117063n;
const TEXT = hiddenTexts(64, KEY, { tweak: "orders" })(ID);

describe("the functions", () => {
  let on;
  before(async () => {
    on = await fresh();
    await on.query(TRY);
    await on.query(hiddenSql(discord, "postgres", { tweak: "orders" }));
    await on.query(hiddenSql(discord, "postgres", { tweak: "orders", names: "wide", stored: "unsigned" }));
    await on.query(hiddenSql(discord, "postgres", { tweak: "orders", names: "short", check: false }));
    await on.query(hiddenSql(discord, "postgres", { tweak: "orders", names: "a", letter: "a" }));
    for (const format of [sno, snowflakeSI, twitter, TWO_TIMES])
      await on.query(hiddenSql(format, "postgres", { names: format === TWO_TIMES ? "two" : undefined }));
  });

  const show = (text, key = KEY, name = "discord") => on.query(`SELECT ${name}_show($1, $2)`, [text, key]);

  test("refuse keys of other lengths, which pgcrypto would fill up or cut", async () => {
    for (const bytes of [0, 1, 15, 17, 23, 25, 31, 33, 48, 64]) {
      const key = Buffer.alloc(bytes, "k3y");
      const message = new RegExp(`^the key has ${bytes} bytes; it must have 16, 24 or 32$`);
      await refused(on.query("SELECT discord_hide(5, $1)", [key]), "22023", message, key);
      await refused(show(TEXT, key), "22023", message, key);
    }
  });

  test("are NULL for NULL", async () => {
    const query = `SELECT discord_hide(NULL::bigint, $1) AS a, discord_hide(5::bigint, NULL) AS b, discord_show(NULL, $1) AS c,
      discord_show($2, NULL) AS d`;
    assert.deepEqual((await on.query(query, [KEY, TEXT])).rows, [{ a: null, b: null, c: null, d: null }]);
  });

  test("refuse values that are no IDs of the format or of the type", async () => {
    for (const [call, code, message] of [
      [
        "discord_hide(-1::bigint, $1)",
        "22003",
        /^'-1' is no ID of discord: it must be a whole number from 0 to 9223372036854775807; for larger IDs, give hiddenSql\(\) stored: 'unsigned'$/,
      ],
      ["discord_hide('-9223372036854775808'::bigint, $1)", "22003", /no ID of discord/],
      [
        "wide_hide(-1, $1)",
        "22003",
        /^'-1' is no ID of discord: it must be a whole number from 0 to 18446744073709551615$/,
      ],
      ["wide_hide(18446744073709551616, $1)", "22003", /no ID of discord/],
      ["wide_hide(1.5, $1)", "22003", /^'1.5' is no ID/],
      ["wide_hide('NaN', $1)", "22003", /^'NaN' is no ID/],
      ["wide_hide('Infinity', $1)", "22003", /no ID of discord/],
      ["wide_hide(1e1000, $1)", "22003", /^'1000000000000000000000000000000000000000' is no ID/],
      ["snowflake_si_hide(9007199254740992, $1)", "22003", /from 0 to 9007199254740991$/],
      ["twitter_hide(-1, $1)", "22003", /from 0 to 9223372036854775807$/],
      ["two_hide(4095, $1)", "22003", /no ID of of 44/],
      ["sno_hide('', $1)", "22P02", /^'' is no ID of sno$/],
      ["sno_hide('brpk4q72xwf2m63', $1)", "22P02", /no ID of sno$/],
      ["sno_hide('brpk4q72xwf2m63y', $1)", "22P02", /no ID of sno$/],
      ["sno_hide('BRPK4Q72XWF2M63L', $1)", "22P02", /no ID of sno$/],
      ["sno_hide('brpk4q72xwf2m63é', $1)", "22P02", /no ID of sno$/],
      ["sno_hide(repeat('a', 1000000), $1)", "22P02", /^'a{40}' is no ID of sno$/],
    ]) {
      await refused(on.query(`SELECT ${call}`, [KEY]), code, message);
    }
    assert.equal(await ask(on, "SELECT wide_show(wide_hide(5.000, $1), $1)", [KEY]), "5");
  });

  test("show no ID that a bigint does not hold, and no value that is no ID of the format", async () => {
    const large = hiddenTexts(64, KEY, { tweak: "orders" })(2n ** 63n);
    await refused(show(large), "22003", /^'\w+' hides no ID of discord: .*give hiddenSql\(\) stored: 'unsigned'$/);
    assert.equal(await ask(on, "SELECT wide_show($1, $2)", [large, KEY]), String(2n ** 63n));
    // The ms are 1023.
    await refused(show(hiddenTexts(44, KEY)(4095n), KEY, "two"), "22003", /hides no ID of of 44/);
  });

  test("refuse each text that is mistyped in a character, or has two neighbours exchanged", async () => {
    const characters = Array.from("0123456789abcdefghijklmnopqrstuvwxyz");
    const typed = Array.from(TEXT).flatMap((own, at) => [
      ...characters.filter((other) => other !== own).map((other) => TEXT.slice(0, at) + other + TEXT.slice(at + 1)),
      TEXT.slice(0, at) + (TEXT[at + 1] ?? "") + own + TEXT.slice(at + 2),
    ]);
    const wrong = [...new Set(typed)].filter((text) => text !== TEXT);
    assert.ok(wrong.length > 595);
    const { rows } = await on.query(
      "SELECT DISTINCT try_call(format('SELECT discord_show(%L, $1)', text), $2) AS code FROM unnest($1::text[]) AS text",
      [wrong, KEY],
    );
    assert.deepEqual(rows, [{ code: "22P02" }]);
    await refused(
      show(wrong[0]),
      "22P02",
      /^'\w{17}' is no hidden ID of discord: it is mistyped or invented, or has another key, tweak or format$/,
    );
  });

  test("read either case, and refuse other texts with what is wrong", async () => {
    assert.deepEqual((await show(TEXT.toUpperCase())).rows, [{ discord_show: String(ID) }]);
    for (const [text, message] of [
      ["", /^'' has 0 characters; a hidden ID of discord has 17$/],
      [`${TEXT}0`, /has 18 characters/],
      [` ${TEXT.slice(1)}`, /has other characters than digits 0-9 and letters a-z$/],
      [`${TEXT.slice(1)}\n`, /has other characters/],
      [`${TEXT.slice(1)}-`, /has other characters/],
      // Letters whose small or capital form is one of a-z.
      [`${TEXT.slice(1)}\u212a`, /has other characters/],
      [`${TEXT.slice(1)}ſ`, /has other characters/],
      [`${TEXT.slice(1)}İ`, /has other characters/],
      [`${TEXT.slice(1)}٣`, /has other characters/],
      [`${TEXT.slice(1)}😀`, /has other characters/],
      [`${TEXT}\u0301`, /has 18 characters/],
      ["z".repeat(13) + "0000", /^'z{13}0000' has a number of more than 64 bits$/],
      ["9".repeat(1_000_000), /^'9{40}' has 1000000 characters/],
      ["0".repeat(17), /is no hidden ID of discord/],
    ]) {
      await refused(show(text), "22P02", message);
    }
  });

  test("refuse texts of another key, tweak, letter, width, or without a check", async () => {
    const others = [
      hiddenTexts(64, keyOf(32, "other"), { tweak: "orders" })(ID),
      hiddenTexts(64, keyOf(16), { tweak: "orders" })(ID),
      hiddenTexts(64, KEY, { tweak: "users" })(ID),
      hiddenTexts(64, KEY)(ID),
      hiddenTexts(64, KEY, { tweak: "orders", letter: "a" })(ID).slice(1),
      hiddenTexts(63, KEY, { tweak: "orders" })(ID),
      `${hiddenTexts(64, KEY, { tweak: "orders", check: false })(ID)}0000`,
    ];
    for (const text of others) await refused(show(text), "22P02", /is no hidden ID of discord/);
    const lettered = hiddenTexts(64, KEY, { tweak: "orders", letter: "a" })(ID);
    assert.deepEqual((await show(lettered.toUpperCase(), KEY, "a")).rows, [{ a_show: String(ID) }]);
    await refused(show(`b${lettered.slice(1)}`, KEY, "a"), "22P02", /does not begin with a, the letter of the key$/);
    await refused(show(TEXT, KEY, "a"), "22P02", /has 17 characters; a hidden ID of discord has 18$/);
    // Without a check, each number that the type holds is some ID.
    const short = hiddenTexts(64, KEY, { tweak: "orders", check: false })(ID);
    assert.deepEqual((await show(short, KEY, "short")).rows, [{ short_show: String(ID) }]);
  });

  test("give the same in sessions with other settings, and for texts with a collation of a language", async () => {
    await on.query("CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)");
    await on.query("CREATE TABLE names (name text COLLATE loose)");
    await on.query("INSERT INTO names VALUES ($1)", [TEXT]);
    for (const setting of [
      "standard_conforming_strings = off",
      "bytea_output = 'escape'",
      "escape_string_warning = off",
      "search_path = ''",
      "extra_float_digits = -15",
      "lc_messages = 'C'",
      "timezone = 'Asia/Tokyo'",
      "jit_above_cost = 0",
      "plpgsql.variable_conflict = 'use_column'",
      "plpgsql.extra_errors = 'all'",
    ]) {
      await on.query(`SET ${setting}`);
      const query =
        "SELECT public.discord_hide($1::bigint, $2) AS text, public.discord_show(name, $2) AS id FROM public.names";
      assert.deepEqual((await on.query(query, [ID, KEY])).rows, [{ text: TEXT, id: String(ID) }], setting);
      await on.query("RESET ALL");
    }
  });

  test("run in parallel workers, and in an index", async () => {
    await on.query("CREATE TABLE orders AS SELECT (n::bigint << 22) * 1000 AS id FROM generate_series(1, 20000) AS n");
    await on.query("SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0");
    const query = "SELECT count(*) FROM orders WHERE discord_show(discord_hide(id, $1), $1) = id";
    const { rows } = await on.query(`EXPLAIN (ANALYZE, COSTS OFF) ${query}`, [KEY]);
    assert.match(rows.map((row) => row["QUERY PLAN"]).join("\n"), /Workers Launched: [12]/);
    assert.equal(await ask(on, query, [KEY]), "20000");
    await on.query("RESET ALL");
    const hidden = `discord_hide(id, '\\x${KEY.toString("hex")}')`;
    await on.query(`CREATE UNIQUE INDEX by_name ON orders (${hidden}); ANALYZE orders`);
    const text = hiddenTexts(64, KEY, { tweak: "orders" })(1000n << 22n);
    const found = await on.query(`SELECT id FROM orders WHERE ${hidden} = $1`, [text]);
    assert.deepEqual(found.rows, [{ id: String(1000n << 22n) }]);
    const plan = await on.query(`EXPLAIN SELECT id FROM orders WHERE ${hidden} = '${text}'`);
    assert.match(plan.rows[0]["QUERY PLAN"], /by_name/);
  });
});

describe("the script", () => {
  const names = { names: "public.n" };
  const script = hiddenSql(discord, "postgres", names);
  const text = hiddenTexts(64, KEY)(ID);

  /** Asserts that the functions work. */
  const works = async (on, schema = "public") => {
    assert.equal(await ask(on, `SELECT ${schema}.n_hide($1::pg_catalog.int8, $2)`, [ID, KEY]), text);
    assert.equal(await ask(on, `SELECT ${schema}.n_show($1, $2)`, [text, KEY]), String(ID));
  };

  test("changes nothing if it runs again, and runs in many sessions at once", async () => {
    const on = await fresh();
    const many = connect({ database: on.database, max: 8 });
    await Promise.all(Array.from({ length: 24 }, () => many.query(script)));
    await Promise.all(Array.from({ length: 24 }, () => works(many)));
    const state = () => on.query("SELECT oid, prosrc FROM pg_proc WHERE proname LIKE 'n\\_%' ORDER BY oid");
    const before = (await state()).rows;
    assert.equal(before.length, 2);
    await on.query(script);
    assert.deepEqual((await state()).rows, before);
    await on.query("BEGIN");
    await on.query(script);
    assert.equal(await ask(on, "SHOW search_path"), '"$user", public');
    await on.query("COMMIT");
    await assert.rejects(on.query(hiddenSql(discord, "postgres", { ...names, stored: "unsigned" })), {
      code: "42P13",
      hint: "Use DROP FUNCTION public.n_show(text,bytea) first.",
    });
  });

  test("does not replace functions with another tweak or letter, or without a check, whose texts would not be read", async () => {
    const on = await fresh();
    await on.query(script);
    for (const other of [{ tweak: "users" }, { tweak: "$a'@%" }, { letter: "b" }, { check: false }]) {
      const others = hiddenSql(discord, "postgres", { ...names, ...other });
      await assert.rejects(on.query(others), {
        code: "55000",
        message:
          /^the function public\.n_(hide|show)\(.*,bytea\) is for hidden IDs of discord, 64 bits: tweak '', with check; the script is for /,
        hint: "Give hiddenSql() other names, or drop the function.",
      });
      await works(on);
      const elsewhere = await fresh();
      await elsewhere.query(others);
      await elsewhere.query(others);
      await assert.rejects(elsewhere.query(script), { code: "55000" });
    }
  });

  test("says that pgcrypto is missing, and finds it in any schema", async () => {
    const on = await fresh("SELECT 1");
    await assert.rejects(on.query(script), {
      code: "55000",
      message: "this database does not have the extension pgcrypto",
      hint: "CREATE EXTENSION pgcrypto",
    });
    await on.query(`CREATE SCHEMA "My %s $x$ 'crypto'"; CREATE EXTENSION pgcrypto SCHEMA "My %s $x$ 'crypto'"`);
    await on.query(script);
    await works(on);
    await on.query("CREATE SCHEMA empty; SET search_path = empty");
    await works(on);
  });

  test("makes the functions in the first schema of the search_path, or in that of names", async () => {
    const on = await fresh();
    await on.query("CREATE SCHEMA app; SET search_path = app, public");
    await on.query(hiddenSql(discord, "postgres", { names: "n" }));
    await works(on, "app");
    await on.query("SET search_path = ''");
    await assert.rejects(on.query(hiddenSql(discord, "postgres")), { code: "3F000" });
    await on.query(script);
    await works(on);
  });

  test("and the functions call nothing that others have put into the search_path", async () => {
    const on = await fresh();
    await on.query(script);
    const made = await makeShadows(on, script);
    assert.ok(made.has("int8send") && made.has("strpos") && made.has("to_regprocedure"));
    await on.query(
      "CREATE FUNCTION evil.encrypt(bytea, bytea, pg_catalog.text) RETURNS bytea LANGUAGE plpgsql AS $$ BEGIN RAISE 'hit'; END $$",
    );
    await on.query("CREATE DOMAIN pg_temp.text AS pg_catalog.bit; CREATE DOMAIN pg_temp.bytea AS pg_catalog.bit");
    await on.query("SET search_path = evil, pg_temp, pg_catalog");
    await assert.rejects(on.query("SELECT 1::bigint + 1::bigint"), { message: "hit" });
    await works(on);
    await assert.rejects(on.query("SELECT public.n_show($1, $2)", ["0".repeat(17), KEY]), { code: "22P02" });
    await assert.rejects(on.query("SELECT public.n_show($1, $2)", ["é", KEY]), { code: "22P02" });
    await assert.rejects(on.query("SELECT public.n_hide((-1)::pg_catalog.int8, $1)", [KEY]), { code: "22003" });
    await on.query(script);
    await works(on);
    assert.equal(await ask(on, "SHOW search_path"), "evil, pg_temp, pg_catalog");
  });

  test("refuses a schema, a function and a pgcrypto of strangers, unless they are trusted", async () => {
    await pool.query("CREATE ROLE stranger LOGIN; CREATE ROLE app LOGIN");
    const stranger = 'CREATE FUNCTION n_show(text, bytea) RETURNS bigint LANGUAGE sql AS "$$ SELECT 1 $$"'.replaceAll(
      '"',
      "",
    );
    for (const [what, make] of [
      [
        "the function public.n_show\\(text,bytea\\)",
        `CREATE EXTENSION pgcrypto; GRANT CREATE ON SCHEMA public TO stranger; SET ROLE stranger; ${stranger}; RESET ROLE`,
      ],
      ["the schema public", "CREATE EXTENSION pgcrypto; ALTER SCHEMA public OWNER TO stranger"],
      ["the schema crypto", "CREATE SCHEMA crypto AUTHORIZATION stranger; CREATE EXTENSION pgcrypto SCHEMA crypto"],
      [
        "the extension pgcrypto",
        `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO stranger', current_database()); END $$;
        GRANT CREATE ON SCHEMA public TO stranger; SET ROLE stranger; CREATE EXTENSION pgcrypto; RESET ROLE`,
      ],
    ]) {
      const on = await fresh(make);
      await assert.rejects(on.query(script), (error) => {
        assert.equal(error.code, "55000");
        assert.match(error.message, new RegExp(`^${what} belongs to stranger; trusted are the role`));
        return true;
      });
      await on.query(hiddenSql(discord, "postgres", { ...names, owner: "stranger" }));
      await works(on);
    }
  });

  test("runs as a role that is no superuser, in a schema of its own", async () => {
    const on = await fresh();
    await on.query("CREATE SCHEMA app AUTHORIZATION app");
    const own = connect({ database: on.database, user: "app" });
    await own.query(hiddenSql(discord, "postgres", { names: "app.n" }));
    await own.query(hiddenSql(discord, "postgres", { names: "app.n" }));
    await works(own, "app");
    await assert.rejects(own.query(script), { code: "42501" });
  });

  test("makes functions that go with pgcrypto, so that no other function takes its place", async () => {
    const on = await fresh();
    await on.query(script);
    await on.query("DROP EXTENSION pgcrypto");
    assert.equal(await ask(on, "SELECT count(*)::int FROM pg_proc WHERE proname LIKE 'n\\_%'"), 0);
  });

  test("makes functions that a dump restores, with an index on them", async () => {
    const on = await fresh("CREATE SCHEMA crypto; CREATE EXTENSION pgcrypto SCHEMA crypto");
    await on.query(script);
    await on.query("CREATE TABLE orders AS SELECT n::bigint AS id FROM generate_series(1, 100) AS n");
    await on.query(`CREATE INDEX ON orders (public.n_hide(id, '\\x${KEY.toString("hex")}'))`);
    const copy = await fresh("SELECT 1");
    await server.restoreCopy(on.database, copy.database);
    await works(copy);
    await copy.query("DROP EXTENSION pgcrypto CASCADE");
    assert.equal(await ask(copy, "SELECT count(*)::int FROM pg_proc WHERE proname LIKE 'n\\_%'"), 0);
  });
});

describe("a key", () => {
  const texts = [KEY.toString("hex"), KEY.toString("base64"), KEY.toString("latin1")];
  const log = () => readFileSync(join(server.folder, "log"), "latin1");
  const isLogged = () => texts.some((text) => log().includes(text));

  test("in a table, as the document has it, is seen by nobody else, also not in the log and in plans", async () => {
    const on = await fresh("SELECT 1");
    const { install } = await import(files["hidden-sql.mjs"]);
    await install(on, KEY);
    await on.query("CREATE ROLE web LOGIN");
    const web = new pg.Client(server.connection({ database: on.database, user: "web" }));
    await web.connect();
    assert.equal(await ask(web, "SELECT order_name($1)", [ID]), TEXT);
    assert.equal(await ask(web, "SELECT order_id($1)", [TEXT]), String(ID));
    await assert.rejects(web.query("SELECT * FROM hidden.keys"), { code: "42501" });
    await refused(web.query("SELECT order_id($1)", [TEXT.replace(/.$/, "!")]), "22P02", /has other characters/);
    const { rows } = await web.query(`EXPLAIN (ANALYZE, VERBOSE) SELECT order_name(${ID}) = order_id('${TEXT}')::text`);
    assert.ok(!texts.some((text) => JSON.stringify(rows).includes(text)));
    await web.end();
    assert.ok(!isLogged());
  });

  test("in a statement that is refused is in the log of the server, unless it is a parameter", async () => {
    const on = await fresh();
    await on.query(hiddenSql(discord, "postgres"));
    await refused(on.query("SELECT discord_show('mistyped', $1)", [KEY]), "22P02", /has 8 characters/);
    assert.match(log(), /STATEMENT: {2}SELECT discord_show\('mistyped', \$1\)/);
    assert.ok(!isLogged());
    await refused(on.query(`SELECT discord_show('typo', '\\x${texts[0]}')`), "22P02", /has 4 characters/);
    assert.ok(isLogged());
  });
});
