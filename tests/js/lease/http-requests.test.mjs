// Requests that no lease sends, floods, slow senders, and faults of the server.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import {
  ask,
  callerOf,
  claim,
  controlled,
  handlerOf,
  LAYOUT,
  leaseOf,
  newName,
  serve,
  URL_OF_IDS,
} from "../support/lease-http.mjs";
import { ControlledStore, rejected, until } from "../support/leases.mjs";

/** Sends a request as it is. */
async function send(ids, body, { method = "POST", headers } = {}) {
  const all = { "content-type": "application/json", "x-caller": "ada", ...headers };
  const response = await ids(new Request(URL_OF_IDS, { method, headers: all, ...(method === "GET" ? {} : { body }) }));
  return { status: response.status, response, reply: await response.json() };
}

test("requests that no lease sends are refused, and nothing is read or written for them", async (context) => {
  const { ids, store } = controlled(context);
  const good = { nonce: "nonce-of-a-request", name: newName(), layout: LAYOUT, task: "claim" };
  const bad = [
    "",
    "{",
    "null",
    "5",
    "[]",
    '"text"',
    "{}",
    ...["name", "layout", "task"].map((name) => JSON.stringify({ ...good, [name]: undefined })),
    ...Object.keys(good)
      .flatMap((name) =>
        [null, 5, "", [], {}, "é", "x".repeat(2_000)].map((value) => JSON.stringify({ ...good, [name]: value })),
      )
      .filter((text) => JSON.parse(text).layout === LAYOUT),
    // A claimant of a store has this task, and a caller has not.
    JSON.stringify({ ...good, task: "prepare" }),
    ...[-1, 0.5, "5", 2 ** 53].map((usedUntil) => JSON.stringify({ ...good, usedUntil })),
    ...[5, {}, ["a", 5], [[1]], [[1, 0, 0]], [[1, "0"]], [[1, -1]], ["seat 1.0"], Array(17).fill([1, 0])].map((avoid) =>
      JSON.stringify({ ...good, avoid }),
    ),
    ...[5, {}, null, "\n"].map((grant) => JSON.stringify({ ...good, grant })),
    `${"[".repeat(4_000)}`,
    JSON.stringify(good)
      .replace("{", '{"__proto__":{"task":"claim"},')
      .replace(/"task":"claim"}$/, '"a":1}'),
  ];
  for (const body of bad) assert.equal((await send(ids, body)).status, 400, body);
  const text = JSON.stringify(good);
  assert.equal((await send(ids, text, { method: "GET" })).response.headers.get("allow"), "POST");
  assert.equal((await send(ids, text, { method: "PUT" })).status, 405);
  assert.equal((await send(ids, text, { headers: { "content-type": "text/plain" } })).status, 415);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await send(ids, text, { headers: form })).status, 415);
  assert.equal((await send(ids, text + " ".repeat(4_096))).status, 413);
  assert.equal((await ask(ids, "ada", { ...good, layout: "another" })).status, 409);
  assert.deepEqual(store.calls, []);
  const { response, reply } = await send(ids, text);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(reply.nonce, good.nonce);
  const { reply: plain } = await send(ids, JSON.stringify({ ...good, nonce: undefined }));
  assert.deepEqual([plain.outcome, "nonce" in plain], ["done", false]);
  assert.deepEqual(ids.errors, []);
});

/**
 * Lets `ms` pass again and again until a promise is settled, because the timer of a request begins some turns after the
 * request.
 */
async function passing(context, ms, promise) {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  promise.then(settle, settle);
  while (!isSettled) {
    context.mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}

test("a long body is not read to its end, and a slow one is given up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const ids = handlerOf();
  const headers = { "content-type": "application/json", "x-caller": "ada" };
  let chunks = 0;
  const endless = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(1_024).fill(32));
    },
  });
  const long = await ids(new Request(URL_OF_IDS, { method: "POST", headers, body: endless, duplex: "half" }));
  assert.equal(long.status, 413);
  assert.ok(chunks < 10);
  let isCancelled = false;
  const silent = new ReadableStream({ cancel: () => void (isCancelled = true) });
  const slow = ids(new Request(URL_OF_IDS, { method: "POST", headers, body: silent, duplex: "half" }));
  const { status } = await passing(context, 10_000, slow);
  assert.equal(status, 408);
  assert.ok(isCancelled);
});

test("over a real server, a body that is too long or cut off, and a bad request, end only its own connection", async (context) => {
  const ids = handlerOf();
  const url = new URL(await serve(context, ids));
  const talk = (text) =>
    new Promise((resolve) => {
      let answer = "";
      const socket = connect(Number(url.port), "127.0.0.1", () => socket.write(text));
      socket.on("data", (chunk) => (answer += chunk));
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answer));
      context.after(() => socket.destroy());
    });
  const head = "POST /ids HTTP/1.1\r\nhost: a\r\nx-caller: ada\r\ncontent-type: application/json\r\n";
  assert.match(
    await talk(`${head}content-length: 1000000\r\n\r\n${"x".repeat(9_000)}`),
    /^HTTP\/1.1 413 .*connection: close/is,
  );
  const chunked = `${head}transfer-encoding: chunked\r\n\r\n${`400\r\n${"x".repeat(1_024)}\r\n`.repeat(9)}`;
  assert.match(await talk(chunked), /^HTTP\/1.1 413 .*connection: close/is);
  assert.match(
    await talk(head.replace("host: a", "host: a b") + "content-length: 2\r\nconnection: close\r\n\r\n{}"),
    /^HTTP\/1.1 400 /,
  );
  assert.match(await talk(`GET //[ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`), /^HTTP\/1.1 40[05] /);
  const cut = connect(Number(url.port), "127.0.0.1", () =>
    cut.write(`${head}content-length: 100\r\n\r\n{`, () => cut.destroy()),
  );
  await new Promise((resolve) => cut.on("close", resolve));
  const one = await leaseOf(
    context,
    callerOf(ids, "ada", (_, options) => fetch(url, options)),
  );
  one.next();
  assert.deepEqual(ids.errors, []);
});

test("a flood is refused with 503, costs the store no more than the limit, and passes", async () => {
  const store = new ControlledStore();
  let [running, most, open] = [0, 0, () => undefined];
  const gate = new Promise((resolve) => (open = resolve));
  store.before = async () => {
    most = Math.max(most, (running += 1));
    await gate;
    running -= 1;
  };
  const ids = handlerOf({ store, concurrency: 10 });
  const replies = Promise.all(Array.from({ length: 1_000 }, (_, i) => claim(ids, `caller ${i}`)));
  await until(() => running >= 10);
  const refused = await claim(ids, "late");
  assert.deepEqual([refused.status, refused.code], [503, "STORE_FAILED"]);
  open();
  const statuses = (await replies).map(({ status }) => status);
  assert.ok(most <= 10);
  assert.equal(
    statuses.filter((status) => status === 200).length + statuses.filter((status) => status === 503).length,
    1_000,
  );
  assert.equal((await claim(ids, "late")).outcome, "done");
});

test("one caller has so few requests at a time that it takes no place from others", async () => {
  const store = new ControlledStore();
  let [waiting, open] = [0, () => undefined];
  const gate = new Promise((resolve) => (open = resolve));
  store.before = async () => {
    waiting += 1;
    await gate;
  };
  const ids = handlerOf({ store, concurrency: 10, quota: 3 });
  // Three are more than a quarter of ten.
  const replies = Array.from({ length: 20 }, () => claim(ids, "ada"));
  await until(() => waiting >= 3);
  const refused = await claim(ids, "ada");
  assert.deepEqual([refused.status, refused.code], [503, "STORE_FAILED"]);
  assert.match(refused.message, /of this caller/);
  const other = claim(ids, "bob");
  open();
  assert.equal((await other).outcome, "done");
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.length], [3, 20]);
});

test("a sender that does not send its body takes no place from others", async () => {
  const ids = handlerOf({ concurrency: 1, authorize: (request) => request.headers.get("x-caller") });
  const headers = { "content-type": "application/json", "x-caller": "eve" };
  const senders = [];
  const silent = () => new ReadableStream({ start: (sender) => void senders.push(sender) });
  const replies = Array.from({ length: 5 }, () =>
    ids(new Request(URL_OF_IDS, { method: "POST", headers, body: silent(), duplex: "half" })),
  );
  assert.equal((await claim(ids, "ada")).outcome, "done");
  // Otherwise the process would wait until the time of their bodies is over.
  for (const sender of senders) sender.close();
  await Promise.all(replies);
});

test("an authorize that never answers gives its place back after 10 s", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let asked = 0;
  const ids = handlerOf({ concurrency: 1, authorize: () => (asked++ === 0 ? new Promise(() => {}) : "ada") });
  const { status, code } = await passing(context, 1_000, claim(ids, "ada"));
  assert.deepEqual([status, code], [503, "STORE_FAILED"]);
  assert.match(ids.errors[0].message, /authorize has not answered within 10000 ms/);
  assert.equal((await claim(ids, "ada")).outcome, "done");
});

test("a store that refuses every swap is asked a bounded number of times, and the caller does not learn why", async () => {
  const store = new ControlledStore();
  store.before = (call) => {
    if (call === "swap") throw new Error("password of the database: 12345");
  };
  const ids = handlerOf({ store });
  const reply = await claim(ids, "ada");
  assert.deepEqual([reply.status, reply.code], [503, "STORE_FAILED"]);
  assert.doesNotMatch(JSON.stringify(reply), /12345/);
  assert.match(ids.errors[0].message, /12345/);
  const stubborn = new ControlledStore();
  stubborn.swap = async () => (stubborn.calls.push("swap"), false);
  assert.equal((await claim(handlerOf({ store: stubborn }), "ada")).status, 503);
  assert.ok(stubborn.calls.length <= 500, `${stubborn.calls.length} calls`);
});

test("authorize that returns no well-formed text is the server's error: 500, with a line of its log", async () => {
  const halves = ["\ud800", "ada\udfff", "\udc00\ud800", `${"a".repeat(998)}\ud83d`];
  for (const caller of [5, "", {}, true, "a".repeat(1_001), ...halves]) {
    const store = new ControlledStore();
    const ids = handlerOf({ store, authorize: () => caller });
    const { status, code, message } = await claim(ids, "ada");
    assert.deepEqual([status, code], [500, "STORE_FAILED"]);
    assert.match(message, /its own log says why/);
    assert.deepEqual([ids.errors.length, ids.errors[0].code], [1, "INVALID_OPTION"]);
    assert.match(ids.errors[0].message, /^what authorize returns is .* a text of 1 to 1000 characters, well-formed$/);
    assert.deepEqual(store.calls, []);
    await rejected("INVALID_OPTION", ids.owns(5n, caller), "caller", "what authorize returns");
  }
});

test("callers whose names differ in one character only are two: neither extends the grant of the other", async () => {
  const names = ["ada\u{1f600}", "ada\u{1f601}", "ada\ufffd", "ad\u00e1", "ada\u0301"];
  const ids = handlerOf({ authorize: (_, body) => names[Number(JSON.parse(body).name.slice(-1))] });
  const askAs = (who, request) => ask(ids, "", { ...request, name: `the-name-of-a-task-${who}` });
  const granted = await Promise.all(names.map((_, who) => askAs(who, { task: "claim" })));
  assert.equal(new Set(granted.map(({ seat: [node] }) => node)).size, names.length);
  for (const [who, { grant }] of granted.entries()) {
    for (const other of names.keys()) {
      const { status, outcome } = await askAs(other, { task: "extend", grant });
      assert.deepEqual([status, outcome], who === other ? [200, "done"] : [403, "lost"], `${who} and ${other}`);
    }
  }
});

test("authorize gets the body, which was read before", async () => {
  const ids = handlerOf({ authorize: (request, body) => (request.bodyUsed ? JSON.parse(body).name : undefined) });
  assert.equal((await claim(ids, "ada")).outcome, "done");
});

/** A handler of 8 seats, so that there is one list of callers. `listOf` makes its record for the number of "ada". */
async function handlerOfList(listOf) {
  const store = new ControlledStore();
  const ids = handlerOf({ store, nodes: [512, 519] });
  const { grant } = await claim(ids, "ada");
  const [, number] = /caller=([0-9a-f]{16})/.exec(grant);
  store.records("discord").set("callers 512.0", listOf(number));
  store.calls = [];
  return { store, ids };
}

test("a list of callers that is damaged is the server's error", async () => {
  const later = Date.now() + 60_000;
  for (const entry of ["x", "0000000000000001:00.0:1", `ada:99999999999999999999.0:${later}`]) {
    const { store, ids } = await handlerOfList((number) => `1 ${entry.replace("ada", number)}`);
    const { status, code } = await claim(ids, "ada");
    assert.deepEqual([status, code, ids.errors.length], [503, "STORE_FAILED", 1], entry);
    assert.match(ids.errors[0].message, /the record 'callers 512\.0' is .* cannot read/);
    assert.equal(store.calls.includes("swap"), false);
  }
});

test("a caller that finds its list of callers full learns that, and not that it has its quota", async () => {
  const entry = (i) => `000000000000000${i % 8}:${512 + (i % 8)}.0:${Date.now() + 60_000}`;
  const { ids } = await handlerOfList(() => ["1", ...Array.from({ length: 108 }, (_, i) => entry(i))].join(" "));
  const { status, code, message } = await claim(ids, "bob");
  assert.deepEqual([status, code], [429, "NO_FREE_SEAT"]);
  assert.match(message, /list .* is full/);
});
