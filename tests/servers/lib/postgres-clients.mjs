// PostgreSQL for a file of tests: one server, and clients that survive the loss of their connections.

import { after, before } from "node:test";
import pg from "pg";
import postgresJs from "postgres";
import { postgres } from "flakekit/lease/postgres";
import { FAST, Server } from "./postgres.mjs";

/** The server. It is set when the tests begin. */
export let server;

before(async () => {
  server = await Server.start(...FAST, "-c max_connections=200");
  await postgres(pool()).setup();
});

after(async () => {
  // `remove` ends the connections too. A pool would wait for a connection that a failed test has kept.
  await server.remove();
});

/** A pool that survives the loss of its connections. */
export function pool(options = {}, of = server) {
  const made = new pg.Pool({ max: 6, ...of.connection(), ...options });
  made.on("error", () => undefined);
  return made;
}

export async function client(options = {}) {
  const made = new pg.Client({ ...server.connection(), ...options });
  made.on("error", () => undefined);
  await made.connect();
  return made;
}

export function js(options = {}) {
  return postgresJs({ max: 4, onnotice: () => undefined, ...server.connection(), ...options });
}
