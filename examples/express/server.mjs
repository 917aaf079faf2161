// An API of orders. IDs are text in JSON, a text that is no ID is answered with 400, and an ID is the cursor of a page.

import express from "express";
import { twitter, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const PAGE = 20;

// For BIGINT columns, and never negative. Do not change the epoch later.
const format = withOptions(twitter, { epoch: "2024-01-01" });
const ids = await lease(format, { store: file("./ids") });

/** In the place of a table whose primary key is a BIGINT. IDs increase, so the newest order is the last one. */
const orders = [];

const app = express();
app.use(express.json());
// JSON has no bigints.
app.set("json replacer", (key, value) => (typeof value === "bigint" ? String(value) : value));

app.post("/orders", async (request, response) => {
  const item = request.body?.item;
  if (typeof item !== "string") return response.status(400).json({ error: "item must be a text" });
  const made = { id: await ids.nextAsync(), item };
  orders.push(made);
  response.status(201).json(show(made));
});

app.get("/orders/:id", (request, response) => {
  const wanted = format.fromText(request.params.id);
  const found = orders.find(({ id }) => id === wanted);
  if (found) response.json(show(found));
  else response.status(404).json({ error: `there is no order ${request.params.id}` });
});

app.get("/orders", ({ query: { before, since } }, response) => {
  // WHERE id >= $min AND id < $end ORDER BY id DESC LIMIT 20
  const min = since === undefined ? 0n : format.firstAt(since);
  const end = before === undefined ? Infinity : format.fromText(before);
  const found = orders.filter(({ id }) => id >= min && id < end).slice(-PAGE);
  response.json({ orders: found.map(show).reverse(), next: found.length === PAGE ? found[0].id : undefined });
});

// A text that is no ID or no time throws a FlakeError with the statusCode 400. A handler of errors has 4 parameters.
app.use((error, request, response, _next) => {
  const { statusCode = 500, message } = error;
  if (statusCode >= 500) console.error(error);
  response.status(statusCode).json({ error: statusCode < 500 ? message : "Internal Server Error" });
});

/** An order as clients see it. Its ID tells when it was made. */
function show({ id, item }) {
  return { id, item, madeAt: format.date(id) };
}

const server = app.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? "127.0.0.1", (error) => {
  if (error) throw error;
  console.log(`http://127.0.0.1:${server.address().port}`);
});
// Requests that run end first, then the seat is given back.
process.once("SIGTERM", () => server.close(() => ids.close()));
