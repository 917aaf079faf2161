// The clients of PostgreSQL, by turns: pg and postgres.js. Each child loads only one client, because loading takes
// time.

import { postgres } from "flakekit/lease/postgres";

/** The ms after which pg gives up a statement. postgres.js never does. */
export const PATIENCE_MS = 4_000;

/** The ms after which both clients give up to connect. */
const CONNECT_MS = 4_000;

const RETRY_S = 0.05;

/** How many connections a child has. */
const MAX = 2;

export async function open(connection, { slot, options }) {
  return postgres(await (slot % 2 === 0 ? pool(connection) : sql(connection)), options);
}

async function pool(connection) {
  const { Pool } = (await import("pg")).default;
  const timeouts = { connectionTimeoutMillis: CONNECT_MS, query_timeout: PATIENCE_MS };
  const made = new Pool({ ...connection, max: MAX, ...timeouts });
  // This event reports the loss of an idle connection. Calls have errors of their own.
  made.on("error", () => undefined);
  return made;
}

async function sql(connection) {
  const { default: connect } = await import("postgres");
  return connect({
    ...connection,
    max: MAX,
    connect_timeout: CONNECT_MS / 1_000,
    backoff: () => RETRY_S,
    onnotice: () => undefined,
    // Without this option, a connection that is lost at its beginning ends the process: issue 1192 of postgres.js.
    fetch_types: false,
  });
}
