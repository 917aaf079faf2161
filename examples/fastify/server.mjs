// An API of orders. IDs are text in JSON, a text that is no ID is answered with 400, and an ID is the cursor of a page.

import Fastify from "fastify";
import { jsonSchema, twitter, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const PAGE = 20;

// For BIGINT columns, and never negative. Do not change the epoch later.
const format = withOptions(twitter, { epoch: "2024-01-01" });
const ids = await lease(format, { store: file("./ids") });

/** In the place of a table whose primary key is a BIGINT. IDs increase, so the newest order is the last one. */
const orders = [];

// The schemas of requests refuse what does not look like an ID. Those of responses make texts of bigints.
const id = jsonSchema(format);
const order = {
  type: "object",
  properties: { id, item: { type: "string" }, madeAt: { type: "string", format: "date-time" } },
};
const page = { type: "object", properties: { orders: { type: "array", items: order }, next: id } };
const params = { type: "object", properties: { id } };
const querystring = { type: "object", properties: { before: id, since: { type: "string" } } };
const body = { type: "object", required: ["item"], properties: { item: { type: "string" } } };

const app = Fastify({ logger: { level: "warn" } });
app.addHook("onClose", () => ids.close());
process.once("SIGTERM", () => app.close());

app.post("/orders", { schema: { body, response: { 201: order } } }, async (request, reply) => {
  const made = { id: await ids.nextAsync(), item: request.body.item };
  orders.push(made);
  return reply.code(201).send(show(made));
});

app.get("/orders/:id", { schema: { params, response: { 200: order } } }, async (request, reply) => {
  // 9223372036854775808 looks like an ID, but has too many bits: this is a 400, too.
  const wanted = format.fromText(request.params.id);
  const found = orders.find(({ id }) => id === wanted);
  return found ? show(found) : reply.callNotFound();
});

app.get("/orders", { schema: { querystring, response: { 200: page } } }, async ({ query: { before, since } }) => {
  // WHERE id >= $min AND id < $end ORDER BY id DESC LIMIT 20
  const min = since === undefined ? 0n : format.firstAt(since);
  const end = before === undefined ? Infinity : format.fromText(before);
  const found = orders.filter(({ id }) => id >= min && id < end).slice(-PAGE);
  return { orders: found.map(show).reverse(), next: found.length === PAGE ? found[0].id : undefined };
});

/** An order as clients see it. Its ID tells when it was made. */
function show({ id, item }) {
  return { id, item, madeAt: format.date(id) };
}

console.log(await app.listen({ host: process.env.HOST ?? "127.0.0.1", port: Number(process.env.PORT ?? 3000) }));
