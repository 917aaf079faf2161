// A server that closes on SIGTERM, as those of SvelteKit and React Router do, with a lazy lease and a pool of PostgreSQL.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { listSeats } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";
import { FAST, Server } from "./lib/postgres.mjs";

const PROGRAM = `
import { createServer } from "node:http";
import { twitter } from "flakekit";
import { lazyLease } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, allowExitOnIdle: true });
const ids = lazyLease(twitter, () => ({ store: postgres(pool) }), { window: 3000, clockSkew: 0 });
const server = createServer(async (_request, response) => response.end(String(await ids.nextAsync())));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.once("SIGTERM", () => server.close());
`;

test("a process whose pool has allowExitOnIdle ends when its server has closed, and releases the seat of its lazy lease", async (context) => {
  const server = await Server.start(...FAST);
  const pool = new pg.Pool(server.connection());
  context.after(() => pool.end().then(() => server.remove()));
  const store = postgres(pool);
  await store.setup();
  const DATABASE_URL = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, DATABASE_URL },
    stdio: ["ignore", "pipe", "inherit"],
  });
  context.after(() => child.kill("SIGKILL"));
  const [port] = await once(child.stdout, "data");
  assert.match(await (await fetch(`http://127.0.0.1:${Number(port)}`)).text(), /^\d+$/);
  const states = async () => (await listSeats(store, "twitter")).seats.map(({ state }) => state);
  assert.deepEqual(await states(), ["held"]);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(await states(), ["free"]);
});
