// SQL: the texts, the names and types that options choose, and refusals. Databases run the texts in tests/servers/sql.test.mjs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  bwmarrin64,
  defineFormat,
  discord,
  FlakeError,
  formats,
  sno,
  snowflakeSI,
  tsid,
  twitter,
  withOptions,
} from "flakekit";
import { hiddenSql, nextSql, sql } from "flakekit/sql";
import { flakekit } from "../support/cli.mjs";

const DIALECTS = ["postgres", "mysql", "sqlite", "clickhouse", "duckdb"];

const refused = (code, call, ...words) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof FlakeError, error);
    assert.equal(error.code, code, error.message);
    for (const word of words) assert.ok(error.message.includes(word), `${error.message} has no ${word}`);
    return true;
  });

test("the time of a Discord ID is an expression that needs nothing else", () => {
  const times = DIALECTS.map((dialect) => sql(discord, dialect).time);
  assert.deepEqual(times, [
    `((timestamp '1970-01-01' + (("id" >> 22) + 1420070400000) * interval '1 millisecond') AT TIME ZONE 'UTC')`,
    "TIMESTAMPADD(MICROSECOND, (CAST(`id` >> 22 AS SIGNED) + 1420070400000) * 1000, TIMESTAMP'1970-01-01 00:00:00.000000')",
    `strftime('%Y-%m-%dT%H:%M:%fZ', (("id" >> 22) + 1420070400000) / 1000.0, 'unixepoch')`,
    `fromUnixTimestamp64Milli((toInt64(bitShiftRight("id", 22)) + 1420070400000), 'UTC')`,
    `epoch_ms((("id" >> 22)::BIGINT + 1420070400000))`,
  ]);
});

test("the column's type holds the IDs that the options say", () => {
  const typesOf = (format, stored) =>
    DIALECTS.filter((dialect) => stored !== "unsigned" || dialect !== "sqlite").map(
      (dialect) => sql(format, dialect, { stored }).type,
    );
  assert.deepEqual(typesOf(discord), ["BIGINT", "BIGINT UNSIGNED", "INTEGER", "UInt64", "UBIGINT"]);
  assert.deepEqual(typesOf(discord, "signed"), ["BIGINT", "BIGINT", "INTEGER", "Int64", "BIGINT"]);
  assert.deepEqual(typesOf(discord, "unsigned"), ["NUMERIC(20)", "BIGINT UNSIGNED", "UInt64", "UBIGINT"]);
  assert.deepEqual(typesOf(twitter), ["BIGINT", "BIGINT", "INTEGER", "Int64", "BIGINT"]);
  const texts = [
    'VARCHAR(16) COLLATE "C"',
    "VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin",
    "TEXT",
    "String",
    "VARCHAR",
  ];
  assert.deepEqual(typesOf(sno), texts);
  assert.deepEqual(typesOf(sno, "text"), texts);
});

test("names are quoted, with a schema or a table before them", () => {
  const { time, index, check, script } = sql(tsid, "postgres", { table: "app.Order", column: "o.Id", names: "app.t1" });
  assert.ok(time.includes('"o"."Id" >> 22'), time);
  assert.ok(index.startsWith('CREATE INDEX IF NOT EXISTS "Order_Id_time" ON "app"."Order" '), index);
  assert.ok(check.startsWith('CONSTRAINT "Id_is_tsid" CHECK ("o"."Id" BETWEEN '), check);
  assert.ok(script.includes("FUNCTION app.t1_time(id BIGINT)"), script);
  assert.ok(sql(tsid, "mysql", { table: "orders" }).index.includes("ON `orders` (`id_time`)"));
});

test("no option but `at` brings more than a name into the SQL", () => {
  for (const wrong of [
    "",
    "a.b.c",
    ".a",
    "a.",
    'a"b',
    "a`b",
    "a'b",
    "a b",
    "a;b",
    "a-b",
    "ä",
    "a".repeat(64),
    5,
    null,
  ]) {
    for (const option of ["table", "column", "names"]) {
      refused("INVALID_OPTION", () => sql(discord, "postgres", { [option]: wrong }), option);
    }
  }
  for (const wrong of ["Ids", "1a", "a.1b", "app.Ids"])
    refused("INVALID_OPTION", () => sql(discord, "mysql", { names: wrong }), wrong);
  const odd = defineFormat({
    name: "a\nDROP TABLE ids; --\r\u2028$$ '\"`",
    bits: 51,
    epoch: 0,
    fields: [
      { name: "timestamp", kind: "time", bits: 41 },
      { name: "sequence", kind: "sequence", bits: 10 },
    ],
  });
  for (const dialect of DIALECTS) {
    const { script, check } = sql(odd, dialect);
    const [head, ...rest] = script.split("\n");
    assert.ok(head.startsWith("-- "), head);
    assert.ok(!/[\r\u2028]/.test(head), head);
    assert.ok(![...rest, check].some((line) => line.includes("DROP TABLE")), script);
  }
});

test("an unknown dialect, a wrong type and a format without an epoch are refused, with the remedy", () => {
  refused("INVALID_OPTION", () => sql(discord, "oracle"), "'oracle'", ...DIALECTS);
  refused("INVALID_OPTION", () => sql(discord), ...DIALECTS);
  for (const name of ["toString", "__proto__", ["postgres"]]) refused("INVALID_OPTION", () => sql(discord, name));
  refused("INVALID_OPTION", () => sql({ ...discord }, "postgres"), "a format of flakekit");
  refused("INVALID_OPTION", () => sql(discord, "sqlite", { stored: "unsigned" }), "SQLite", "'signed'");
  refused("INVALID_OPTION", () => sql(sno, "postgres", { stored: "signed" }), "texts");
  refused("INVALID_OPTION", () => sql(discord, "postgres", { stored: "bigint" }), "signed, unsigned, text");
  refused("INVALID_OPTION", () => sql(discord, "postgres", { at: "" }), "at");
  refused("EPOCH_REQUIRED", () => sql(snowflakeSI, "postgres"));
  assert.equal(sql(withOptions(snowflakeSI, { epoch: "2024-01-01" }), "postgres").type, "BIGINT");
});

test("what SQL does not have is null: texts of bwmarrin64, and partitions by IDs that do not begin with the time", () => {
  const fields = [
    { name: "node", kind: "node", bits: 10 },
    { name: "timestamp", kind: "time", bits: 41 },
    { name: "sequence", kind: "sequence", bits: 12 },
  ];
  const format = defineFormat({ name: "own", bits: 63, epoch: 0, fields, text: bwmarrin64 });
  const { toText, fromText, partition } = sql(format, "postgres");
  assert.deepEqual([toText, fromText, partition], [null, null, null]);
  refused("INVALID_OPTION", () => sql(format, "postgres", { stored: "text" }), "bwmarrin64");
  assert.deepEqual(
    DIALECTS.map((dialect) => sql(discord, dialect).partition === null),
    [false, false, true, false, true],
  );
});

test("functions have names of their own, which no system cuts", () => {
  const named = (name, ...names) =>
    defineFormat({
      name,
      bits: 40 + names.length,
      epoch: 0,
      fields: [
        { name: "timestamp", kind: "time", bits: 40 },
        ...names.map((field) => ({ name: field, kind: "node", bits: 1 })),
      ],
    });
  const { script } = sql(named("own", "first", "toText", "aB", "a_b"), "postgres");
  const functions = [...script.matchAll(/FUNCTION (\w+)/g)].map(([, name]) => name);
  assert.deepEqual(
    functions,
    ["time", "first_", "to_text_", "a_b", "a_b_", "first", "to_text", "from_text"].map((name) => `own_${name}`),
  );
  refused("INVALID_OPTION", () => sql(named("a".repeat(60), "b"), "postgres"), "65", "63", "shorter names");
  assert.ok(sql(named("a".repeat(60), "b"), "postgres", { names: "own" }).script.includes("own_b"));
});

test("functions that hide IDs have a tweak of 10 bytes, a letter and a type, for formats of 20 bits and more", () => {
  const hidden = (options, format = discord) => hiddenSql(format, "postgres", options);
  const { length } = hidden();
  for (const tweak of ["", undefined]) assert.equal(hidden({ tweak }), hidden());
  assert.equal(
    hidden({ check: true, stored: "signed", letter: undefined, owner: undefined, names: "discord" }),
    hidden(),
  );
  for (const tweak of ["1234567890", "äöüäö", "\u0000'$@%"]) assert.notEqual(hidden({ tweak }), hidden());
  // The bytes of UTF-8, after the length of the tweak.
  assert.ok(hidden({ tweak: "ä€😀" }).includes("4009c3a4e282acf09f9880"));
  assert.ok(hidden({ check: false }).length < length && hidden({ letter: "a" }).length > length);
  refused(
    "INVALID_OPTION",
    () => hidden({ tweak: "12345678901" }),
    "tweak is '12345678901'; it must be a text of at most 10 bytes",
  );
  refused("INVALID_OPTION", () => hidden({ tweak: "äöüäöü" }), "at most 10 bytes");
  refused("INVALID_OPTION", () => hidden({ tweak: "\ud800" }), "tweak", "well-formed");
  for (const letter of ["", "A", "1", "ab", "ä", "a\n", "'"])
    refused("INVALID_OPTION", () => hidden({ letter }), "letter", "a letter of a to z");
  refused("INVALID_OPTION", () => hidden({ check: 1 }), "check", "true or false");
  refused("INVALID_OPTION", () => hidden({ key: "00" }), "has no option 'key'");
  refused("INVALID_OPTION", () => hidden({ names: "a".repeat(59) }), "58 characters");
  refused("INVALID_OPTION", () => hidden({ stored: "text" }), "stored", "signed, unsigned");
  refused("INVALID_OPTION", () => hidden({ stored: "signed" }, sno), "IDs of sno are texts");
  for (const dialect of ["mysql", "sqlite", "duckdb", "clickhouse", undefined])
    refused("INVALID_OPTION", () => hiddenSql(discord, dialect), "'postgres'", "hide IDs in the service");
  const ofBits = (bits) =>
    defineFormat({ name: "own", bits, epoch: 0, fields: [{ name: "timestamp", kind: "time", bits }] });
  refused(
    "INVALID_OPTION",
    () => hidden({}, ofBits(19)),
    "IDs of own have 19 bits and cannot be hidden",
    "at least 20",
  );
  assert.ok(hidden({}, ofBits(20)).includes("own_hide"));
  // The texts do not depend on the epoch.
  assert.equal(hidden({}, snowflakeSI), hidden({}, withOptions(snowflakeSI, { epoch: "2024-01-01" })));
});

test("no option of functions that hide IDs ends a text of the script", () => {
  const name = "a'\n$$;$function$;$script$;$flakekit$;@name@%s\\ --";
  const fields = [{ name: "timestamp", kind: "time", bits: 20 }];
  const odd = hiddenSql(defineFormat({ name, bits: 20, epoch: 0, fields }), "postgres", {
    owner: name,
    names: "app.own",
  });
  for (const [tag, count] of [
    ["$flakekit$", 2],
    ["$script$", 4],
    ["$function$", 4],
    ["$$", 0],
    ["@name@", 0],
  ])
    assert.equal(odd.split(tag).length - 1, count, tag);
});

describe("the command sql", () => {
  test("prints the script of a dialect and a format, or all texts as JSON", async () => {
    for (const format of formats().filter(({ epoch }) => epoch !== null)) {
      for (const dialect of DIALECTS) {
        const { code, stdout } = await flakekit(["sql", dialect, format.name]);
        assert.deepEqual([code, stdout], [0, sql(format, dialect).script]);
      }
    }
    const options = { table: "posts", column: "post_id", names: "app.post", at: "$1", stored: "unsigned" };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const { stdout } = await flakekit(["sql", "postgres", "discord", "--json", ...args]);
    assert.deepEqual(JSON.parse(stdout), sql(discord, "postgres", options));
    const si = await flakekit(["sql", "sqlite", "snowflake-si", "--epoch", "2024-01-01"]);
    assert.equal(si.stdout, sql(withOptions(snowflakeSI, { epoch: "2024-01-01" }), "sqlite").script);
  });

  test("with --next prints the script of the function that makes IDs", async () => {
    const args = ["sql", "postgres", "discord", "--next", "--worker-id", "31", "--process-id", "30"];
    const nodes = { workerId: 31, processId: 30 };
    assert.equal((await flakekit(args)).stdout, nextSql(discord, "postgres", nodes));
    const more = {
      names: "app.d",
      leases: "app.leases",
      owner: "it's Ada",
      space: "orders",
      shares: 4,
      window: 5000,
      maxLead: 0,
      stored: "unsigned",
    };
    const given = Object.entries(more).flatMap(([name, value]) => [
      `--${name === "maxLead" ? "max-lead" : name}`,
      `${value}`,
    ]);
    assert.equal((await flakekit([...args, ...given])).stdout, nextSql(discord, "postgres", { ...nodes, ...more }));
    for (const [wrong, words] of [
      [["sql", "postgres", "discord", "--next"], "--worker-id is missing"],
      [["sql", "postgres", "discord", "--worker-id", "1"], "--worker-id is for --next"],
      [["sql", "postgres", "discord", "--max-lead", "1"], "--max-lead is for --next"],
      [["sql", "postgres", "discord", "--owner", "ada"], "--owner is for --next"],
      [["sql", "postgres", "tsid", "--worker-id", "1"], "--worker-id is no option of tsid"],
      [[...args, "--json"], "leave out --json"],
      [[...args, "--table", "t"], "table"],
      [["sql", "mysql", ...args.slice(2)], "'mysql'"],
    ]) {
      const { code, stderr } = await flakekit(wrong);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(words), stderr);
    }
  });

  test("with --hidden prints the script of the functions that hide IDs", async () => {
    const args = ["sql", "postgres", "discord", "--hidden"];
    assert.equal((await flakekit(args)).stdout, hiddenSql(discord, "postgres"));
    const given = [
      "--tweak",
      "orders",
      "--letter",
      "a",
      "--no-check",
      "--stored",
      "unsigned",
      "--names",
      "app.d",
      "--owner",
      "ada",
    ];
    const options = { tweak: "orders", letter: "a", check: false, stored: "unsigned", names: "app.d", owner: "ada" };
    assert.equal((await flakekit([...args, ...given])).stdout, hiddenSql(discord, "postgres", options));
    const si = ["sql", "postgres", "snowflake-si", "--hidden"];
    for (const more of [[], ["--epoch", "2024-01-01"]])
      assert.equal((await flakekit([...si, ...more])).stdout, hiddenSql(snowflakeSI, "postgres"));
    for (const [wrong, words] of [
      [
        ["sql", "mysql", "discord", "--hidden"],
        "'postgres'; for other databases, hide IDs in the service, by flakekit/hidden",
      ],
      [[...args, "--next"], "--next and --hidden were given; give one of them"],
      [[...args, "--space", "orders"], "--space is for --next, the function that makes IDs; leave it out"],
      [[...args, "--worker-id", "1"], "--worker-id is for --next, the function that makes IDs; leave it out"],
      [[...args, "--json"], "--hidden prints one script; leave out --json"],
      [[...args, "--table", "t"], "table"],
      [[...args, "--letter", "A"], "--letter is 'A'"],
      [[...args, "--tweak", "12345678901"], "tweak is '12345678901'"],
      [
        ["sql", "postgres", "discord", "--tweak", "orders"],
        "--tweak is for --hidden, the functions that hide IDs; give it too",
      ],
      [
        ["sql", "postgres", "discord", "--next", "--no-check"],
        "--no-check is for --hidden, the functions that hide IDs; leave it out",
      ],
    ]) {
      const { code, stderr } = await flakekit(wrong);
      assert.equal(code, 2, stderr);
      assert.ok(stderr.includes(words), stderr);
    }
  });

  test("says which dialects there are, and names options as they are typed", async () => {
    for (const args of [[], ["postgres"], ["postgres", "discord", "more"]]) {
      const { code, stderr } = await flakekit(["sql", ...args]);
      assert.equal(code, 2);
      assert.ok(stderr.includes(`a dialect (${DIALECTS.join(", ")}) and a format`), stderr);
    }
    const unknown = await flakekit(["sql", "oracle", "discord"]);
    assert.deepEqual(
      [unknown.code, unknown.stderr.split("\n")[0]],
      [2, `flakekit: the dialect is 'oracle'; it must be one of ${DIALECTS.join(", ")}`],
    );
    assert.match(
      (await flakekit(["sql", "sqlite", "discord", "--stored", "unsigned"])).stderr,
      /--stored is 'unsigned'/,
    );
  });
});
