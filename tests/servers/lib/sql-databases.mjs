// The databases of `sql.test.mjs`: how each runs statements, gives rows as texts and nulls, and writes times.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";
import mysql from "mysql2/promise";
import pg from "pg";
import { startMariaDb } from "./mariadb.mjs";
import { Server } from "./postgres.mjs";
import { newFolder } from "./user.mjs";

const asTexts = (rows) => rows.map((row) => row.map((value) => (value === null ? null : String(value))));

/** An instant, whose year has five digits from 10000 on. */
const dated = (iso) => iso.replace(/^\+0/, "");

/** An instant without a zone. */
const plain = (iso) => dated(iso).replace("T", " ").replace("Z", "");

/** The members that most databases have in common. */
const USUAL = {
  tableEnd: ")",
  anyText: "TEXT",
  instantType: "TIMESTAMPTZ",
  escape: (text) => text,
  firstMs: Date.UTC(1, 0),
  lastMs: 8.64e15,
};

/** A client of a new server. Both end with the test. */
export async function clientOfPostgres(context) {
  const server = await Server.start("-c fsync=off");
  const client = new pg.Client(server.connection());
  await client.connect();
  context.after(async () => {
    await client.end();
    await server.remove();
  });
  return client;
}

export async function openPostgres(context) {
  const client = await clientOfPostgres(context);
  // Expressions must not depend on the zone of the session.
  await client.query("SET timezone = 'America/New_York'");
  return {
    ...USUAL,
    dialect: "postgres",
    run: (statements) => client.query(statements),
    rows: async (text) => asTexts((await client.query({ text, rowMode: "array" })).rows),
    time: (expression) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
    instant: (iso) => `timestamptz '${dated(iso)}'`,
  };
}

export async function openMariaDb(context) {
  const options = await startMariaDb(context);
  const settings = { supportBigNumbers: true, bigNumberStrings: true, multipleStatements: true, dateStrings: true };
  const client = await mysql.createConnection({ ...options, ...settings, charset: "utf8mb4" });
  context.after(() => client.end());
  await client.query("CREATE DATABASE test CHARACTER SET utf8mb4; USE test; SET time_zone = '-05:00'");
  return {
    ...USUAL,
    dialect: "mysql",
    run: (statements) => client.query(statements),
    rows: async (sql) => asTexts((await client.query({ sql, rowsAsArray: true }))[0]),
    time: (expression) => `DATE_FORMAT(${expression}, '%Y-%m-%d %H:%i:%s.%f')`,
    instantType: "DATETIME(3)",
    instant: (iso) => `TIMESTAMP'${plain(iso)}'`,
    escape: (text) => text.replaceAll("\\", "\\\\"),
    firstMs: Date.UTC(1000, 0),
    lastMs: Date.UTC(9999, 11, 31),
  };
}

export async function openDuckDb(context) {
  const instance = await DuckDBInstance.create();
  const client = await instance.connect();
  context.after(() => client.closeSync());
  return {
    ...USUAL,
    dialect: "duckdb",
    run: (statements) => client.run(statements),
    rows: async (sql) => asTexts((await client.runAndReadAll(sql)).getRows()),
    time: (expression) => `strftime(${expression}, '%Y-%m-%d %H:%M:%S.%f')`,
    instant: (iso) => `timestamptz '${dated(iso)}'`,
  };
}

/** SQLite, by the driver of Node 24. */
export function openSqlite(DatabaseSync) {
  const database = new DatabaseSync(":memory:", { readBigInts: true });
  return {
    ...USUAL,
    dialect: "sqlite",
    run: async (statements) => database.exec(statements),
    rows: async (sql) => {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return asTexts(statement.all());
    },
    time: (expression) => expression,
    instantType: "TEXT",
    instant: (iso) => `'${iso}'`,
    lastMs: Date.UTC(9999, 11, 31),
    // The times of SQLite have ms.
    round: (time) => (time.includes(".") ? time.slice(0, 23).replace(/\.?0*$/, "") : time),
  };
}

/** How `ClickHouse` writes NULL in JSON with texts. */
const NULL = "ᴺᵁᴸᴸ";

/**
 * ClickHouse as a library of Python, because Debian's ClickHouse is of 2018: chdb, which runs in a process of its own.
 */
export async function openClickHouse(context, python) {
  const folder = newFolder("clickhouse");
  const child = spawn(python, ["-u", join(import.meta.dirname, "clickhouse.py"), join(folder, "data")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  context.after(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (statement) => {
    child.stdin.write(`${JSON.stringify(statement)}\n`);
    const { value = '{"error":"the process has ended"}' } = await lines.next();
    const { error, rows } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return rows;
  };
  await ask("CREATE DATABASE test");
  await ask("USE test");
  return {
    ...USUAL,
    dialect: "clickhouse",
    // Statements run one at a time.
    run: async (statements) => {
      for (const statement of statements.split(/;\n*(?=CREATE|DROP|INSERT|$)/).filter(Boolean)) await ask(statement);
    },
    rows: async (sql) => {
      const rows = (await ask(sql)).split("\n").filter(Boolean);
      return rows.map((row) => JSON.parse(row).map((value) => (value === NULL ? null : value)));
    },
    time: (expression) => `toString(${expression})`,
    instantType: "DateTime64(3, 'UTC')",
    instant: (iso) => `toDateTime64('${plain(iso)}', 3, 'UTC')`,
    tableEnd: ") ENGINE = Memory",
    anyText: "String",
    escape: (text) => text.replaceAll("\\", "\\\\"),
    firstMs: Date.UTC(1900, 0),
    // After this instant, the count of ns has more than 64 bits, and `toDateTime64` of a text counts in ns.
    lastMs: Date.UTC(2262, 3, 11),
  };
}
