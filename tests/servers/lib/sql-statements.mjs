// Tries the statements that `sql` gives: columns, indexes, partitions, constraints, functions.

import assert from "node:assert/strict";
import { defineFormat, discord, sno, tsid } from "flakekit";
import { sql } from "flakekit/sql";
import { plainTime } from "./sql.mjs";

const TIME = Date.UTC(2026, 10, 27, 1, 2, 3, 45);

/** Formats of integers and texts: an ID of each, and a value that the type holds and that is no ID. */
const CASES = [
  [discord, { stored: "signed" }, discord.encode({ timestamp: TIME, workerId: 3, processId: 5, increment: 7 }), "-1"],
  [
    tsid,
    { stored: "text" },
    tsid.toText(tsid.encode({ timestamp: TIME, node: 900, sequence: 4095 })),
    "'0123456789AB!'",
  ],
  [sno, {}, sno.encode({ timestamp: TIME - (TIME % 4), toggle: 1, meta: 255, partition: 65_535, sequence: 9 }), "'23'"],
];

const literal = (id) => (typeof id === "string" ? `'${id}'` : String(id));

/** The name of a function for a field, as `sql` derives it. */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export async function checkStatements(database) {
  for (const [format, options, id, wrong] of CASES) await checkFormat(database, format, options, id, wrong);
  await checkNames(database);
  await checkEnd(database);
}

/** For each dialect, a late time that it has, and whether later times are NULL. */
const ENDS = {
  postgres: ["10000-01-01 00:00:00", false],
  mysql: ["9999-12-31 23:59:59.999", true],
  sqlite: ["9999-12-31 23:59:59.999", true],
  clickhouse: ["2299-12-31 23:59:59.999", false],
  duckdb: ["10000-01-01 00:00:00", false],
};

/** IDs with late times, which signed integers hold. */
const LATE = defineFormat({
  name: "late",
  bits: 60,
  epoch: 0,
  fields: [
    { name: "timestamp", kind: "time", bits: 48 },
    { name: "sequence", kind: "sequence", bits: 12 },
  ],
});

async function checkEnd({ dialect, rows, time }) {
  const [last, isNullAfter] = ENDS[dialect];
  const { time: expression, type } = sql(LATE, dialect);
  const timeOf = async (ms) => {
    const id = LATE.firstAt(ms);
    const cast = `CAST(${id} AS ${dialect === "mysql" ? "SIGNED" : type})`;
    const [[found]] = await rows(`SELECT ${time(expression)} FROM (SELECT ${cast} AS id) AS ids`);
    return plainTime(found);
  };
  const [, year, rest] = /^(\d+)(.*)$/.exec(last);
  const ms = Date.parse(`+${year.padStart(6, "0")}${rest.replace(" ", "T")}Z`);
  assert.equal(await timeOf(ms), plainTime(last));
  if (isNullAfter) assert.equal(await timeOf(ms + 1), null);
}

async function checkFormat(database, format, options, id, wrong) {
  const { dialect, run, rows, tableEnd, time } = database;
  const texts = sql(format, dialect, { ...options, table: "ids", column: "id" });
  await run("DROP TABLE IF EXISTS ids");
  await run(
    `CREATE TABLE ids ("id" ${texts.type}, ${texts.column}, ${texts.check}${tableEnd.replace("Memory", "MergeTree ORDER BY tuple()")}`.replaceAll(
      '"',
      quoteOf(dialect),
    ),
  );
  await run(`INSERT INTO ids (id) VALUES (${literal(id)})`);
  const expected = plainTime(new Date(format.timestamp(id)).toISOString());

  // The computed column is checked.
  const [[computed]] = await rows(`SELECT ${time("id_time")} FROM ids`);
  assert.equal(plainTime(computed), expected, `${format.name}: the column`);

  // The constraint is checked.
  await assert.rejects(async () => run(`INSERT INTO ids (id) VALUES (${wrong})`), `${format.name}: the constraint`);

  // An index is checked. Statements that run twice do not make it twice.
  await run(texts.index);
  await run(texts.index).catch((error) => assert.equal(dialect, "mysql", error));

  // Functions or a view are checked, also when they are made again.
  await run(texts.script);
  await run(texts.script);
  const decoded = format.decode(id);
  const names = Object.keys(texts.fields);
  if (dialect === "sqlite") {
    const [[viewed, ...numbers]] = await rows(
      `SELECT id_time, ${names.map((name) => `id_${snake(name)}`).join(", ")} FROM ids_decoded`,
    );
    assert.equal(plainTime(viewed), expected);
    assert.deepEqual(
      numbers,
      names.map((name) => String(decoded[name])),
    );
    return;
  }
  const call = (name, argument) => `${format.name}_${name}(${argument})`;
  const at = database.instant(new Date(format.timestamp(id)).toISOString());
  const [found] = await rows(
    `SELECT ${[
      time(call("time", "id")),
      call("to_text", "id"),
      call("from_text", call("to_text", "id")),
      call("first", at),
      ...names.map((name) => call(snake(name), "id")),
    ].join(", ")} FROM ids`,
  );
  const [ofTime, ofText, ofBoth, first, ...numbers] = found;
  assert.equal(plainTime(ofTime), expected);
  assert.equal(ofText, format.toText(id));
  assert.equal(ofBoth, String(id));
  const firstId = format.firstAt(format.date(id));
  assert.equal(first, options.stored === "text" ? format.toText(firstId) : String(firstId));
  assert.deepEqual(
    numbers,
    names.map((name) => String(decoded[name])),
  );

  // The results for NULL are NULL.
  const nothing = dialect === "postgres" ? `NULL::${texts.type.split(" COLLATE")[0]}` : "NULL";
  const never = dialect === "postgres" || dialect === "duckdb" ? "NULL::TIMESTAMPTZ" : "NULL";
  const calls = ["time", ...names.map(snake)].map((name) => call(name, nothing));
  const [nulls] = await rows(`SELECT ${[call("first", never), ...calls].join(", ")}`);
  assert.deepEqual(new Set(nulls), new Set([null]));
}

const quoteOf = (dialect) => (dialect === "mysql" ? "`" : '"');

/** Names that are words of SQL, have capitals or a schema, and a format whose name is no name of SQL. */
async function checkNames({ dialect, run, rows, tableEnd }) {
  const odd = defineFormat({
    name: "2 Fast; DROP TABLE ids --\nDROP TABLE ids",
    bits: 60,
    epoch: Date.UTC(2020, 0),
    fields: [
      { name: "timestamp", kind: "time", bits: 41 },
      { name: "orderId", kind: "node", bits: 9 },
      { name: "select", kind: "sequence", bits: 10 },
    ],
  });
  const texts = sql(odd, dialect, { table: "Order", column: "Select" });
  const quote = quoteOf(dialect);
  const [table, column] = ["Order", "Select"].map((name) => `${quote}${name}${quote}`);
  await run(
    `DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (${column} ${texts.type}, ${texts.column}, ${texts.check}${tableEnd.replace("Memory", "MergeTree ORDER BY tuple()")}`,
  );
  await run(texts.script);
  await run(texts.index);
  await run(`INSERT INTO ${table} (${column}) VALUES (1234567)`);
  const [[number]] = await rows(`SELECT ${texts.fields.orderId} FROM ${table}`);
  assert.equal(number, String(odd.decode(1234567n).orderId));
}
