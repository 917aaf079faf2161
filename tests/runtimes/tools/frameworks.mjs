// Rows: the handler of leases as a route of server frameworks, which a lease asks over the network; the status with which they
// answer if an ID in a request is no ID; and their answers by the recipes of docs/errors.md.

import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import fastify from "fastify";
import { discord, generator, nanoflake, twitter } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { handler, http, nodeHandler } from "flakekit/lease/http";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import Koa from "koa";
import { writeFiles } from "../../../scripts/documents.mjs";
import { versionOf } from "./tool.mjs";

const authorize = (request) => request.headers.get("authorization");

const newHandler = () =>
  handler({ format: discord, store: memory(), nodes: [0, 15], window: 600, authorize, secret: "s".repeat(32) });

/** Starts a server. Returns its address, and a function that closes it. */
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

/** Claims, extends and releases a seat, is refused without a name, and sends a body that is too large. */
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

/** Each starts a server whose route `/ids/:id` decodes the ID, and which handles no errors. */
const decoders = {
  Express: (decode) => {
    const app = express();
    // With this setting, the framework does not print the errors.
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
    // With this setting, the framework does not print the errors.
    app.silent = true;
    app.use((context) => {
      context.body = decode(context.path.slice("/ids/".length));
    });
    return listen(createServer(app.callback()));
  },
};

/** Whether each framework tells the client the message of a 400 and of a 500, as docs/web.md and docs/errors.md say. */
const TELLS = { Express: [true, true], Fastify: [true, true], Koa: [false, false] };

/** Asks for an ID, for a text that is no ID, and for a fault of the server: a format without its epoch. */
async function answersOf(start) {
  const decode = (id) => ({ at: (id === "fault" ? nanoflake.decode("1") : twitter.decode(id)).timestamp });
  const { url, close } = await start(decode);
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
    const [good, bad, fault] = await answersOf(start);
    const statuses = [good.status, bad.status, fault.status].join();
    if (statuses !== "200,400,500") throw new Error(`answered ${statuses}`);
    const tells = [bad.body.includes("character 3"), fault.body.includes("epoch")];
    if (tells.join() !== TELLS[where].join()) throw new Error(`answered ${bad.body} and ${fault.body}`);
    return { version: versionOf(context, where.toLowerCase()), loads: "index.js" };
  },
}));

/** The error message of a store that is down. No client may read it. */
const SECRET = "connect ECONNREFUSED 10.1.2.3:5432 (db.internal)";

/** The errors of a lease whose store is down, by their codes, and an error of the program. */
async function makeFaults() {
  const store = memory();
  let isDown = false;
  const read = (...args) => (isDown ? Promise.reject(new Error(SECRET)) : store.read(...args));
  const failing = { ...store, read };
  const ids = await lease(twitter, { store: failing, nodes: [0, 0], window: 1_000, maxLag: 0, maxWait: 1_000 });
  const errorOf = (promise) =>
    promise.then(
      () => undefined,
      (error) => error,
    );
  const full = await errorOf(lease(twitter, { store, nodes: [0, 0], window: 1_000, maxWait: 100 }));
  isDown = true;
  while (ids.status().lastError === null) await sleep(10);
  await sleep(1_100);
  const failed = await errorOf(ids.nextAsync());
  const expired = await errorOf((async () => ids.next())());
  await ids.close();
  let now = Date.now();
  const late = generator(twitter, { machineId: 1, clock: () => now });
  late.next();
  now -= 3_600_000;
  const waits = await errorOf((async () => late.next())());
  const all = { STORE_FAILED: failed, LEASE_EXPIRED: expired, NO_FREE_SEAT: full, WAIT_TOO_LONG: waits };
  for (const [code, error] of Object.entries(all)) {
    if (error?.code !== code) throw new Error(`${code} is ${error}`);
  }
  if (!failed.message.includes(SECRET)) throw new Error(`the message of the store is ${failed.message}`);
  return { ...all, program: new Error(SECRET) };
}

let made;

/** The faults are made once for all rows, because making them takes seconds. */
const faults = () => (made ??= makeFaults());

/** Each starts a server with a recipe. Its route `/do/:what` calls `act`, and `/private` is refused in the framework's way. */
const recipes = {
  Fastify: async (answerErrors, act) => {
    const app = fastify();
    answerErrors(app);
    app.get("/do/:what", async ({ params }) => act(params.what));
    app.get("/private", () => {
      throw Object.assign(new Error("private"), { statusCode: 403 });
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: `http://127.0.0.1:${app.server.address().port}`, close: () => app.close() };
  },
  Express: async (answerErrors, act) => {
    const app = express();
    app.get("/do/:what", async ({ params }, response) => response.json(await act(params.what)));
    app.get("/private", () => {
      throw Object.assign(new Error("private"), { status: 403 });
    });
    answerErrors(app);
    return listenAt(createServer(app));
  },
  Koa: async (answerErrors, act) => {
    const app = new Koa();
    app.silent = true;
    answerErrors(app);
    app.use(async (context) => {
      if (context.path === "/private") context.throw(403, "private");
      context.body = await act(context.path.slice("/do/".length));
    });
    return listenAt(createServer(app.callback()));
  },
  Hono: async (answerErrors, act) => {
    const app = new Hono();
    app.get("/do/:what", async (context) => context.json(await act(context.req.param("what"))));
    app.get("/private", () => {
      throw new HTTPException(403, { message: "private" });
    });
    answerErrors(app);
    return listenAt(createServer(nodeHandler(app.fetch)));
  },
};

async function listenAt(server) {
  const { url, close } = await listen(server);
  return { url: new URL(url).origin, close };
}

/** Asks a server for each error. The recipes print the errors that they answer with 500 or 503. */
async function checkRecipe(start, answerErrors) {
  const errors = await faults();
  const act = (what) => {
    if (errors[what]) throw errors[what];
    return { at: twitter.timestamp(what) };
  };
  const { error: print } = console;
  console.error = () => undefined;
  const { url, close } = await start(answerErrors, act);
  const ask = async (path) => {
    const response = await fetch(url + path);
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.text() };
  };
  const expect = (what, found, wanted) => {
    if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`);
  };
  try {
    expect("an ID", (await ask("/do/1")).status, 200);
    const bad = await ask("/do/12x4");
    expect("bad input", `${bad.status} ${bad.retryAfter}`, "400 null");
    expect("its message", JSON.parse(bad.body).error, "'12x4' has 'x' at character 3; it must have only 0-9");
    expect("what the framework refuses", (await ask("/private")).status, 403);
    for (const [code, error] of Object.entries(errors)) {
      const { status, retryAfter, body } = await ask(`/do/${code}`);
      expect(code, `${status} ${retryAfter}`, error.code ? "503 3" : "500 null");
      expect(`the answer to ${code}`, body, `{"error":"${error.code ? "Try again later" : "Internal Server Error"}"}`);
    }
  } finally {
    console.error = print;
    await close();
  }
}

const FILES = { Fastify: "fastify.ts", Express: "express.ts", Koa: "koa.ts", Hono: "hono.ts" };

const answers = Object.entries(recipes).map(([where, start]) => ({
  where,
  how: "examples/production: 400, 503 with Retry-After, nothing of hosts",
  run: async (context) => {
    const files = writeFiles("examples/production", join(context.folder, "answers", where));
    const { answerErrors } = await import(files[FILES[where]]);
    await checkRecipe(start, answerErrors);
    return { version: versionOf(context, where.toLowerCase()), loads: "index.js, lease.js" };
  },
}));

export const frameworks = [...leases, ...refusals, ...answers];
