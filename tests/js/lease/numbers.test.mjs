// The numbers of seats follow the terms, and no value of the user changes them on their way to the core.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FlakeError, batchAsync, twitter } from "flakekit";
import { lease } from "flakekit/lease";
import { fresh } from "../support/fresh.mjs";

/** A server that answers with seat 5.0, each time with the next of these counts of shares. */
function serverOf(...shares) {
  const server = {
    asked: 0,
    ask({ task }) {
      const now = Date.now();
      if (task === "release") return Promise.resolve({ outcome: "done", now });
      const section = [0, 1023, shares[Math.min(server.asked++, shares.length - 1)], 400];
      const grant = `g${server.asked}`;
      return Promise.resolve({ outcome: "done", now, grant, seat: [5, 0, now, now + 400], section });
    },
  };
  return server;
}

test("a seat of the same name that has other sequence numbers after a migration is another seat", async () => {
  const server = serverOf(1, 4);
  const ids = await lease(twitter, { store: server, onExhausted: "lead" });
  assert.deepEqual(ids.status().sequenceRange, [0, 4095]);
  const before = twitter.decode(ids.next());
  // The loop ends when an answer with the other terms was taken over, and a further answer was asked for.
  while (server.asked < 3) await ids.nextAsync();
  assert.deepEqual([ids.status().sequenceRange, ids.fields.machineId], [[0, 1023], 5]);
  const made = Array.from(await batchAsync(ids, 3000), (id) => twitter.decode(id));
  assert.ok(made.every(({ sequence }) => sequence <= 1023));
  // The lease's IDs are later than all IDs of its earlier seat.
  assert.ok(made.every(({ timestamp }) => timestamp > before.timestamp));
  await ids.close();
});

test("terms of a server that do not suit the format are the server's fault", async () => {
  for (const shares of [3, 8192, 0]) {
    await assert.rejects(
      lease(twitter, { store: serverOf(shares), maxWait: 50 }),
      (error) => error instanceof FlakeError && error.code === "STORE_FAILED" && error.message.includes("server"),
      String(shares),
    );
  }
});

test("spaces and formats have keepers of their own where Array.prototype.toJSON is defined", () => {
  const told = fresh(`
    import { discord, twitter } from "flakekit";
    import { lease, memory } from "flakekit/lease";
    const store = memory();
    Array.prototype.toJSON = () => "a list";
    const one = await lease(twitter, { store, space: "a", nodes: [5, 5] });
    const other = await lease(twitter, { store, space: "b", nodes: [9, 9] });
    const third = await lease(discord, { store, space: "c", nodes: [7, 7] });
    const found = [one.fields.machineId, other.fields.machineId, third.fields.workerId, third.fields.processId];
    await Promise.all([one, other, third].map((ids) => ids.close()));
    delete Array.prototype.toJSON;
    tell(found);
  `);
  assert.deepEqual(told, [5, 9, 0, 7]);
});

test("callers have grants of their own where Array.prototype.toJSON is defined", () => {
  const told = fresh(`
    import { discord } from "flakekit";
    import { memory } from "flakekit/lease";
    import { handler } from "flakekit/lease/http";
    const authorize = (request) => request.headers.get("x-caller");
    const secret = "the secret of a handler, of 32 bytes";
    const ids = handler({ format: discord, store: memory(), nodes: [5, 6], authorize, secret });
    const layout = "time:42,node:5,node:5,sequence:12,unit:1,epoch:1420070400000";
    const ask = async (caller) => {
      const headers = { "content-type": "application/json", "x-caller": caller };
      const body = JSON.stringify({ nonce: "nonce-of-a-request", layout, name: "name-of-a-claim-1", task: "claim" });
      const reply = await (await ids(new Request("http://localhost/ids", { method: "POST", headers, body }))).json();
      return reply.grant.split("|")[2];
    };
    Array.prototype.toJSON = () => "a list";
    const macs = [await ask("ada"), await ask("bob")];
    delete Array.prototype.toJSON;
    tell(macs);
  `);
  assert.equal(told[0].length, 64);
  assert.notEqual(told[0], told[1]);
});
