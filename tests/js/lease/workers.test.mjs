// The store in Durable Objects, with objects that a test makes. tests/runtimes/engines/workers/ tests the store on the
// real runtime.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";
import { rejected } from "../support/leases.mjs";
import { binding, Namespace } from "../support/lease-workers.mjs";
import { refused } from "../support/shared.mjs";

test("a lease makes IDs with a store in Durable Objects; each space is an object of its name", async () => {
  const namespace = binding();
  const ids = await lease(discord, { store: durableObjects(namespace), space: "orders" });
  ids.next();
  await ids.close();
  assert.deepEqual([...new Set(namespace.got.map(([name]) => name))], ["orders"]);
});

test("leases of one binding share a seat, however the binding is wrapped", async () => {
  const namespace = binding();
  const wrapped = { idFromName: (name) => namespace.idFromName(name), get: (id) => namespace.get(id) };
  const [one, other] = [
    await lease(discord, { store: durableObjects(namespace) }),
    await lease(discord, { store: durableObjects(wrapped) }),
  ];
  assert.deepEqual(one.status().fields, other.status().fields);
  const elsewhere = await lease(discord, { store: durableObjects(namespace, { jurisdiction: "eu" }) });
  assert.notDeepEqual(one.status().fields, elsewhere.status().fields);
  await Promise.all([one.close(), other.close(), elsewhere.close()]);
});

test("the location hint is given with each call", async () => {
  const namespace = binding();
  await durableObjects(namespace, { locationHint: "weur" }).read("a", []);
  assert.deepEqual(namespace.got, [["a", { __proto__: null, locationHint: "weur" }]]);
});

test("what is no binding, and wrong options, are INVALID_OPTION", () => {
  for (const namespace of [undefined, null, {}, "LEASES", { get() {} }, { idFromName() {} }]) {
    refused("INVALID_OPTION", () => durableObjects(namespace), "env.LEASES");
  }
  const namespace = binding();
  refused("INVALID_OPTION", () => durableObjects(namespace, { name: "a" }), "jurisdiction");
  refused("INVALID_OPTION", () => durableObjects(namespace, { locationHint: 5 }), "locationHint is 5");
  refused("INVALID_OPTION", () => durableObjects(namespace, { jurisdiction: "moon" }), "no jurisdiction moon");
  const { idFromName, get } = namespace;
  refused("INVALID_OPTION", () => durableObjects({ idFromName, get }, { jurisdiction: "eu" }), "jurisdictions");
});

test("an object that fails is STORE_FAILED, with what it says", async () => {
  const lost = new Error("Network connection lost.");
  const failing = durableObjects(
    new Namespace(() => {
      throw lost;
    }),
  );
  assert.equal((await rejected("STORE_FAILED", failing.read("a", []), "Network connection lost")).cause, lost);

  const answers = {
    500: new Response("no luck", { status: 500 }),
    404: new Response(null, { status: 404 }),
    FlakekitLeases: new Response("Hello World!"),
    "whether the binding": Response.json({ now: 0.5, generation: "g", records: [] }),
    "which FlakekitLeases does not": Response.json(null),
  };
  for (const [words, answer] of Object.entries(answers)) {
    const store = durableObjects(new Namespace(() => answer.clone()));
    await rejected("STORE_FAILED", store.read("a", []), words);
    const guard = { head: null, generation: "g", before: 5 };
    await rejected("STORE_FAILED", store.swap("a", "k", null, "r", guard), words);
  }
});

test("an object whose class has no SQLite says so", async () => {
  const without = {
    get sql() {
      throw new Error("SQL is not enabled for this Durable Object class");
    },
  };
  const object = new FlakekitLeases({ storage: without }, {});
  const store = durableObjects(new Namespace((_, request) => object.fetch(request)));
  await rejected("STORE_FAILED", store.read("a", ["k"]), "SQL is not enabled");
});

test("an object refuses what is no question of a store", async () => {
  const untouched = {
    get sql() {
      return assert.fail("the storage was used");
    },
  };
  const object = new FlakekitLeases({ storage: untouched }, {});
  const guard = { head: null, generation: "durable-object", before: 1e15 };
  const questions = [
    "",
    "null",
    "{}",
    '{"keys":5}',
    '{"keys":["é"]}',
    JSON.stringify({ keys: Array.from({ length: 10_001 }, String) }),
    JSON.stringify({ key: "k", previous: 5, next: "r", guard }),
    JSON.stringify({ key: "k", previous: null, next: "é", guard }),
    JSON.stringify({ key: "k", previous: null, next: "r" }),
    JSON.stringify({ key: "x".repeat(41), previous: null, next: "r", guard }),
  ];
  for (const body of questions) {
    const answer = await object.fetch(new Request("https://flakekit/", { method: "POST", body }));
    assert.equal(answer.status, 500, body);
    assert.doesNotMatch(await answer.text(), /the storage was used/, body);
  }
});

test("the store refuses what no lease asks", async () => {
  const store = durableObjects(binding());
  await rejected("STORE_FAILED", store.read("a\u0000", []), "the space");
  await rejected("STORE_FAILED", store.read("a", ["é"]), "a key");
});
