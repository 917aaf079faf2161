// Leases over HTTP: the leases that a browser gets from a handler.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, discord, snowflakeSI, twitter, withOptions } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { handler, http, nodeHandler } from "flakekit/lease/http";
import {
  ask,
  authorize,
  callerOf,
  controlled,
  fetchOf,
  handlerOf,
  LAYOUT,
  leaseOf,
  listen,
  newName,
  NODES,
  SECRET,
  seatsTaken,
  serve,
  URL_OF_IDS,
  WINDOW,
  windowOf,
} from "../support/lease-http.mjs";
import { Clocks, ControlledStore, rejected, until } from "../support/leases.mjs";
import { increasing, refused, size } from "../support/shared.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
const nodeOf = (id) => (discord.decode(id).workerId << 5) | discord.decode(id).processId;

test("a lease over a real server makes IDs of the nodes of its handler, and extends its window without a gap", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = handlerOf({ store, window: 60_000 });
  const url = await serve(context, ids);
  const one = await leaseOf(context, http(url, { headers: { "x-caller": "ada" } }));
  const { until: end } = one.status();
  const made = [one.next()];
  for (const limit of [end, end + 31_000]) {
    clocks.advance(31_000);
    await until(() => {
      made.push(one.next());
      return one.status().until > limit;
    });
  }
  assert.ok(made.every((id) => nodeOf(id) === nodeOf(made[0])));
  assert.ok(nodeOf(made[0]) >= NODES[0] && nodeOf(made[0]) <= NODES[1]);
  assert.ok(increasing(made));
  assert.equal((await seatsTaken(store)).length, 1);
  assert.deepEqual(ids.errors, []);
});

test("leases of one address share a seat; those of two callers do not", async (context) => {
  const url = await serve(context, handlerOf());
  const servers = ["ada", "ada", "bob"].map((caller) => http(new URL(url), { headers: { "x-caller": caller } }));
  const [one, same, other] = await Promise.all(servers.map((server) => leaseOf(context, server)));
  assert.deepEqual(one.status().fields, same.status().fields);
  assert.notDeepEqual(one.status().fields, other.status().fields);
});

test("a seat that a page gave back is its caller's again at once, after what was used, and nobody else's before its end", async (context) => {
  const clocks = new Clocks(context);
  const ids = handlerOf({ store: new ControlledStore({ clock: clocks.store }), nodes: [512, 512], window: 60_000 });
  const first = await leaseOf(context, callerOf(ids, "ada"));
  const used = batch(first, 5_000);
  await first.close();
  const refusal = await ask(ids, "bob", { task: "claim" });
  assert.deepEqual([refusal.outcome, refusal.time], ["full", clocks.store() + 60_000]);
  const second = await leaseOf(context, callerOf(ids, "ada"));
  assert.ok(increasing([...used, ...batch(second, 5_000)]));
  await second.close();
  clocks.advance(60_000);
  assert.equal((await ask(ids, "bob", { task: "claim" })).outcome, "done");
});

test("a page whose clock is three hours off makes correct IDs, and goes on making them without the network", async (context) => {
  const clocks = new Clocks(context);
  const ids = handlerOf({ store: new ControlledStore({ clock: clocks.store }), window: 600_000 });
  let isOnline = true;
  const fetch = (...args) => (isOnline ? fetchOf(ids)(...args) : Promise.reject(new TypeError("Failed to fetch")));
  clocks.stepWall(3 * 3_600_000);
  const one = await leaseOf(context, callerOf(ids, "ada", fetch));
  isOnline = false;
  for (let minute = 0; minute < 10; minute++) {
    assert.ok(Math.abs(discord.decode(one.next()).timestamp - clocks.store()) <= 1);
    clocks.advance(59_000);
  }
  await until(() => one.status().lastError !== null);
  const { code, message, cause } = one.status().lastError;
  assert.equal(code, "STORE_FAILED");
  assert.match(message, /can't be asked: TypeError: Failed to fetch; see whether it can be reached/);
  assert.ok(cause instanceof TypeError);
  clocks.advance(30_000);
  refused("LEASE_EXPIRED", () => one.next());
  isOnline = true;
  await one.nextAsync();
});

test("an answer that was lost is found again: a claim costs one seat, and an extension leaves no gap", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = handlerOf({ store, window: 60_000 });
  let lost = 0;
  const tasks = [];
  const fetch = async (url, options) => {
    tasks.push(JSON.parse(options.body).task);
    const response = await ids(new Request(url, options));
    if (lost-- > 0) throw new TypeError("the connection was closed");
    return response;
  };
  lost = 2;
  const one = await leaseOf(context, callerOf(ids, "ada", fetch));
  assert.deepEqual(tasks, ["claim", "claim", "claim"]);
  assert.equal((await seatsTaken(store)).length, 1);
  const { fields, until: end } = one.status();
  lost = 2;
  clocks.advance(30_000);
  await one.nextAsync();
  await until(() => one.status().until > end);
  assert.deepEqual(one.status().fields, fields);
  assert.ok(tasks.every((task, i) => task === (i < 3 ? "claim" : "extend")));
  assert.equal((await seatsTaken(store)).length, 1);
});

test("servers lease from other nodes of the same space, with another window, and browsers take none of theirs", async (context) => {
  const store = new ControlledStore();
  const servers = await lease(discord, { store, nodes: [0, 0] });
  context.after(() => servers.close());
  const ids = handlerOf({ store, nodes: [512, 513], window: 60_000 });
  const nodes = [];
  for (const caller of ["ada", "bob", "cy", "dan"]) {
    const { outcome, seat } = await ask(ids, caller, { task: "claim" });
    nodes.push(outcome === "done" ? seat[0] : outcome);
  }
  assert.deepEqual(nodes.slice(0, 2).sort(), [512, 513]);
  assert.deepEqual(nodes.slice(2), ["full", "full"]);
  const one = await leaseOf(context, store, { nodes: [1, 511] });
  assert.ok(nodeOf(one.next()) < 512);
});

const SEATS = 8192;
const CLAIMS = size(300, SEATS);

test(`with shares, Snowflake-SI seats ${SEATS} clients of one ID a ms: the last ${CLAIMS} claims`, async () => {
  const window = 3_600_000;
  const store = new ControlledStore();
  const ids = handlerOf({ format: si, store, nodes: [0, 31], shares: 256, window });
  const { layout } = await ask(ids, "probe", { task: "claim", layout: "-" }).then(({ message }) => ({
    layout: message.match(/with the layout (\S+),/)[1],
  }));
  const now = Date.now();
  // Other processes have the remaining seats. Each takes the seat 123 seats further, because 123 has no divisor in
  // common with the count of seats.
  const taken = Array.from({ length: SEATS - CLAIMS }, (_, i) => (i * 123) % SEATS);
  const seats = new Set(taken.map((number) => `${number >> 8}.${number & 255}`));
  assert.equal(seats.size, SEATS - CLAIMS);
  const record = `1 owner=00000000000000ff from=${now} until=${now + window}`;
  for (const seat of seats) store.records("snowflakeSI").set(`seat ${seat}`, record);
  // A claim reads half of the seats at most, so the last seats are found after some more claims.
  for (let claims = 0; seats.size < SEATS; claims++) {
    assert.ok(claims < CLAIMS + 800);
    const { outcome, seat, section } = await ask(ids, `caller ${claims}`, { task: "claim", layout });
    if (outcome === "full") continue;
    assert.deepEqual([outcome, section], ["done", [0, 31, 256, window]]);
    const taken = seats.size;
    assert.equal(seats.add(`${seat[0]}.${seat[1]}`).size, taken + 1);
  }
  assert.equal((await ask(ids, "one more", { task: "claim", layout })).outcome, "full");
});

test("with shares, Discord's layout has 4 million seats, of which a claim reads few", async (context) => {
  const store = new ControlledStore();
  let keys = 0;
  store.change = (answer) => {
    keys += answer.records.length;
    return answer;
  };
  const ids = handlerOf({ store, nodes: [0, 1023], shares: 4096 });
  const one = await leaseOf(context, callerOf(ids, "ada"));
  const [first, last] = one.status().sequenceRange;
  assert.equal(first, last);
  one.next();
  assert.ok(keys < 100, `${keys} records were read`);
});

test("a lease that another format or epoch asks for is refused, with both layouts", async () => {
  const ids = handlerOf();
  const error = await rejected("SPACE_MISMATCH", lease(twitter, { store: callerOf(ids, "ada"), maxWait: 50 }));
  assert.match(error.message, /layout time:42,node:5,node:5,.*1420070400000, and this lease wants time:41,/);
});

test("terms that the server decides are refused in the browser", async () => {
  const store = callerOf(handlerOf(), "ada");
  for (const [name, value] of Object.entries({ space: "a", nodes: [0, 1], shares: 2, window: 5_000, clockSkew: 1 })) {
    await rejected("INVALID_OPTION", lease(discord, { store, [name]: value }), name, "handler");
  }
});

/** The message about a server that answers as `listener` does. */
async function saidOf(context, listener) {
  const url = await listen(context, listener);
  const request = { task: "claim", layout: LAYOUT, name: newName() };
  const { message } = await rejected("STORE_FAILED", http(url).ask(request), url);
  return message;
}

test("a server that refuses the caller, is no handler, or has too much to do is named with a remedy", async (context) => {
  const replyWith = (status, type, text, headers) => (_, response) => {
    response.writeHead(status, { "content-type": type, ...headers }).end(text);
  };
  const html = "<html><h1>Please log in</h1></html>";
  assert.match(await saidOf(context, replyWith(200, "text/html", html)), /answered 200 \(text\/html\).*log-in/);
  assert.match(
    await saidOf(context, replyWith(404, "text/html", html)),
    /answered 404.*the address is that of a handler/,
  );
  assert.match(await saidOf(context, replyWith(500, "text/plain", "oops")), /answered 500/);
  assert.match(await saidOf(context, replyWith(429, "text/plain", "slow down")), /answered 429.*asked too often/);
  const old = JSON.stringify({ nonce: "of another request", outcome: "done" });
  assert.match(await saidOf(context, replyWith(200, "application/json", old)), /another request.*cache/);
  const closed = (request) => request.socket.destroy();
  assert.match(await saidOf(context, closed), /can't be asked/);
});

test("no redirect is followed, to another origin or the same one, so that nobody else gets the caller's headers", async (context) => {
  const got = [];
  const other = await listen(context, (request, response) => {
    got.push([request.method, request.headers["x-caller"]]);
    response.end("{}");
  });
  const ids = nodeHandler(handlerOf());
  const headers = { "x-caller": "ada" };
  const passed = (url, options) => fetch(url, options);
  for (const status of [301, 302, 303, 307, 308]) {
    let asked = 0;
    const url = await listen(context, (request, response) => {
      asked += 1;
      if (request.url.startsWith("/moved")) return ids(request, response);
      const location = request.url === "/ids" ? "/moved" : other;
      response.writeHead(status, { location, "content-type": "application/json" }).end("{}");
    });
    for (const [address, options] of [
      [url, { headers }],
      [`${url}?to=other`, { headers }],
      [`${url}?to=other`, { headers: () => headers, fetch: passed }],
    ]) {
      asked = 0;
      const to = address === url ? "/moved" : other;
      const words = [`${address} answered ${status}, a redirect to ${to}`, "the address of the handler"];
      // The lease is rejected at once, and does not wait for 10 minutes.
      await rejected("STORE_FAILED", lease(discord, { store: http(address, options), maxWait: 600_000 }), ...words);
      assert.equal(asked, 1);
    }
  }
  assert.deepEqual(got, []);
});

test("a redirect that does not tell its status or address is refused, also if it repeats the nonce of the request", async () => {
  const request = { task: "claim", layout: LAYOUT, name: newName() };
  const replyOf = (status, type) => async (_, options) => {
    const { nonce } = JSON.parse(options.body);
    const reply = { nonce, outcome: "lost" };
    return { status, type, ok: false, headers: new Headers(), json: async () => reply };
  };
  const said = async (fetch) =>
    (await rejected("STORE_FAILED", http(URL_OF_IDS, { fetch }).ask(request))).message.split(";")[0];
  assert.equal(await said(replyOf(0, "opaqueredirect")), `${URL_OF_IDS} answered with a redirect`);
  assert.equal(await said(replyOf(307, "basic")), `${URL_OF_IDS} answered 307, a redirect`);
});

test("a lease that holds a seat goes on when its server answers with a redirect for a while", async (context) => {
  const { clocks, ids } = controlled(context);
  let isMoved = false;
  const options = [];
  const fetch = async (url, given) => {
    options.push(given.redirect);
    if (isMoved) return new Response(null, { status: 302, headers: { location: "https://example.com/login" } });
    return ids(new Request(url, given));
  };
  const one = await leaseOf(context, callerOf(ids, "ada", fetch));
  isMoved = true;
  clocks.advance(WINDOW / 2);
  await until(() => one.status().lastError !== null);
  assert.match(one.status().lastError.message, /answered 302, a redirect to https:\/\/example\.com\/login;/);
  one.next();
  isMoved = false;
  const end = one.status().until;
  clocks.advance(WINDOW / 4);
  await until(() => one.status().until > end);
  assert.equal(one.status().lastError, null);
  assert.deepEqual([...new Set(options)], ["manual"]);
});

test("a caller that authorize does not know, or refuses, learns it", async (context) => {
  const listener = (authorize) => nodeHandler(handlerOf({ authorize }));
  assert.match(
    await saidOf(
      context,
      listener(() => null),
    ),
    /answered 401.*give headers or credentials/,
  );
  assert.match(
    await saidOf(
      context,
      listener(() => undefined),
    ),
    /answered 401/,
  );
  const forbids = () => {
    throw new Error("secret reason");
  };
  const message = await saidOf(context, listener(forbids));
  assert.match(message, /answered 503.*its own log says why/);
  assert.doesNotMatch(message, /secret reason/);
  assert.match(
    await saidOf(
      context,
      listener(() => new Response("no", { status: 418 })),
    ),
    /answered 418/,
  );
  const throwsResponse = () => {
    throw new Response("gone", { status: 410 });
  };
  assert.match(await saidOf(context, listener(throwsResponse)), /answered 410/);
});

test("Retry-After is obeyed: the server is not asked again before", async (context) => {
  let requests = 0;
  const url = await listen(context, (_, response) => {
    requests += 1;
    response.writeHead(503, { "retry-after": "60" }).end();
  });
  await rejected("STORE_FAILED", lease(discord, { store: http(url), maxWait: 500 }), "503");
  assert.equal(requests, 1);
});

test("headers may be a function, which is called for each request, and fetch and credentials are passed on", async (context) => {
  const ids = handlerOf();
  const sent = [];
  const fetch = (url, options) => {
    sent.push([options.headers["x-caller"], options.credentials, JSON.parse(options.body).task, options.keepalive]);
    return ids(new Request(url, options));
  };
  let count = 0;
  const headers = () => ({ "x-caller": `ada ${++count}` });
  const one = await leaseOf(context, http("http://localhost/ids", { fetch, headers, credentials: "include" }));
  await one.close();
  assert.deepEqual(sent, [
    ["ada 1", "include", "claim", false],
    ["ada 2", "include", "release", true],
  ]);
});

test("headers may be of any kind, and two servers with different ones are two", async (context) => {
  const ids = handlerOf();
  const callers = [];
  const fetch = (url, options) => {
    callers.push(options.headers["x-caller"]);
    return ids(new Request(url, options));
  };
  // The content type is always that of the request.
  const given = new Headers({ "X-Caller": "bob", "Content-Type": "text/plain" });
  const promise = { then: (resolve) => resolve(given) };
  for (const headers of [{ "X-Caller": "bob" }, given, () => given, () => promise]) {
    const one = await leaseOf(context, http(URL_OF_IDS, { fetch, headers }));
    await one.close();
  }
  assert.deepEqual(callers, Array(8).fill("bob"));
  const locationOf = (headers) => http(URL_OF_IDS, { headers }).location;
  assert.equal(locationOf(new Headers({ "X-Caller": "bob" })), locationOf({ "x-caller": "bob" }));
  assert.notEqual(locationOf(given), locationOf(new Headers({ "x-caller": "ada" })));
  refused("INVALID_OPTION", () => http(URL_OF_IDS, { headers: { "a b": "c" } }), "headers");
});

test("a release is sent although the server has asked to wait, and is given up like any request", async (context) => {
  const ids = handlerOf();
  const requests = [];
  let isBusy = false;
  const fetch = (url, options) => {
    requests.push([JSON.parse(options.body).task, options.signal instanceof AbortSignal]);
    return isBusy
      ? new Response("", { status: 503, headers: { "retry-after": "60" } })
      : ids(new Request(url, options));
  };
  const server = callerOf(ids, "ada", fetch);
  const one = await leaseOf(context, server);
  isBusy = true;
  await rejected("STORE_FAILED", server.ask({ task: "claim" }), "503");
  await rejected("STORE_FAILED", server.ask({ task: "claim" }), "503");
  isBusy = false;
  await one.close();
  assert.deepEqual(requests, [
    ["claim", true],
    ["claim", true],
    ["release", true],
  ]);
});

test("a Response that authorize returns again and again is the reply each time", async (context) => {
  const unknown = new Response("who are you?", { status: 401 });
  for (const authorize of [() => unknown, () => Promise.reject(unknown)]) {
    const url = await serve(context, handlerOf({ authorize }));
    for (let i = 0; i < 3; i++) {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      assert.deepEqual([response.status, await response.text()], [401, "who are you?"]);
    }
  }
});

test("a function that fails behind nodeHandler is answered with 500, and the server goes on", async (context) => {
  const logged = context.mock.method(console, "error", () => undefined);
  const used = new Response("once");
  await used.text();
  const fails = [() => Promise.reject(new Error("no")), () => undefined, () => used];
  for (const [i, fail] of fails.entries()) {
    const url = await listen(context, nodeHandler(fail));
    assert.equal((await fetch(url, { method: "POST", body: "{}" })).status, 500);
    assert.equal((await fetch(url, { method: "POST", body: "{}" })).status, 500);
    assert.equal(logged.mock.callCount(), 2 * (i + 1));
  }
});

test("close sends its request before it returns, so that a page that is left sends it", async (context) => {
  const ids = handlerOf();
  const tasks = [];
  const fetch = (url, options) => {
    tasks.push(JSON.parse(options.body).task);
    return ids(new Request(url, options));
  };
  const one = await leaseOf(context, callerOf(ids, "ada", fetch));
  const closed = one.close();
  assert.deepEqual(tasks, ["claim", "release"]);
  await closed;
});

test("wrong options are refused, and the secret is not repeated", () => {
  const given = { format: discord, store: memory(), nodes: NODES, authorize, secret: SECRET };
  for (const [name, value, ...words] of [
    ["nodes", undefined, "nodes"],
    ["nodes", [0, 5_000], "nodes"],
    ["authorize", undefined, "authorize"],
    ["secret", undefined, "secret", "32"],
    ["secret", "too short", "secret"],
    ["secret", [SECRET, "too short"], "secret"],
    ["secret", [], "secret"],
    ["secret", new Uint8Array(31), "secret"],
    // UTF-8 has the same bytes for all halves of pairs.
    ["secret", "\ud800".repeat(32), "secret", "well-formed"],
    ["secret", [SECRET, `${SECRET}\udc00`], "secret", "well-formed"],
    ["quota", 0, "quota", "64"],
    ["quota", 65, "quota"],
    ["concurrency", 0.5, "concurrency"],
    ["onError", 5, "onError"],
    ["store", {}, "store"],
    ["store", http("http://localhost/"), "store"],
    ["shares", 3, "shares"],
    ["format", undefined, "format"],
    ["window", 1, "window"],
  ]) {
    refused("INVALID_OPTION", () => handler({ ...given, [name]: value }), ...words);
  }
  assert.throws(
    () => handler({ ...given, secret: "too short" }),
    ({ message }) => !message.includes("too short"),
  );
  for (const url of [undefined, "/ids", "ftp://localhost/ids", 5]) refused("INVALID_OPTION", () => http(url), "url");
  refused("INVALID_OPTION", () => http("http://localhost", { credentials: "yes" }), "credentials");
  refused("INVALID_OPTION", () => http("http://localhost", { fetch: 1 }), "fetch");
  refused("INVALID_OPTION", () => http("http://localhost", { headers: 1 }), "headers");
  refused("INVALID_OPTION", () => http("http://localhost", { header: {} }), "header");
});

test("owns says whether an ID is of the caller's time in its seat, also after a release", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = handlerOf({ store, nodes: [512, 512], window: 10_000 });
  const one = await leaseOf(context, callerOf(ids, "ada"));
  const id = one.next();
  assert.deepEqual([await ids.owns(id, "ada"), await ids.owns(id, "bob")], [true, false]);
  assert.deepEqual([await ids.owns(String(id), "ada"), await ids.owns("nonsense", "ada")], [true, false]);
  const shifted = (ms, workerId = 16) =>
    discord.encode({ timestamp: clocks.store() + ms, workerId, processId: 0, increment: 0 });
  assert.equal(await ids.owns(shifted(9_999), "ada"), true);
  assert.equal(await ids.owns(shifted(10_000), "ada"), false);
  assert.equal(await ids.owns(shifted(-1), "ada"), false);
  assert.equal(await ids.owns(shifted(0, 17), "ada"), false);
  assert.equal(await ids.owns(shifted(0, 0), "ada"), false);
  await one.close();
  assert.equal(await ids.owns(id, "ada"), true);
  const two = await leaseOf(context, callerOf(ids, "ada"));
  assert.deepEqual([await ids.owns(id, "ada"), await ids.owns(two.next(), "ada")], [true, true]);
  await two.close();
  clocks.advance(10_001);
  assert.equal(await ids.owns(id, "ada"), true);
  await ask(ids, "bob", { task: "claim" });
  assert.equal(await ids.owns(id, "ada"), false);
  await rejected("INVALID_OPTION", ids.owns(id, ""), "caller");
});

test("owns knows the share of an ID", async () => {
  const ids = handlerOf({ store: memory(), nodes: [512, 512], shares: 2 });
  const replies = [await ask(ids, "ada", { task: "claim" }), await ask(ids, "bob", { task: "claim" })];
  const owner = (share) => ["ada", "bob"][replies.findIndex(({ seat }) => seat[1] === share)];
  const { from } = windowOf(replies[1]);
  for (const [increment, share] of [
    [0, 0],
    [2047, 0],
    [2048, 1],
    [4095, 1],
  ]) {
    const id = discord.encode({ timestamp: from, workerId: 16, processId: 0, increment });
    const owners = [await ids.owns(id, "ada"), await ids.owns(id, "bob")];
    assert.deepEqual(
      owners,
      ["ada", "bob"].map((name) => name === owner(share)),
    );
  }
});

test("while secrets are replaced, grants stay valid and owns knows both", async () => {
  const store = memory();
  const other = "the second secret, of 32 bytes too!";
  const handlers = [SECRET, [SECRET, other], [other, SECRET], other].map((secret) => handlerOf({ store, secret }));
  let reply = await ask(handlers[0], "ada", { task: "claim" });
  const { from, node } = windowOf(reply);
  const id = discord.encode({ timestamp: from, workerId: node >> 5, processId: node & 31, increment: 0 });
  for (const ids of handlers) {
    reply = await ask(ids, "ada", { task: "extend", grant: reply.grant });
    assert.equal(reply.outcome, "done");
    assert.equal(await ids.owns(id, "ada"), true);
  }
  const { outcome } = await ask(handlers[0], "ada", { task: "extend", grant: reply.grant });
  assert.equal(outcome, "lost");
});
