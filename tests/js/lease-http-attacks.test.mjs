// Requests that callers should not send: a caller gets nothing by them, and touches nobody else's seat.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { discord, snowflakeSI } from "flakekit";
import { lease, migrateSpace } from "flakekit/lease";
import {
  ask,
  callerOf,
  handlerOf,
  LAYOUT,
  leaseOf,
  newName,
  seatsTaken,
  serve,
  URL_OF_IDS,
  windowOf,
} from "./lease-http-support.mjs";
import { Clocks, ControlledStore, until } from "./lease-support.mjs";

const WINDOW = 60_000;
const SI_LAYOUT = "time:40,node:5,sequence:8,unit:1,epoch:1704067200000";

/** A handler whose clock the test moves, and its store. */
function controlled(context, options) {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  return { clocks, store, ids: handlerOf({ store, window: WINDOW, ...options }) };
}

/** All records of a store. */
const recordsOf = (store, space = "discord") => JSON.stringify([...store.records(space)]);

const claim = (ids, caller, more) => ask(ids, caller, { task: "claim", ...more });
const extend = (ids, caller, { grant }, more) => ask(ids, caller, { task: "extend", grant, ...more });
const release = (ids, caller, { grant }, more) => ask(ids, caller, { task: "release", grant, usedUntil: 0, ...more });

test("a grant that was changed, or is of another caller, space, section, format or secret, changes nothing", async (context) => {
  const { ids, store } = controlled(context);
  const mine = await claim(ids, "ada");
  const { node, until: end } = windowOf(mine);
  const other = (options) => handlerOf({ store, window: WINDOW, ...options });
  const si = snowflakeSI.with({ epoch: "2024-01-01" });
  const forged = [
    mine.grant.replace(`seat ${node}`, `seat ${node === 600 ? 601 : 600}`),
    mine.grant.replace(`seat ${node}`, "seat 1"),
    mine.grant.replace(/owner=./, (text) => `owner=${text.endsWith("0") ? "1" : "0"}`),
    mine.grant.replace(`until=${end}`, `until=${end + 1}`),
    mine.grant.replace(/from=\d/, "from=0"),
    mine.grant.replace(/caller=./, (text) => `caller=${text.endsWith("0") ? "1" : "0"}`),
    mine.grant.replace(/since=\d/, "since=0"),
    mine.grant.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")),
    mine.grant.slice(0, -1),
    `${mine.grant}|`,
    mine.grant.split("|").slice(0, 2).join("|"),
    mine.grant.toUpperCase(),
    "",
    "||",
  ];
  const grants = [
    ...forged.map((grant) => ({ grant })),
    await claim(other({ space: "other" }), "ada"),
    await claim(other({ space: "third", nodes: [0, 1023] }), "ada"),
    await claim(other({ space: "fourth", shares: 2 }), "ada"),
    await claim(other({ secret: "x".repeat(32), space: "fifth" }), "ada"),
    await claim(other({ format: si, nodes: [0, 31], space: "sixth" }), "ada", { layout: SI_LAYOUT }),
  ];
  assert.ok(grants.slice(forged.length).every(({ outcome }) => outcome === "done"));
  const bobs = await claim(ids, "bob");
  const before = recordsOf(store);
  for (const given of [...grants, bobs]) {
    for (const send of [extend, release]) {
      const { status, outcome, grant } = await send(ids, "ada", { grant: given.grant });
      assert.deepEqual([status, outcome, grant], [403, "lost", undefined], given.grant);
    }
  }
  assert.equal(recordsOf(store), before);
  assert.equal((await extend(ids, "ada", mine)).outcome, "done");
  assert.equal((await extend(ids, "bob", bobs)).outcome, "done");
});

test("after a migration, grants of the terms before are worth nothing", async (context) => {
  const { ids, store } = controlled(context, { nodes: [512, 513] });
  const mine = await claim(ids, "ada");
  const terms = { nodes: [512, 513], shares: 2, window: WINDOW };
  await migrateSpace(discord, { store, ...terms });
  const migrated = handlerOf({ store, ...terms });
  const before = recordsOf(store);
  for (const send of [extend, release]) assert.equal((await send(migrated, "ada", mine)).status, 403);
  assert.equal(recordsOf(store), before);
  assert.equal((await claim(migrated, "ada")).outcome, "wait");
  // A handler that still has the terms before is at fault itself.
  assert.equal((await extend(ids, "ada", mine)).status, 503);
  assert.equal(ids.errors[0].code, "SPACE_MISMATCH");
});

test("of two who show the same grant, only one gets a longer window, also at the same time", async (context) => {
  const { ids, store, clocks } = controlled(context);
  let grant = (await claim(ids, "ada")).grant;
  for (let round = 0; round < 20; round++) {
    clocks.advance(1_000);
    const replies = await Promise.all(Array.from({ length: 8 }, () => extend(ids, "ada", { grant })));
    const done = replies.filter(({ outcome }) => outcome === "done");
    assert.equal(done.length, 1, JSON.stringify(replies));
    assert.ok(replies.every(({ outcome }) => ["done", "lost"].includes(outcome)));
    // The old grant is worth nothing from now on.
    assert.equal((await extend(ids, "ada", { grant })).outcome, "lost");
    assert.equal((await release(ids, "ada", { grant })).outcome, "done");
    [{ grant }] = done;
  }
  const [{ owner }] = await seatsTaken(store);
  assert.notEqual(owner, null);
});

test("a repeated request gets the same answer, so that an answer that was lost is found", async (context) => {
  const { ids, clocks, store } = controlled(context);
  const [first, second] = [newName(), newName()];
  const mine = await claim(ids, "ada", { name: first });
  clocks.advance(1_000);
  assert.deepEqual(windowOf(await claim(ids, "ada", { name: first })), windowOf(mine));
  const longer = await extend(ids, "ada", mine, { name: second });
  clocks.advance(1_000);
  assert.deepEqual(windowOf(await extend(ids, "ada", mine, { name: second })), windowOf(longer));
  assert.equal((await seatsTaken(store)).length, 1);
});

test("a request that arrives after its answer has been used changes nothing", async (context) => {
  const { ids, store, clocks } = controlled(context);
  const name = newName();
  const first = await claim(ids, "ada");
  const second = await extend(ids, "ada", first, { name });
  clocks.advance(1_000);
  const third = await extend(ids, "ada", second);
  const before = recordsOf(store);
  assert.equal((await extend(ids, "ada", first, { name })).outcome, "lost");
  await release(ids, "ada", first, { name });
  await release(ids, "ada", second);
  assert.equal(recordsOf(store), before);
  assert.equal((await extend(ids, "ada", third)).outcome, "done");
});

test("a name that another caller has used finds nothing of it", async (context) => {
  const { ids } = controlled(context, { nodes: [512, 513] });
  const name = newName();
  const [ada, bob] = [await claim(ids, "ada", { name }), await claim(ids, "bob", { name })];
  assert.notEqual(windowOf(ada).key, windowOf(bob).key);
  await extend(ids, "ada", ada, { name });
  assert.equal((await extend(ids, "bob", bob, { name })).outcome, "done");
});

test("a caller who says that it gave its seat back too early harms nobody: others wait for the end of its window", async (context) => {
  const { ids, clocks } = controlled(context, { nodes: [512, 512] });
  const mine = await claim(ids, "ada");
  // It goes on using its window, which ends at `until`, and says that it has used nothing.
  assert.equal((await release(ids, "ada", mine, { usedUntil: 0 })).outcome, "done");
  const { until: end } = windowOf(mine);
  for (let ms = 0; ms < WINDOW; ms += WINDOW / 4) {
    assert.deepEqual((await claim(ids, "bob")).outcome, "full");
    clocks.advance(WINDOW / 4);
  }
  assert.equal(windowOf(await claim(ids, "bob")).from, end);
});

test("an old grant is worth nothing after a release, and after somebody else has got the seat", async (context) => {
  const { ids, store, clocks } = controlled(context, { nodes: [512, 512] });
  const mine = await claim(ids, "ada");
  await release(ids, "ada", mine);
  let before = recordsOf(store);
  assert.equal((await extend(ids, "ada", mine)).outcome, "lost");
  assert.equal(recordsOf(store), before);
  clocks.advance(WINDOW);
  const bobs = await claim(ids, "bob");
  before = recordsOf(store);
  assert.equal((await extend(ids, "ada", mine)).outcome, "lost");
  assert.equal((await release(ids, "ada", mine)).outcome, "done");
  assert.equal(recordsOf(store), before);
  assert.equal((await extend(ids, "bob", bobs)).outcome, "done");
});

test("after a store has forgotten everything, no seat is granted while an old grant for it can still be used", async (context) => {
  const clocks = new Clocks(context);
  const store = Object.assign(new ControlledStore({ clock: clocks.store }), { durable: false });
  const ids = handlerOf({ store, nodes: [512, 513], window: WINDOW });
  const first = await claim(ids, "ada");
  assert.equal(first.outcome, "wait");
  clocks.advance(WINDOW + 3_000);
  const released = await claim(ids, "ada");
  const held = await claim(ids, "bob");
  await release(ids, "ada", released);
  clocks.advance(WINDOW / 2);
  store.records("discord").clear();
  store.generation = "g2";
  // Whoever still has a window continues, as a server does.
  const again = await extend(ids, "bob", held);
  assert.deepEqual([again.outcome, windowOf(again).key], ["done", windowOf(held).key]);
  // What was released is still nobody else's, so its old holder takes nothing away.
  const taken = await extend(ids, "ada", released);
  assert.deepEqual([taken.outcome, windowOf(taken).key], ["done", windowOf(released).key]);
  assert.equal((await claim(ids, "cy")).outcome, "wait");
  clocks.advance(WINDOW + 3_000);
  const others = [await claim(ids, "cy"), await claim(ids, "dan")];
  assert.deepEqual(
    others.map(({ outcome }) => outcome),
    ["done", "done"],
  );
  const windows = [released, held, again, taken].map(windowOf);
  for (const other of others.map(windowOf)) {
    assert.ok(windows.every(({ key, until }) => key !== other.key || until <= other.from));
  }
});

test("no request gets a window in the past or far in the future", async (context) => {
  const { ids, clocks } = controlled(context);
  for (const usedUntil of [0, 1, clocks.store() + 1e9, Number.MAX_SAFE_INTEGER]) {
    const mine = await claim(ids, `caller ${usedUntil}`);
    const longer = await extend(ids, `caller ${usedUntil}`, mine, { usedUntil });
    for (const { from, until: end } of [mine, longer].map(windowOf)) {
      assert.ok(from >= clocks.store() && end <= clocks.store() + WINDOW);
    }
    await release(ids, `caller ${usedUntil}`, longer, { usedUntil });
    const again = await claim(ids, `caller ${usedUntil}`);
    assert.ok(windowOf(again).from >= clocks.store() && windowOf(again).until <= clocks.store() + WINDOW);
  }
});

test("no caller gets a seat outside of the handler's nodes, or more seats than its quota, also by two servers at once", async (context) => {
  const { ids, store, clocks } = controlled(context, { nodes: [600, 663], quota: 5 });
  const servers = [ids, handlerOf({ store, window: WINDOW, nodes: [600, 663], quota: 5 })];
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => claim(servers[i % 2], "ada")));
    const done = replies.filter(({ outcome }) => outcome === "done").map(windowOf);
    assert.equal(done.length, 5);
    assert.ok(done.every(({ node }) => node >= 600 && node <= 663));
    const refused = replies.filter(({ outcome }) => outcome !== "done");
    assert.ok(refused.every(({ status, code }) => status === 429 && code === "NO_FREE_SEAT"));
    assert.equal((await seatsTaken(store)).length, 5);
    assert.equal((await claim(ids, "bob")).outcome, "done");
    // A seat counts also when its entry in the list is older than any decision.
    clocks.advance(3_000);
    assert.equal((await claim(servers[1], "ada")).status, 429);
    clocks.advance(WINDOW + 1);
  }
});

test("the quota counts a seat until its window ends, and a lease that waits for one gets it then", async (context) => {
  const store = new ControlledStore();
  const ids = handlerOf({ store, window: 400, quota: 1 });
  const one = await claim(ids, "ada");
  const refusals = [];
  const two = await leaseOf(context, callerOf(ids, "ada"), {
    onChange: ({ lastError }) => refusals.push([lastError?.code, lastError?.message]),
  });
  assert.ok(two.status().until >= windowOf(one).until);
  assert.ok(refusals.some(([code, message]) => code === "NO_FREE_SEAT" && message?.includes("quota of 1 seats")));
});

test("a server that dies between two writes leaks no seat: the quota is whole again when the windows have ended", async (context) => {
  const { ids, store, clocks } = controlled(context, { quota: 3 });
  let left = 0;
  store.before = (call) => {
    if (call === "swap" && left-- <= 0) throw new Error("killed");
  };
  for (let writes = 0; writes < 6; writes++) {
    left = writes;
    await claim(ids, "ada");
    left = Number.POSITIVE_INFINITY;
    // What was only listed is forgotten after the age of a decision, and what was granted when its window has ended.
    clocks.advance(writes < 2 ? 2_001 : WINDOW + 2_001);
    const replies = [];
    for (let i = 0; i < 4; i++) replies.push(await claim(ids, "ada"));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 429],
    );
    clocks.advance(WINDOW + 2_001);
  }
});

test("the records of the store grow with the seats, not with the callers", async (context) => {
  const { ids, store, clocks } = controlled(context, { nodes: [512, 519] });
  for (let i = 0; i < 500; i++) {
    assert.equal((await claim(ids, `caller ${i}`)).outcome, "done");
    if (i % 8 === 7) clocks.advance(WINDOW + 2_001);
  }
  const records = [...store.records("discord")];
  assert.ok(records.length <= 1 + 8 + 1, `${records.length} records`);
  assert.ok(records.every(([, record]) => record.length <= 4_000));
});

test("after the store has forgotten a list, seats that are extended count again", async (context) => {
  const { ids, store } = controlled(context, { quota: 2 });
  const replies = [await claim(ids, "ada"), await claim(ids, "ada")];
  for (const key of store.records("discord").keys()) {
    if (key.startsWith("callers")) store.records("discord").delete(key);
  }
  for (const reply of replies) await extend(ids, "ada", reply);
  assert.equal((await claim(ids, "ada")).status, 429);
});

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
    ...[-1, 0.5, "5", 2 ** 53].map((usedUntil) => JSON.stringify({ ...good, usedUntil })),
    ...[5, {}, ["a", 5], Array(17).fill("seat 1.0")].map((avoid) => JSON.stringify({ ...good, avoid })),
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

/** Lets 10 s pass again and again until a promise is settled: the timer of a request begins some turns after it. */
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

test("over a real server, a body that is too long, cut off or sent as a form ends only its own connection", async (context) => {
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
  const silent = () => new ReadableStream({});
  const cancel = new AbortController();
  for (let i = 0; i < 5; i++) {
    const request = { method: "POST", headers, body: silent(), duplex: "half", signal: cancel.signal };
    void ids(new Request(URL_OF_IDS, request));
  }
  assert.equal((await claim(ids, "ada")).outcome, "done");
  cancel.abort();
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

test("authorize that returns no text is the server's error", async () => {
  for (const authorize of [() => 5, () => "", () => ({})]) {
    const ids = handlerOf({ authorize });
    const { status, code } = await claim(ids, "ada");
    assert.deepEqual([status, code], [503, "STORE_FAILED"]);
    assert.equal(ids.errors[0].code, "INVALID_OPTION");
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
    assert.match(ids.errors[0].message, /list of callers/);
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

test("a handler leases no seat whose numbers a generator of its process has", async (context) => {
  const ids = handlerOf({ nodes: [700, 701] });
  const own = discord.generator({ workerId: 21, processId: 28 });
  own.next();
  context.after(() => own.free());
  assert.equal((await claim(ids, "ada")).seat[0], 701);
  assert.equal((await claim(ids, "bob")).outcome, "full");
});

test("a lease that cannot use a seat gives it back and asks for another one", async (context) => {
  const ids = handlerOf({ nodes: [702, 703] });
  const requests = [];
  let taken;
  const fetch = async (url, options) => {
    const response = await ids(new Request(url, options));
    requests.push(JSON.parse(options.body));
    if (taken === undefined) {
      // While the reply is on its way, somebody here makes a generator with the numbers of the seat.
      [taken] = (await response.clone().json()).seat;
      const own = discord.generator({ workerId: taken >> 5, processId: taken & 31 });
      context.after(() => own.free());
      own.next();
    }
    return response;
  };
  const one = await leaseOf(context, callerOf(ids, "ada", fetch), { maxWait: 20_000 });
  assert.deepEqual(one.status().fields, { workerId: 21, processId: taken === 702 ? 31 : 30 });
  assert.deepEqual(
    requests.map(({ task, avoid }) => [task, avoid]),
    [
      ["claim", []],
      ["release", undefined],
      ["claim", [`seat ${taken}.0`]],
    ],
  );
});

test("a server lease of the same space is not reachable by requests", async (context) => {
  const { ids, store } = controlled(context);
  const server = await lease(discord, { store, nodes: [0, 511] });
  context.after(() => server.close());
  const [{ node, owner, from, until: end }] = await seatsTaken(store);
  const grant = `seat ${node}.0|1 owner=${owner} from=${from} until=${end}|${"0".repeat(64)}`;
  const before = recordsOf(store);
  assert.equal((await extend(ids, "ada", { grant })).status, 403);
  assert.equal((await release(ids, "ada", { grant })).status, 403);
  assert.equal(recordsOf(store), before);
});
