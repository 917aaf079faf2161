// Any value passed to any function of an entry other than `flakekit` is accepted or refused with a FlakeError, in a
// bounded number of steps, and each option is read once.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { batch, defineFormat, discord, generator, prefixed, withOptions } from "flakekit";
import { hidden } from "flakekit/hidden";
import { inspect, scan } from "flakekit/inspect";
import * as leases from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { file } from "flakekit/lease/file";
import * as overHttp from "flakekit/lease/http";
import * as mysql from "flakekit/lease/mysql";
import * as postgres from "flakekit/lease/postgres";
import { redis } from "flakekit/lease/redis";
import { sqlite } from "flakekit/lease/sqlite";
import { tabs } from "flakekit/lease/tabs";
import { threads } from "flakekit/lease/threads";
import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";
import { hiddenSql, nextSql, sql } from "flakekit/sql";
import { assertRefusal, callsWith, outcome } from "../support/hostile-calls.mjs";
import { hostile } from "../support/hostile.mjs";
import { NOW } from "../support/shared.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const { memory } = leases;
/** A client or a store, which is no object with options. */
const client = (methods) => Object.assign(Object.create({}), methods);
const nothing = () => undefined;
const rows = async () => [];
const terms = { nodes: [0, 511], shares: 1, window: 300, clockSkew: 1, space: "hostile" };
const reading = { now: NOW, epoch: "2024-01-01", formats: [discord, prefixed(discord, "order")] };
const handling = {
  format: discord,
  ...terms,
  authorize: () => "ada",
  secret: ["s".repeat(32), new Uint8Array(32)],
};
const orders = hidden(discord, { key: new Uint8Array(16) });
const limits = { quota: 1, concurrency: 1, onError: nothing };

/** Options whose listeners do nothing, because exceptions of listeners are uncaught, as exceptions of events are. */
function withoutListeners(options) {
  const isGiven = ["onChange", "onOverflow"].some((name) => typeof value(options, name) === "function");
  return isGiven ? { ...options, onChange: nothing, onOverflow: nothing } : options;
}

/** A lease that is closed at once. */
async function leased(format, options) {
  const ids = await leases.lease(format, withoutListeners(options));
  await ids.close();
}

/** A lazy lease that is opened, and closed at once. */
async function lazyLeased(format, options, given) {
  const ids = leases.lazyLease(format, options, given);
  try {
    await ids.opened();
  } finally {
    await ids.close();
  }
}

/** The value of a property of an object; `undefined` if it can't be read. */
function value(object, name) {
  try {
    return Object.getOwnPropertyDescriptor(object, name)?.value;
  } catch {
    return undefined;
  }
}

/** The functions of each entry, with valid arguments. */
const entriesOf = (store, handle = overHttp.handler({ ...handling, store, onError: nothing })) => ({
  "flakekit/lease": {
    lease: [leased, discord, { store, ...terms, maxWait: 0, maxLead: 1, signal: new AbortController().signal }],
    lazyLease: [
      (format, given) => lazyLeased(format, () => ({ store }), given),
      discord,
      { name: "hostile", ...terms },
    ],
    "the options of lazyLease": [
      (returned) => lazyLeased(discord, () => withoutListeners(returned), { name: "hostile options", ...terms }),
      { store, maxWait: 0, maxLead: 1 },
    ],
    listSeats: [leases.listSeats, store, "hostile"],
    freeSeat: [leases.freeSeat, store, "hostile", { node: 1, share: 0 }],
    resetSpace: [leases.resetSpace, store, "hostile"],
    prepareSpace: [leases.prepareSpace, discord, { store, ...terms }],
    migrateSpace: [leases.migrateSpace, discord, { store, ...terms }],
    memory: [memory, { clock: () => NOW, generation: "g" }],
  },
  "flakekit/lease/http": {
    http: [
      overHttp.http,
      "http://localhost/ids",
      { headers: { "x-caller": "ada", accept: "*/*" }, fetch: nothing, credentials: "omit" },
    ],
    "http of a list of headers": [
      (pair) => overHttp.http("http://localhost/ids", { headers: [["x-caller", "ada"], pair] }),
      ["accept", "*/*"],
    ],
    handler: [overHttp.handler, { ...handling, store, ...limits }],
    "handler().owns": [handle.owns, 5n, "ada"],
    "handler()": [handle, new Request("http://localhost/ids")],
  },
  "the stores": {
    file: [file, join(temporaryDirectory(), "ids")],
    redis: [redis, client({ eval: rows, evalsha: rows }), { prefix: "ids", generation: "g", replicas: 0 }],
    "redis of a client": [(evaluate) => redis({ eval: evaluate, evalsha: evaluate }), rows],
    postgres: [postgres.postgres, client({ query: rows }), { table: "ids", generation: "g" }],
    "postgres of a client": [(query) => postgres.postgres({ query }), rows],
    "setupSql of PostgreSQL": [postgres.setupSql, "ids"],
    mysql: [mysql.mysql, client({ query: rows }), { table: "ids", generation: "g" }],
    "mysql of a client": [(query) => mysql.mysql({ query }), rows],
    "setupSql of MySQL": [mysql.setupSql, "ids"],
    sqlite: [sqlite, client({ prepare: nothing, exec: nothing })],
    "sqlite of a client": [(prepare, exec) => sqlite({ prepare, exec }), nothing, nothing],
    tabs: [tabs, { name: "ids", durable: true }],
    durableObjects: [durableObjects, client({ idFromName: nothing, get: nothing }), { jurisdiction: "eu" }],
    "durableObjects of a namespace": [(find, get) => durableObjects({ idFromName: find, get }), nothing, nothing],
    FlakekitLeases: [(state) => new FlakekitLeases(state), client({ storage: {} })],
    threads: [threads, { port: new MessageChannel().port1, parent: true }],
    "threads().serve": [(worker) => threads().serve(worker), client({ postMessage: nothing })],
    "threads().serve of a process": [(process) => threads().serve({ process }), client({ send: nothing })],
    "threads().read": [(...given) => threads().read(...given), "hostile", ["head"]],
    conformance: [
      (options) => conformance([], options),
      { space: "s", timeout: 1, signal: new AbortController().signal },
    ],
    "conformance of stores": [(stores) => conformance(stores, { timeout: 1 }), [5]],
  },
  "flakekit/hidden": {
    hidden: [hidden, discord, { key: new Uint8Array(16), tweak: "t", check: true, as: "base36" }],
    "hidden with keys": [hidden, discord, { keys: { a: new Uint8Array(16), b: "00".repeat(32) }, current: "a" }],
    toText: [orders.toText, 5n],
    fromText: [orders.fromText, orders.toText(5n)],
    isValid: [orders.isValid, orders.toText(5n)],
    validate: [orders["~standard"].validate, orders.toText(5n)],
    prefixed: [prefixed, orders, "order"],
  },
  "flakekit/sql and flakekit/inspect": {
    sql: [sql, discord, "postgres", { table: "t", column: "id", names: "n", at: "UTC", stored: "text" }],
    nextSql: [nextSql, discord, "postgres", { workerId: 1, processId: 1, sequenceRange: [0, 9] }],
    hiddenSql: [hiddenSql, discord, "postgres", { names: "n", tweak: "t", letter: "a", check: true, stored: "signed" }],
    inspect: [inspect, "1541815603606036480", reading],
    scan: [scan, "order_0bppc0m3ju134 1541815603606036480", reading],
  },
});

const store = client(memory());
for (const [entry, functions] of Object.entries(entriesOf(store))) {
  test(`${entry}: every function accepts or refuses every value of every argument, option and item`, async () => {
    for (const [name, [call, ...given]] of Object.entries(functions)) {
      for (const [bad, make] of hostile) {
        const what = `${name} with ${bad}`;
        for await (const work of callsWith({ call }, "call", given, make())) {
          await Promise.resolve(outcome(what, work)).catch((error) => assertRefusal(what, error));
        }
      }
    }
    // The store still works.
    const ids = await leases.lease(discord, { store, space: entry });
    assert.equal(batch(ids, 5).length, 5);
    await ids.close();
  });
}

/** A copy of options whose properties and items, in lists too, count how often they are read. */
function counting(value, counts, path) {
  const note = (name) => counts.set(`${path}.${name}`, (counts.get(`${path}.${name}`) ?? 0) + 1);
  if (Array.isArray(value)) {
    const items = value.map((item, i) => counting(item, counts, `${path}.${i}`));
    const isIndex = (name) =>
      typeof name === "string" && name in items && name !== "length" && !Number.isNaN(Number(name));
    return new Proxy(items, { get: (list, name) => (isIndex(name) && note(name), Reflect.get(list, name)) });
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = {};
  for (const [name, item] of Object.entries(value)) {
    const counted = counting(item, counts, `${path}.${name}`);
    Object.defineProperty(copy, name, { enumerable: true, get: () => (note(name), counted) });
  }
  return copy;
}

test("each option and each item of a list is read once", async () => {
  const fields = [
    { kind: "time", bits: 41 },
    { kind: "node", name: "place", bits: 6, parts: [{ name: "rack", bits: 6 }] },
    { kind: "sequence", bits: 12 },
  ];
  const functions = {
    ...Object.assign({}, ...Object.values(entriesOf(client(memory())))),
    generator: [generator, discord, { workerId: 1, processId: 1, sequenceRange: [0, 9], maxLead: 5, clock: () => NOW }],
    defineFormat: [defineFormat, { name: "own", bits: 59, epoch: "2024-01-01", unit: 1, native: "bigint", fields }],
    withOptions: [withOptions, discord, { epoch: NOW }],
  };
  let options = 0;
  for (const [name, [call, ...given]] of Object.entries(functions)) {
    const counts = new Map();
    const counted = given.map((value, i) => counting(value, counts, `${name}: ${i}`));
    await (async () => call(...counted))().catch((error) => assertRefusal(name, error));
    assert.deepEqual(
      [...counts].filter(([, count]) => count !== 1),
      [],
    );
    options += counts.size;
  }
  assert.ok(options > 60, `${options} options`);
});

test("a listener of nodeHandler never rejects, whatever it is given", async (context) => {
  context.mock.method(console, "error", nothing);
  const listener = overHttp.nodeHandler(() => new Response("a reply"));
  const request = { method: "GET", url: "/", headers: {}, complete: true };
  const response = { headersSent: false, writeHead: nothing, end: nothing };
  for (const [bad, make] of hostile) {
    const calls = [
      [make(), response],
      [request, make()],
      [{ ...request, url: make(), method: make(), headers: { host: make() } }, response],
      [{ ...request, headers: { accept: [make()], host: make() } }, response],
      [request, { ...response, end: make() }],
    ];
    for (const call of calls) await listener(...call).catch((error) => assert.fail(`${bad}: ${error?.stack}`));
  }
});
