// Disturbs clients of a PostgreSQL that makes IDs, and looks for repeats and for IDs that are smaller than earlier ones.

import { discord } from "flakekit";
import { nextSql } from "flakekit/sql";
import { Server } from "../../servers/lib/postgres.mjs";
import { Random } from "../lib/random.mjs";
import { check } from "./check.mjs";
import { Client, connect } from "./client.mjs";
import { setClock, underFaketime } from "./clock.mjs";
import { disturb } from "./faults.mjs";
import { Ids } from "./ids.mjs";

/** How often a line with the numbers so far is printed, in ms. */
const LINE_MS = 5000;

/** The script whose function is tortured. */
const SCRIPT = nextSql(discord, "postgres", { workerId: 31, processId: 31, leases: null });

/**
 * Runs the torture. `change` changes the script, to leave out a rule of the function.
 *
 * @returns the counts of IDs and of repeats and descents, the faults, and the errors that no fault explains
 */
export async function tortureDatabase({ ms, clients, seed, print = () => undefined, change = (script) => script }) {
  const random = new Random(seed);
  const server = await Server.start("-c fsync=off", "-c max_connections=200");
  let lines;
  try {
    await underFaketime(server);
    const script = change(SCRIPT);
    await prepare(server, script);
    const ids = new Ids();
    const crew = Array.from({ length: clients }, (_, i) => new Client(server, new Random(seed + i + 1), ids));
    const end = Date.now() + ms;
    const faults = new Map();
    lines = setInterval(() => print(`${ids.count} IDs; ${listed(faults)}`), LINE_MS);
    await Promise.all([...crew.map((client) => client.work(end)), disturb({ server, script, random, end, faults })]);
    setClock(server, 0);
    const problems = crew.flatMap((client) => client.problems);
    const found = { ...(await check(server, ids)), faults, problems };
    problems.slice(0, 10).forEach(print);
    print(
      `${found.ids} IDs, ${found.rows} rows, ${found.transactions} transactions: ${found.repeats} repeats, ${found.descents} descents, ` +
        `${found.lost} lost rows, ${problems.length} errors that no fault explains; ${listed(faults)}`,
    );
    return found;
  } finally {
    clearInterval(lines);
    await server.remove();
  }
}

const listed = (faults) => Array.from(faults, ([name, count]) => `${count} ${name}`).join(", ");

/** Makes the function and the table. The table has no unique index, which would turn repeats into errors. */
async function prepare(server, script) {
  const client = await connect(server);
  await client.query(script);
  await client.query("CREATE TABLE rows (id BIGINT NOT NULL DEFAULT discord_next(), client TEXT)");
  await client.end();
}
