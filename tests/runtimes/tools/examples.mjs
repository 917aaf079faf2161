// Rows: the examples of server frameworks, each as a process that is told to end.

import assert from "node:assert/strict";
import { join } from "node:path";
import { twitter, withOptions } from "flakekit";
import { serving } from "../../../tests/runtimes/engines/serving.mjs";
import { copyExample } from "./copy-example.mjs";
import { seatsIn } from "./seats.mjs";
import { versionOf } from "./tool.mjs";

/** The format of the API's IDs. */
const format = withOptions(twitter, { epoch: "2024-01-01" });

/** The type of the API's requests. */
const JSON_BODY = { "content-type": "application/json" };

/** Paths that name no order, and their answers. A date is no ID, and an ID is no date. */
const REFUSED = {
  "/orders/12x4": 400,
  "/orders/9223372036854775808": 400,
  "/orders/5": 404,
  "/orders?before=2026-01-01": 400,
  "/orders?before=9223372036854775808": 400,
  "/orders?before=1&before=2": 400,
  "/orders?since=1541815603606036480": 400,
  "/orders?since=1000-01-01": 400,
};

/** Orders 45 items and reads them, newest first, page by page; asks for paths that name no order. */
async function checkOrders(ask, origin) {
  const order = (item) => ask("/orders", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ item }) });
  const made = [];
  for (let i = 0; i < 45; i++) made.push(await order(`item ${i}`));
  for (const { id, madeAt } of made) {
    assert.equal(typeof id, "string");
    assert.equal(madeAt, format.date(id).toJSON());
  }
  assert.deepEqual(await ask(`/orders/${made[7].id}`), made[7]);

  const read = [];
  let path = "/orders";
  while (path !== undefined) {
    const { orders, next } = await ask(path);
    read.push(...orders);
    path = next && `/orders?before=${next}`;
  }
  assert.deepEqual(read, made.toReversed());
  const { madeAt } = made.at(-1);
  const since = made.filter((other) => other.madeAt >= madeAt).toReversed();
  assert.deepEqual((await ask(`/orders?since=${madeAt}`)).orders, since);
  assert.deepEqual(await ask("/orders?since=2079-01-01"), { orders: [] });

  for (const [refused, status] of Object.entries(REFUSED)) {
    const response = await fetch(origin + refused);
    assert.deepEqual([refused, response.status], [refused, status], await response.text());
  }
  const { status } = await fetch(`${origin}/orders`, { method: "POST", headers: JSON_BODY, body: "{}" });
  assert.equal(status, 400);
}

function runServer(name) {
  return async (context) => {
    const cwd = copyExample(context, name);
    const server = { command: process.execPath, args: ["server.mjs"], cwd, env: { PORT: "0" } };
    const listens = /http:\/\/127\.0\.0\.1:(\d+)/;
    await serving({ ...server, listens }, checkOrders);
    // Windows has no SIGTERM: the process ends at once, and the seat is free when its window has ended.
    if (process.platform !== "win32") assert.deepEqual(await seatsIn(context, join(cwd, "ids")), ["free"]);
    return { version: versionOf(context, name), loads: "index.js, lease.js, lease/file.js" };
  };
}

export const examples = [
  { where: "Fastify", how: "examples/fastify: IDs as text, 400 for bad ones, pages", run: runServer("fastify") },
  { where: "Express", how: "examples/express: IDs as text, 400 for bad ones, pages", run: runServer("express") },
];
