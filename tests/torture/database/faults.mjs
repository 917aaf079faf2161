// The faults: one after the other.

import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "./client.mjs";
import { setClock } from "./clock.mjs";

/** The pause between two faults, in ms. */
const PAUSE_MS = [50, 600];

/** How far the clock is wrong at most, in ms. Two steps of this length are shorter than the longest lead. */
const WRONG_MS = 4500;

/** A statement that makes a call for a third of the other connections. */
const third = (call) =>
  `SELECT ${call} FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < 0.3`;

/** A statement of an operator. */
async function order(server, text) {
  const client = await connect(server);
  const { rows } = await client.query(text).catch(() => ({ rows: [] }));
  await client.end().catch(() => undefined);
  return rows;
}

async function crash({ server }) {
  await server.stop("immediate");
  await server.start();
}

/**
 * Restarts the server. Under faketime, an ordinary stop was once seen not to end in a minute. Such a stop becomes a
 * crash.
 */
async function restart({ server }) {
  await server.stop().catch(() => server.stop("immediate"));
  await server.start();
}

/** The faults by their names. A fault with a higher weight comes more often. */
const FAULTS = [
  {
    name: "steps of the clock",
    weight: 8,
    strike: ({ server, random }) => setClock(server, Math.round(random.between(-WRONG_MS, WRONG_MS))),
  },
  {
    name: "kills of connections",
    weight: 4,
    strike: ({ server }) => order(server, third("pg_terminate_backend(pid)")),
  },
  { name: "cancels", weight: 4, strike: ({ server }) => order(server, third("pg_cancel_backend(pid)")) },
  {
    name: "calls of nextval by others",
    weight: 2,
    strike: ({ server }) => order(server, "SELECT nextval('discord_next_state') FROM generate_series(1, 100)"),
  },
  { name: "runs of the script", weight: 1, strike: ({ server, script }) => order(server, script) },
  { name: "restarts", weight: 1, strike: restart },
  { name: "crashes", weight: 2, strike: crash },
  { name: "crashes by kill -9 of a connection", weight: 1, strike: killOne },
];

/** Kills the process of a connection that is working. The server starts again by itself. */
async function killOne({ server }) {
  const [victim] = await order(server, `${third("pid")} LIMIT 1`);
  if (victim !== undefined) process.kill(victim.pid, "SIGKILL");
}

/** Strikes until a time. Each fault comes once before any fault comes again. */
export async function disturb({ server, script, random, end, faults }) {
  const first = [...FAULTS];
  while (Date.now() < end) {
    await sleep(random.between(...PAUSE_MS));
    const fault = first.shift() ?? random.pick(FAULTS);
    await fault.strike({ server, script, random });
    faults.set(fault.name, (faults.get(fault.name) ?? 0) + 1);
  }
}
