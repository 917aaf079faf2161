// The failures that real servers report to a lease at once, and the records that an operator's calls find on these
// servers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Redis as Upstash } from "@upstash/redis";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/node-postgres";
import Redis from "ioredis";
import * as mariadb from "mariadb";
import mysql2 from "mysql2";
import mysqlPromise from "mysql2/promise";
import pg from "pg";
import postgresJs from "postgres";
import { createClient } from "redis";
import { discord } from "flakekit";
import { lease, listSeats, migrateSpace } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import { redis } from "flakekit/lease/redis";
import { Server } from "./lib/postgres.mjs";
import { RedisServer } from "./lib/redis.mjs";

/**
 * Asserts that a lease is refused, by the first answer of the store. The lease would wait for later answers for ten
 * minutes.
 */
async function refusedAtOnce(store, words) {
  await assert.rejects(lease(discord, { store, maxWait: 600_000 }), ({ code, message }) => {
    assert.equal(code, "STORE_FAILED");
    assert.match(message, words);
    return true;
  });
}

/** Asserts that an operator's calls list and read the keys of records, and no other keys. */
async function listsItsKeys(store) {
  const ids = await lease(discord, { store, window: 1_000, maxWait: 60_000 });
  const { workerId, processId } = ids.status().fields;
  const node = 32 * workerId + processId;
  assert.deepEqual([...(await store.keysOf("discord"))].sort(), ["head", `seat ${node}.0`]);
  assert.deepEqual(await store.keysOf("another space"), []);
  const { seats } = await listSeats(store, "discord");
  assert.deepEqual(
    seats.map((seat) => seat.node),
    [node],
  );
  await migrateSpace(discord, { store, window: 1_000, shares: 2 });
  await ids.close();
}

test("PostgreSQL: a missing table, database or role rejects lease() at once, and keys are listed", async (context) => {
  const server = await Server.start("-c fsync=off");
  const pools = [];
  const pool = (options) => {
    const made = new pg.Pool({ ...server.connection(), ...options });
    made.on("error", () => undefined);
    pools.push(made);
    return made;
  };
  context.after(async () => {
    await Promise.allSettled(pools.map((made) => made.end()));
    await server.remove();
  });
  const store = postgres(pool());
  await refusedAtOnce(store, /setup\(\)/);
  await refusedAtOnce(postgres(pool({ database: "none" })), /database "none" does not exist/);
  await refusedAtOnce(postgres(pool({ user: "nobody-here" })), /nobody-here/);
  await store.setup();
  await listsItsKeys(store);
});

test("Redis: a wrong password rejects lease() at once, and keys are listed", async (context) => {
  const server = await RedisServer.start(context);
  const connect = (options) => {
    const client = new Redis(server.port, options);
    client.on("error", () => undefined);
    context.after(() => client.disconnect());
    return client;
  };
  await refusedAtOnce(redis(connect({ username: "ada", password: "wrong" })), /user and a password/);
  await listsItsKeys(redis(connect()));
});

test("a client in the place of a store is refused, by the name of the store that takes it", async () => {
  const nowhere = { host: "127.0.0.1", port: 1 };
  const lazy = { ...nowhere, lazyConnect: true };
  const clients = {
    postgres: [
      new pg.Pool(nowhere),
      new pg.Client(nowhere),
      postgresJs(nowhere),
      drizzle({ client: new pg.Pool() }).$client,
    ],
    mysql: [mysql2.createPool(nowhere), mysqlPromise.createPool(nowhere), mariadb.createPool(nowhere)],
    redis: [new Redis(lazy), createClient(), new Upstash({ url: "https://127.0.0.1", token: "none" })],
    // The addon of better-sqlite3 needs a newer Node.
    sqlite: [Object.create(Database.prototype)],
  };
  for (const [name, some] of Object.entries(clients)) {
    for (const client of some) {
      const message = new RegExp(`^store is .*, such as ${name}\\(client\\) of flakekit/lease/${name}$`);
      await assert.rejects(lease(discord, { store: client }), { code: "INVALID_OPTION", message });
    }
  }
  await clients.mysql.at(-1).end();
  for (const store of [undefined, null, 5, {}, () => undefined]) {
    await assert.rejects(lease(discord, { store }), { code: "INVALID_OPTION", message: /such as file\(/ });
  }
});
