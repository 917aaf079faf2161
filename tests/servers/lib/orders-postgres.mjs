// A PostgreSQL for a file of tests that store orders. The tables are dropped before each test.

import { after, before, beforeEach } from "node:test";
import pg from "pg";
import { FAST, Server } from "./postgres.mjs";

/** The server, its address, and a pool. They are set when the tests begin. */
export let server, url, pool;

before(async () => {
  server = await Server.start(...FAST);
  url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
  pool = new pg.Pool(server.connection());
});

after(async () => {
  await pool.end();
  await server.remove();
});

beforeEach(() => pool.query("DROP TABLE IF EXISTS orders, events"));
