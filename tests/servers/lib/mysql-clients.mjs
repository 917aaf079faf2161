// MariaDB for a file of tests: one server, and the clients of mysql2 and mariadb.

import { after, before } from "node:test";
import * as mariadb from "mariadb";
import mysql2 from "mysql2";
import mysql2Promise from "mysql2/promise";
import { mysql } from "flakekit/lease/mysql";
import { MariaDb } from "./mariadb.mjs";

/** The server. It is set when the tests begin. */
export let server;

/** The functions that end the clients. */
const ends = [];

before(async () => {
  server = await MariaDb.start();
  await server.query("CREATE DATABASE app");
  await mysql(pool()).setup();
});

after(async () => {
  await Promise.allSettled(ends.map((end) => end()));
  await server.remove();
});

/** The options of a connection to the database of the tests. */
export const options = (more, of = server) => of.connection({ database: "app", ...more });

function ended(client, end = () => client.end()) {
  client.on?.("error", () => undefined);
  ends.push(end);
  return client;
}

/** A pool of mysql2. */
export function pool(more, of = server) {
  return ended(mysql2Promise.createPool({ connectionLimit: 6, ...options(more, of) }));
}

/** A pool of mysql2 for callbacks. */
export function callbackPool(more) {
  return ended(mysql2.createPool({ connectionLimit: 6, ...options(more) }));
}

/** A connection of mysql2. */
export async function connection(more, of = server) {
  const made = await mysql2Promise.createConnection(options(more, of));
  return ended(made, () => made.destroy());
}

/** A pool of mariadb. */
export function mariadbPool(more) {
  return ended(mariadb.createPool({ connectionLimit: 6, ...options(more) }));
}

/** A connection of mariadb. */
export async function mariadbConnection(more) {
  const made = await mariadb.createConnection(options(more));
  return ended(made, () => made.destroy());
}

/** A function that runs statements on a pool, whose texts can be changed. */
export function changed(connections, change) {
  return async (text, values) => (await connections.query(change(text), values))[0];
}

/**
 * A statement as MySQL gets it: without the parts for MariaDB alone, except for the name of a variable and the wait for
 * locks.
 */
export function asMysql(text) {
  return text.replaceAll(/\/\*M! (OR|AND) .*?\*\//g, "");
}
