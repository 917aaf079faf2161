// Rows: the example with Next.js and PostgreSQL: edited under `next dev`, built without a database, served, and ended.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { twitter, withOptions } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";
import { root, run } from "../../../scripts/run.mjs";
import { serving } from "../../../tests/runtimes/engines/serving.mjs";
import { FLAGS, program } from "../../../tests/runtimes/browsers/program.mjs";
import { FAST, Server } from "../../../tests/servers/lib/postgres.mjs";
import { freePort } from "../../../tests/servers/lib/user.mjs";

const EDITS = process.env.FLAKEKIT_LONG === "1" ? 50 : 15;

/** Next.js waits 300 ms for further changes of a file. */
const PAUSE_MS = 400;

const LISTENS = /Local: +http:\/\/127\.0\.0\.1:(\d+)\s/;

/** The nodes of servers, and those of pages and edge functions. */
const SECTIONS = [{ nodes: [0, 511] }, { nodes: [512, 1023], shares: 16 }];

/** A database with the space of the example, whose grace period is over. */
async function newDatabase() {
  const format = withOptions(twitter, { epoch: "2024-01-01" });
  const server = await Server.start(...FAST);
  const pool = new pg.Pool(server.connection());
  const store = postgres(pool);
  await store.setup();
  const opened = SECTIONS.map((section) => lease(format, { store, ...section }));
  await Promise.all((await Promise.all(opened)).map((ids) => ids.close()));
  const end = () => pool.end().then(() => server.remove());
  return { url: `postgres://postgres@127.0.0.1:${server.port}/postgres`, store, end };
}

/** The nodes of the seats of servers that are held now. */
async function heldBy(store) {
  const { seats } = await listSeats(store, "twitter");
  return seats.filter(({ node, state }) => node <= SECTIONS[0].nodes[1] && state === "held").map(({ node }) => node);
}

/** How long the first request may take, for which `next dev` compiles the route, in ms. */
const PATIENCE_MS = 120_000;

async function order(get) {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return (await get("/api/orders", { method: "POST", headers, body: '{"item":"a book"}', signal })).id;
}

/** Edits the modules of the lease and of the store, and makes an ID after each edit. Resolves to the IDs. */
async function edit(cwd, get) {
  const files = ["ids.js", "store.js"].map((name) => join(cwd, name));
  const texts = files.map((file) => readFileSync(file, "utf8"));
  const made = [await order(get)];
  for (let edits = 1; edits <= EDITS; edits++) {
    files.forEach((file, at) => writeFileSync(file, `${texts[at]}\n// edit ${edits}\n`));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    made.push(await order(get));
  }
  return made;
}

/** Sends the form of the page as a browser without JavaScript does. */
async function orderByForm(origin) {
  const page = await (await fetch(origin)).text();
  const form = new FormData();
  for (const [, name] of page.matchAll(/name="(\$ACTION_ID_\w+)"/g)) form.append(name, "");
  form.append("item", "a pen");
  const answer = await fetch(origin, { method: "POST", body: form });
  if (!(await answer.text()).includes("a pen")) throw new Error(`the server action answered ${answer.status}`);
}

/** What a page shows when it has run. */
async function shownBy(url) {
  const flags = ["--headless", ...FLAGS, "--virtual-time-budget=20000", "--dump-dom"];
  return run(await program("CHROMIUM"), [...flags, url], { quiet: true });
}

/** The pages, and a text that each shows. */
const PAGES = [
  ["/notes", /<li>\d{18}<\/li>/],
  ["/time", /2026-11-28T/],
];

async function useServed(get, origin, store) {
  const id = await order(get);
  await orderByForm(origin);
  const orders = await get("/api/orders");
  if (!orders.some((stored) => stored.id === id)) throw new Error(`the order ${id} was not stored`);
  if (!/^\d{18}$/.test((await get("/api/edge")).id)) throw new Error("the edge function makes no ID");
  for (const [path, shown] of PAGES) {
    const page = await shownBy(origin + path);
    if (!shown.test(page)) throw new Error(`${path} shows ${page}`);
  }
  if ((await heldBy(store)).length !== 1) throw new Error("the server has not one seat");
}

async function onExample({ folder }, bundler) {
  const cwd = join(folder, `example-${bundler}`);
  cpSync(join(root, "examples", "next"), cwd, { recursive: true });
  const { url, store, end } = await newDatabase();
  const next = join(folder, "node_modules", "next", "dist", "bin", "next");
  const env = { NEXT_TELEMETRY_DISABLED: "1", DATABASE_URL: url };
  const served = async (command, more, question) => {
    const port = await freePort();
    const args = [next, ...command, "-H", "127.0.0.1", "-p", String(port)];
    const all = { ...env, ORIGIN: `http://127.0.0.1:${port}`, ...more };
    await serving({ command: "node", args, cwd, listens: LISTENS, env: all }, question);
  };
  try {
    await served(["dev", `--${bundler}`], {}, async (get) => {
      const made = await edit(cwd, get);
      if (new Set(made).size < made.length) throw new Error("an ID was made twice");
      const seats = await heldBy(store);
      if (seats.length !== 1) throw new Error(`after ${EDITS} edits ${seats.length} seats are held`);
    });
    await run("node", [next, "build", `--${bundler}`], { cwd, env: { ...env, DATABASE_URL: "" }, quiet: true });
    await served(["start"], { NEXT_MANUAL_SIG_HANDLE: "true" }, (get, origin) => useServed(get, origin, store));
    const seats = await heldBy(store);
    if (seats.length > 0) throw new Error("the server has not released its seat on SIGTERM");
  } finally {
    await end();
  }
  return { version: createRequire(import.meta.url)("next/package.json").version, loads: `after ${EDITS} edits 1 seat` };
}

export const example = ["turbopack", "webpack"].map((bundler) => ({
  where: `Next.js, ${bundler}`,
  how: `examples/next: ${EDITS} edits, a build without a database, SIGTERM`,
  run: (context) => onExample(context, bundler),
}));
