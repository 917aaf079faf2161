// The cost of IDs that PostgreSQL makes by the function of `nextSql`, compared with `nextval` and with the usual snippet,
// which is not safe.
//   node benches/database.mjs            after npm run build; needs Debian's package postgresql; 8 minutes
//
// All makers are measured in turns on one server, with its default settings. A ratio is the ratio of one round; the table
// has the medians. `pinned` is the function of `nextSql` with a `SET search_path` of its own: its cost is the reason why
// the function has no such clause, see pkg-template/src/sql/README.md.

import { spawnSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { discord } from "../dist/index.js";
import { nextSql } from "../dist/sql.js";
import { program } from "../scripts/debian.mjs";
import { Server } from "../tests/servers/lib/postgres.mjs";

const ROUNDS = 9;
const SECONDS = 2;
const CLIENTS = 4;
/** The rows of a bulk. */
const BULK = 50_000;

const SNIPPET =
  "((floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1420070400000) << 22) | (31 << 12) | nextval('numbers') % 4096";

const MAKERS = { nextval: "nextval('plain')", snippet: SNIPPET, nextSql: "discord_next()", pinned: "pinned_next()" };

/** The measurements: a script of pgbench, the count of its clients, and how many IDs it makes. */
const ROWS = [
  {
    name: "one-row INSERT transactions, 4 clients",
    clients: CLIENTS,
    ids: 1,
    text: (maker) => `INSERT INTO ${maker} (item) VALUES ('x')`,
  },
  { name: "transactions of one call, 4 clients", clients: CLIENTS, ids: 1, text: (maker) => `SELECT ${MAKERS[maker]}` },
  {
    name: "calls in one statement",
    clients: 1,
    ids: BULK,
    text: (maker) => `SELECT count(${MAKERS[maker]}) FROM generate_series(1, ${BULK})`,
  },
  {
    name: "calls in one statement, 4 clients",
    clients: CLIENTS,
    ids: BULK,
    text: (maker) => `SELECT count(${MAKERS[maker]}) FROM generate_series(1, ${BULK})`,
  },
  {
    name: "INSERT … SELECT",
    clients: 1,
    ids: BULK,
    text: (maker) => `INSERT INTO ${maker} (item) SELECT 'x' FROM generate_series(1, ${BULK})`,
  },
  { name: "COPY", clients: 1, ids: BULK, text: (maker) => `COPY ${maker} (item) FROM PROGRAM 'yes | head -${BULK}'` },
];

const programs = dirname(realpathSync(await program("POSTGRES")));
const server = await Server.start();
const connection = ["-h", "127.0.0.1", "-p", String(server.port), "-U", "postgres"];

function run(name, ...args) {
  const { status, stdout, stderr } = spawnSync(join(programs, name), [...connection, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return stdout;
}

const sql = (text) => run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-c", text, "postgres");

/** The IDs per second. */
function measure({ clients, ids, text }, maker) {
  sql(`TRUNCATE ${maker}`);
  sql("CHECKPOINT");
  const file = join(server.folder, "script");
  writeFileSync(file, `${text(maker)};\n`);
  const output = run(
    "pgbench",
    "-n",
    "-M",
    "prepared",
    "-c",
    String(clients),
    "-j",
    "2",
    "-T",
    String(SECONDS),
    "-f",
    file,
    "postgres",
  );
  return ids * Number(/tps = ([\d.]+)/.exec(output)[1]);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

try {
  sql("CREATE SEQUENCE plain; CREATE SEQUENCE numbers");
  sql(nextSql(discord, "postgres", { workerId: 31, processId: 31, leases: null }));
  sql(nextSql(discord, "postgres", { workerId: 31, processId: 30, leases: null, names: "pinned" }));
  sql("ALTER FUNCTION pinned_next() SET search_path = pg_catalog, pg_temp");
  for (const [maker, expression] of Object.entries(MAKERS)) {
    sql(`CREATE TABLE ${maker} (id BIGINT PRIMARY KEY DEFAULT ${expression}, item TEXT)`);
  }
  console.log(
    "| | µs: nextval | snippet | nextSql | pinned | ratio to nextval | ratio to the snippet |\n|---|---|---|---|---|---|---|",
  );
  for (const row of ROWS) {
    const rounds = Array.from({ length: ROUNDS }, () =>
      Object.fromEntries(Object.keys(MAKERS).map((maker) => [maker, measure(row, maker)])),
    );
    const us = Object.keys(MAKERS).map((maker) =>
      median(rounds.map((round) => (row.clients * 1e6) / round[maker])).toFixed(1),
    );
    const ratio = (other) => median(rounds.map((round) => round[other] / round.nextSql)).toFixed(2);
    console.log(`| ${row.name} | ${us.join(" | ")} | ${ratio("nextval")} | ${ratio("snippet")} |`);
  }
} finally {
  await server.remove();
}
