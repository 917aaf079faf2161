// The clients of PostgreSQL, by turns: pg and postgres.js. Each child loads only one, because loading takes time.

import { postgres } from "flakekit/lease/postgres";

/** After so many s, clients give up to connect; pg gives up a statement too. */
const TIMEOUT_S = 4;

const RETRY_S = 0.05;

/** How many connections a child has. */
const MAX = 2;

export async function open(connection, { slot, options }) {
  return postgres(await (slot % 2 === 0 ? pool(connection) : sql(connection)), options);
}

async function pool(connection) {
  const { Pool } = (await import("pg")).default;
  const ms = 1_000 * TIMEOUT_S;
  const made = new Pool({ ...connection, max: MAX, connectionTimeoutMillis: ms, query_timeout: ms });
  // The loss of an idle connection. Calls have errors of their own.
  made.on("error", () => undefined);
  return made;
}

async function sql(connection) {
  const { default: connect } = await import("postgres");
  return connect({
    ...connection,
    max: MAX,
    connect_timeout: TIMEOUT_S,
    backoff: () => RETRY_S,
    onnotice: () => undefined,
    // Otherwise a connection that is lost at its beginning ends the process: issue 1192 of postgres.js.
    fetch_types: false,
  });
}
