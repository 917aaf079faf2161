// A worker: takes orders, and gives each an ID.

import Fastify from "fastify";
import { twitter, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { pool, store } from "./database.mjs";

// Without a limit for the start: in a new database, and after a restart of the database's server, a lease takes 13 s.
const app = Fastify({ logger: { level: "warn" }, pluginTimeout: 0 });

// Before the lease, so that a worker that is told to end while it waits for its seat gives the seat back, too.
process.once("SIGTERM", () => app.close().then(() => process.exit()));
// For BIGINT columns, and never negative. Do not change the epoch later.
const format = withOptions(twitter, { epoch: "2024-01-01" });
let ids;
app.addHook("onReady", async () => {
  ids = await lease(format, { store, space: "orders" });
});
// Requests have ended then.
app.addHook("onClose", async () => {
  await ids?.close();
  await pool.end();
});

app.post("/orders", async (request, reply) => {
  const id = ids.nextText();
  await pool.query("INSERT INTO orders (id, item) VALUES ($1, $2)", [id, request.body.item]);
  return reply.code(201).send({ id });
});

app.get("/health", async (request, reply) => {
  const { state, fields } = ids.status();
  return reply.code(state === "held" ? 200 : 503).send({ state, fields });
});

await app.listen({ host: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 3000) });
