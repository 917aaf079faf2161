// A process of the service: takes orders, and gives each an ID.

import Fastify from "fastify";
import { lease, type LeaseOf } from "flakekit/lease";
import { serveBrowsers } from "./browsers.ts";
import { format, pool, space, store } from "./database.ts";
import { answerErrors } from "./fastify.ts";

// Without a limit for the start, because the first lease in a new database waits for 13 s.
const app = Fastify({ logger: { level: "warn" }, pluginTimeout: 0 });
answerErrors(app);

// Before the lease, so that a process that is told to end while it waits for its seat gives the seat back, too.
process.once("SIGTERM", () => void app.close().then(() => process.exit()));

let ids: LeaseOf<typeof format> | undefined;
app.addHook("onReady", async () => {
  // Waits until this process has a seat. `nodes` leaves 512 to 1023 to pages.
  ids = await lease(format, {
    store,
    space,
    nodes: [0, 511],
    onChange: ({ state, lastError }) => app.log.warn({ state, err: lastError }, "lease"),
  });
});
// Requests that ran have ended.
app.addHook("onClose", async () => {
  await ids?.close(); // the next process can have the seat at once
  await pool.end();
});

app.post<{ Body: { item: string } }>("/orders", async (request, reply) => {
  const id = ids?.nextText();
  await pool.query("INSERT INTO orders (id, item) VALUES ($1, $2)", [id, request.body.item]);
  return reply.code(201).send({ id });
});

app.get("/ready", (_request, reply) => {
  const state = ids?.status().state;
  return reply.code(state === "held" ? 200 : 503).send({ state });
});

serveBrowsers(app); // for pages

await app.listen({ host: "0.0.0.0", port: Number(process.env.PORT ?? 3000) });
