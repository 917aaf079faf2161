// The clients of MariaDB, by turns: mysql2 and mariadb. Each child loads only one client, because loading takes time.

import { mysql } from "flakekit/lease/mysql";

/** The ms after which mariadb gives up a statement. mysql2 never does. */
export const PATIENCE_MS = 4_000;

/** The ms after which both clients give up to connect. */
const CONNECT_MS = 4_000;

/** How many connections a child has. */
const MAX = 2;

export async function open(connection, { slot, options }) {
  const settings = { ...connection, connectionLimit: MAX, connectTimeout: CONNECT_MS };
  return mysql(await (slot % 2 === 0 ? mysql2(settings) : mariadb(settings)), options);
}

async function mysql2(settings) {
  const { createPool } = (await import("mysql2/promise")).default;
  return createPool(settings);
}

async function mariadb(settings) {
  const { createPool } = await import("mariadb");
  const timeouts = { acquireTimeout: CONNECT_MS, initializationTimeout: CONNECT_MS, socketTimeout: PATIENCE_MS };
  const pool = createPool({ ...settings, ...timeouts });
  // This event reports the loss of an idle connection. Calls have errors of their own.
  pool.on("error", () => undefined);
  return pool;
}
