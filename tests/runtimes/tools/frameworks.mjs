// Rows: the handler of leases as a route of server frameworks, which a lease asks over the network; and the status with
// which they answer if an ID in a request is no ID.

import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import fastify from "fastify";
import { discord, nanoflake, twitter } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { handler, http, nodeHandler } from "flakekit/lease/http";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import Koa from "koa";
import { versionOf } from "./tool.mjs";

const authorize = (request) => request.headers.get("authorization");

const newHandler = () =>
  handler({ format: discord, store: memory(), nodes: [0, 15], window: 600, authorize, secret: "s".repeat(32) });

/** Starts a server and returns its address, and what closes it. */
async function listen(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/ids`, close };
}

/** Each starts a server whose route `/ids` is the handler. */
const starts = {
  "Hono, fetch": (ids) => {
    const app = new Hono();
    app.post("/ids", (context) => ids(context.req.raw));
    return listen(createServer(nodeHandler(app.fetch)));
  },
  Express: (ids) => {
    const app = express();
    app.post("/ids", nodeHandler(ids));
    return listen(createServer(app));
  },
  "Express, express.json()": (ids) => {
    const app = express();
    app.use(express.json());
    app.post("/ids", nodeHandler(ids));
    return listen(createServer(app));
  },
  Fastify: async (ids) => {
    const app = fastify();
    app.post("/ids", nodeHandler(ids));
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: `http://127.0.0.1:${app.server.address().port}/ids`, close: () => app.close() };
  },
};

/** Claims, extends and releases, is refused without a name, and sends too much. */
async function check(ids, url) {
  const one = await lease(discord, { store: http(url, { headers: { authorization: "ada" } }) });
  const { until } = one.status();
  const id = one.next();
  if (!(await ids.owns(id, "ada"))) throw new Error(`${id} is not the caller's`);
  while (one.status().until === until) await new Promise((resolve) => setTimeout(resolve, 10));
  await one.close();
  const headers = { "content-type": "application/json" };
  const statusOf = async (options) => (await fetch(url, { method: "POST", body: "{}", ...options })).status;
  const known = { ...headers, authorization: "ada" };
  const statuses = [
    await statusOf({ headers }),
    await statusOf({ headers: known }),
    await statusOf({ headers: known, body: JSON.stringify({ long: "x".repeat(5_000) }) }),
  ];
  if (statuses.join() !== "401,400,413") throw new Error(`answered ${statuses}`);
}

const leases = Object.entries(starts).map(([how, start]) => ({
  where: how.split(",")[0],
  how: `leases over HTTP, ${how}`,
  run: async (context) => {
    const ids = newHandler();
    const { url, close } = await start(ids);
    try {
      await check(ids, url);
    } finally {
      await close();
    }
    return { version: versionOf(context, how.split(",")[0].toLowerCase()), loads: "lease/http.js" };
  },
}));

/** The README's handler of errors for Hono. */
async function readmeHandler({ folder }) {
  const readme = readFileSync(join(folder, "node_modules", "flakekit", "README.md"), "utf8");
  const [, code] = readme.match(/^```js\n([^`]*const answerError[^`]*)^```/m);
  writeFileSync(join(folder, "answer-error.mjs"), `${code}\nexport { answerError };\n`);
  return (await import("./answer-error.mjs")).answerError;
}

/** Each starts a server whose route `/ids/:id` decodes the ID. Only Hono's handles errors. */
const decoders = {
  Express: (decode) => {
    const app = express();
    // So that it does not print the errors.
    app.set("env", "test");
    app.get("/ids/:id", ({ params }, response) => response.json(decode(params.id)));
    return listen(createServer(app));
  },
  Fastify: async (decode) => {
    const app = fastify();
    app.get("/ids/:id", ({ params }) => decode(params.id));
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: `http://127.0.0.1:${app.server.address().port}/ids`, close: () => app.close() };
  },
  Koa: (decode) => {
    const app = new Koa();
    // So that it does not print the errors.
    app.silent = true;
    app.use((context) => {
      context.body = decode(context.path.slice("/ids/".length));
    });
    return listen(createServer(app.callback()));
  },
  Hono: async (decode, context) => {
    const app = new Hono();
    app.get("/ids/:id", (c) => c.json(decode(c.req.param("id"))));
    app.get("/private", () => {
      throw new HTTPException(403);
    });
    app.onError(await readmeHandler(context));
    const { status } = await app.request("/private");
    if (status !== 403) throw new Error(`Hono's own errors are answered with ${status}`);
    const { url, close } = await listen(createServer(nodeHandler(app.fetch)));
    // The README's handler prints errors.
    const { error: print } = console;
    console.error = () => undefined;
    const restoreAndClose = () => {
      console.error = print;
      close();
    };
    return { url, close: restoreAndClose };
  },
};

/** Whether each framework tells the client the message of a 400 and of a 500, as the README says. */
const TELLS = { Express: [true, true], Fastify: [true, true], Koa: [false, false], Hono: [true, false] };

/** Asks for an ID, for what is no ID, and for a fault of the server: a format without its epoch. */
async function answersOf(start, context) {
  const decode = (id) => ({ at: (id === "fault" ? nanoflake.decode("1") : twitter.decode(id)).timestamp });
  const { url, close } = await start(decode, context);
  try {
    const answers = [];
    for (const id of ["1", "12x4", "fault"]) {
      const response = await fetch(`${url}/${id}`);
      answers.push({ status: response.status, body: await response.text() });
    }
    return answers;
  } finally {
    await close();
  }
}

const refusals = Object.entries(decoders).map(([where, start]) => ({
  where,
  how: "what is no ID is answered with 400",
  run: async (context) => {
    const [good, bad, fault] = await answersOf(start, context);
    const statuses = [good.status, bad.status, fault.status].join();
    if (statuses !== "200,400,500") throw new Error(`answered ${statuses}`);
    const tells = [bad.body.includes("character 3"), fault.body.includes("epoch")];
    if (tells.join() !== TELLS[where].join()) throw new Error(`answered ${bad.body} and ${fault.body}`);
    return { version: versionOf(context, where.toLowerCase()), loads: "index.js" };
  },
}));

export const frameworks = [...leases, ...refusals];
