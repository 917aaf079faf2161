// The store in IndexedDB, in Node with fake-indexeddb. tests/runtimes/browsers/ tests it in browsers.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { IDBFactory } from "fake-indexeddb";
import { discord } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { tabs } from "flakekit/lease/tabs";
import { refusesWrongRequests, rejected } from "../support/leases.mjs";

const NAME = "flakekit-leases";

/** Terms with a grace period of 1 s. */
const TERMS = { window: 500, clockSkew: 0 };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** The store as another context has it. The contexts share no seats. */
function otherContext(options) {
  const store = tabs(options);
  const { durable } = store;
  return { durable, read: (...args) => store.read(...args), swap: (...args) => store.swap(...args) };
}

/** Resolves when a request of IndexedDB has succeeded. */
function succeeds(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The requests to open a database from now on. */
function watchOpening() {
  const { indexedDB } = globalThis;
  const requests = [];
  indexedDB.open = (...args) => {
    requests.push(IDBFactory.prototype.open.apply(indexedDB, args));
    return requests.at(-1);
  };
  return requests;
}

/** Replaces the browser's answer to an attempt to open a database. */
function openWith(open) {
  globalThis.indexedDB = { open };
}

/** A guard that holds in a new space. */
async function guardOf(store) {
  const { now, generation } = await store.read("space", []);
  return { head: null, generation, before: now + 60_000 };
}

test("where there is no IndexedDB, the first use is STORE_FAILED and names the store for Node", async () => {
  delete globalThis.indexedDB;
  const store = tabs();
  const guard = { head: null, generation: "g", before: 1 };
  const calls = [store.read("space", []), store.swap("space", "key", null, "record", guard), store.spaces()];
  for (const call of calls) await rejected("STORE_FAILED", call, "no IndexedDB", "flakekit/lease/file");
  await rejected("STORE_FAILED", lease(discord, { store, maxWait: 0 }), "no IndexedDB");
});

test("options that are wrong are refused, with the value and what it must be", () => {
  const refused = (options, ...words) =>
    assert.throws(
      () => tabs(options),
      (error) => error.code === "INVALID_OPTION" && words.every((word) => error.message.includes(word)),
    );
  for (const name of ["", 1, null, "a\nb", "\ud800", "x".repeat(201)]) refused({ name }, "name is", "1 to 200");
  refused({ durable: 1 }, "durable is 1", "true or false");
  refused({ nme: "a" }, "'nme'", "name");
  refused(null, "null");
});

test("several connections to a database pass every check", async () => {
  const results = await conformance([tabs(), tabs(), tabs()]);
  const failed = results.filter(({ passed }) => !passed);
  assert.deepEqual(failed, []);
});

test("stores of one name are one store, whose leases share a seat; others are another one", async () => {
  const store = tabs({ durable: true });
  const [one, other, third] = await Promise.all([
    lease(discord, { store }),
    lease(discord, { store: tabs({ name: NAME, durable: true }) }),
    lease(discord, { store: tabs({ name: "other", durable: true }) }),
  ]);
  const listed = await Promise.all([store, tabs({ name: "other" })].map((given) => listSeats(given, "discord")));
  assert.deepEqual(one.status().fields, other.status().fields);
  assert.deepEqual(
    listed.map(({ seats }) => seats.length),
    [1, 1],
  );
  for (const ids of [one, other, third]) await ids.close();
});

test("the store may forget, unless the user promises that it does not", () => {
  assert.equal(tabs().durable, false);
  assert.equal(tabs({ durable: true }).durable, true);
});

test("the first lease of a new database waits, and says so; the next does not", async () => {
  const states = [];
  const onChange = ({ lastError }) => states.push(lastError?.code);
  const one = await lease(discord, { store: tabs(), ...TERMS, onChange });
  assert.ok(states.includes("NO_FREE_SEAT"), String(states));
  states.length = 0;
  const other = await lease(discord, { store: otherContext(), ...TERMS, onChange });
  assert.deepEqual(
    states.filter((code) => code !== undefined),
    [],
  );
  await Promise.all([one.close(), other.close()]);
});

test("spaces lists each space that has a record once", async () => {
  const store = tabs();
  assert.deepEqual(await store.spaces(), []);
  const guard = await guardOf(store);
  for (const [space, key] of [
    ["a", "1"],
    ["a", "2"],
    ["b", "1"],
  ]) {
    assert.equal(await store.swap(space, key, null, "record", guard), true);
  }
  assert.deepEqual((await tabs().spaces()).toSorted(), ["a", "b"]);
  assert.deepEqual(await tabs({ name: "other" }).spaces(), []);
});

test("a store in use does not block the deletion of its database, and has another generation then", async () => {
  const store = tabs();
  const before = await store.read("space", []);
  assert.equal((await tabs().read("space", [])).generation, before.generation);
  await succeeds(globalThis.indexedDB.deleteDatabase(NAME));
  const after = await store.read("space", []);
  assert.notEqual(after.generation, before.generation);
  const guard = { head: null, generation: before.generation, before: after.now + 60_000 };
  assert.equal(await store.swap("space", "key", null, "record", guard), false);
});

test("after a deletion a lease goes on, and nobody else gets a seat before its window is over", async () => {
  const one = await lease(discord, { store: tabs(), ...TERMS });
  const { until } = one.status();
  const first = one.next();
  await succeeds(globalThis.indexedDB.deleteDatabase(NAME));
  const other = await lease(discord, { store: otherContext(), ...TERMS });
  assert.ok(discord.decode(other.next()).timestamp >= until);
  assert.ok((await one.nextAsync()) > first);
  await Promise.all([one.close(), other.close()]);
});

/** What other scripts of the site may do to the tables, with the key of a seat's record. */
const DAMAGES = {
  "all tables are cleared": (table) => {
    table("records").clear();
    table("store").clear();
  },
  "the records are cleared": (table) => table("records").clear(),
  "the generation is cleared": (table) => table("store").clear(),
  "the generation is a number": (table) => table("store").put(7, "generation"),
  "a record is an object": (table, path) => table("records").put({ a: 1 }, path),
  "a record has other characters": (table, path) => table("records").put("\u00e9", path),
  "there is a record with another key": (table) => table("records").put("record", "key"),
};

async function damage(change) {
  const database = await succeeds(globalThis.indexedDB.open(NAME));
  const transaction = database.transaction(["records", "store"], "readwrite");
  const keys = await succeeds(transaction.objectStore("records").getAllKeys());
  change(
    (name) => transaction.objectStore(name),
    keys.find(([, key]) => key !== "head"),
  );
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}

for (const [what, change] of Object.entries(DAMAGES)) {
  test(`when ${what}, a lease goes on, and nobody else gets its seat before its window is over`, async () => {
    const one = await lease(discord, { store: tabs(), ...TERMS });
    const { until, fields } = one.status();
    const first = one.next();
    await damage(change);
    const stores = [otherContext(), otherContext()];
    const others = await Promise.all(stores.map((store) => lease(discord, { store, ...TERMS })));
    for (const other of others) {
      const { timestamp } = discord.decode(other.next());
      assert.ok(timestamp >= until || !isDeepStrictEqual(other.status().fields, fields));
    }
    assert.ok((await one.nextAsync()) > first);
    const seats = [one, ...others].map((ids) => JSON.stringify(ids.status().fields));
    assert.equal(new Set(seats).size, 3);
    assert.equal(one.status().lastError, null);
    assert.deepEqual(await tabs().spaces(), ["discord"]);
    await Promise.all([one, ...others].map((ids) => ids.close()));
  });
}

test("a broken promise of durable is STORE_FAILED with what to do, and the lease makes no more IDs", async () => {
  const deleted = () => succeeds(globalThis.indexedDB.deleteDatabase(NAME));
  for (const change of [() => damage(DAMAGES["all tables are cleared"]), deleted]) {
    globalThis.indexedDB = new IDBFactory();
    const told = [];
    const onChange = ({ lastError }) => told.push(lastError);
    const ids = await lease(discord, { store: tabs({ durable: true }), ...TERMS, onChange });
    await change();
    await rejected("STORE_FAILED", untilRefused(ids), "durable: true", "deleteDatabase", "longest window");
    assert.throws(() => ids.next(), { code: "LEASE_EXPIRED" });
    await ids.close();
  }
});

/** Makes IDs until `nextAsync` is refused, for 10 s at most. */
async function untilRefused(ids) {
  for (const end = Date.now() + 10_000; Date.now() < end; await nextTurn()) await ids.nextAsync();
}

test("a connection that the browser closes is opened again", async () => {
  const requests = watchOpening();
  const store = tabs();
  const { generation } = await store.read("space", []);
  // Browsers close the connection when a user clears the site's data, or when their process for storage has crashed.
  requests[0].result.close();
  requests[0].result.onclose();
  assert.equal((await store.read("space", [])).generation, generation);
  // The connection is closed, but the event has not come yet.
  requests[1].result.close();
  assert.equal((await store.read("space", [])).generation, generation);
  assert.equal(requests.length, 3);
});

test("errors of the browser are STORE_FAILED with their cause and what to do", async () => {
  const cases = [
    ["SecurityError", "allow cookies"],
    ["InvalidStateError", "private windows"],
    ["VersionError", "load this page again"],
    ["QuotaExceededError", "the disk is full"],
    ["UnknownError", "UnknownError"],
  ];
  for (const [name, remedy] of cases) {
    const cause = new globalThis.DOMException("no", name);
    openWith(() => {
      throw cause;
    });
    const thrown = await rejected("STORE_FAILED", tabs().read("space", []), remedy, NAME);
    assert.equal(thrown.cause, cause);
    openWith(() => {
      const request = { error: cause };
      globalThis.queueMicrotask(() => request.onerror());
      return request;
    });
    const answered = await rejected("STORE_FAILED", tabs().read("space", []), remedy);
    assert.equal(answered.cause, cause);
  }
});

test("a store whose first use has failed works when the cause is mended", async () => {
  const factory = globalThis.indexedDB;
  const store = tabs();
  globalThis.indexedDB = null;
  await rejected("STORE_FAILED", store.read("space", []), "no IndexedDB");
  globalThis.indexedDB = factory;
  assert.deepEqual((await store.read("space", ["key"])).records, [null]);
});

test("a database of something else, or of a newer version, is refused", async () => {
  (await succeeds(globalThis.indexedDB.open("foreign", 1))).close();
  await rejected("STORE_FAILED", tabs({ name: "foreign" }).read("space", []), "another name");
  (await succeeds(globalThis.indexedDB.open("newer", 2))).close();
  await rejected("STORE_FAILED", tabs({ name: "newer" }).read("space", []), "load this page again");
});

test("a swap that waits for a lock too long is STORE_FAILED, and is never made", async (context) => {
  const store = tabs();
  const guard = await guardOf(store);
  const database = await succeeds(globalThis.indexedDB.open(NAME));
  const holder = database.transaction(["records"], "readwrite").objectStore("records");
  let isHeld = true;
  const hold = () => {
    if (isHeld) holder.get("key").onsuccess = hold;
  };
  hold();
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const swap = rejected("STORE_FAILED", store.swap("space", "key", null, "record", guard), "4000 ms", "lock");
  // The connection is open, so the transaction begins in this turn.
  await nextTurn();
  context.mock.timers.tick(4_000);
  await swap;
  context.mock.timers.reset();
  isHeld = false;
  assert.deepEqual((await store.read("space", ["key"])).records, [null]);
  database.close();
});

test("a database that does not open is STORE_FAILED, and is closed if it opens later", async (context) => {
  let isClosed = false;
  const request = { result: { close: () => (isClosed = true) } };
  openWith(() => request);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const read = rejected("STORE_FAILED", tabs().read("space", []), "4000 ms", "close the other tabs");
  await nextTurn();
  context.mock.timers.tick(4_000);
  await read;
  request.onsuccess();
  assert.equal(isClosed, true);
});

test("the database is closed when the page is left or frozen, and opened again at the next use", async (context) => {
  const [page, document] = [new globalThis.EventTarget(), new globalThis.EventTarget()];
  globalThis.addEventListener = page.addEventListener.bind(page);
  globalThis.document = document;
  context.after(() => {
    delete globalThis.addEventListener;
    delete globalThis.document;
  });
  const requests = watchOpening();
  const store = tabs();
  const asked = [];
  for (const [target, name] of [
    [page, "pagehide"],
    [document, "freeze"],
  ]) {
    assert.deepEqual((await store.read("space", ["key"])).records, [null]);
    requests.at(-1).result.addEventListener("versionchange", () => asked.push(name));
    target.dispatchEvent(new globalThis.Event(name));
    await succeeds(globalThis.indexedDB.deleteDatabase(NAME));
  }
  assert.deepEqual(asked, []);
  assert.equal(requests.length, 2);
});

test("what breaks the limits of stores is STORE_FAILED", () => refusesWrongRequests(tabs()));
