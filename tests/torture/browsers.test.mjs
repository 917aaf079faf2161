// Many browsers and two server processes with one store.
//
// It runs in target/consumer, where the folders of tests/js/ are beside this one.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { batch, discord } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { threads } from "flakekit/lease/threads";
import { callerOf, NODES } from "../support/lease-http.mjs";
import { size } from "../support/shared.mjs";

const BROWSERS = size(250, 1_000);
const CALLERS = BROWSERS / 10;
const ROUNDS = 2;

/** How many IDs a browser makes in a round. */
const IDS = 21;

/**
 * How many browsers claim a seat at the same time. A server that needs more than 5 s for a request gets the request
 * again; a busy machine with too many requests answers none in time.
 */
const CLAIMS = size(10, 40);

/** How long a browser may wait for its seat, in ms. */
const PATIENCE_MS = 300_000;

/** Starts a server process, and returns its address. */
async function start(context, store) {
  const child = fork(fileURLToPath(new URL("browsers-server.mjs", import.meta.url)));
  store.serve(child);
  context.after(() => child.kill());
  for (;;) {
    const [message] = await once(child, "message");
    if (message?.port) return `http://127.0.0.1:${message.port}/ids`;
  }
}

test(`${BROWSERS} browsers of two server processes repeat no ID and touch no seat of the servers`, async (context) => {
  const store = threads();
  const urls = [await start(context, store), await start(context, store)];
  const own = await lease(discord, { store, nodes: [0, 511] });
  context.after(() => own.close());
  const seatOfServer = async () => (await listSeats(store, "discord")).seats.filter(({ node }) => node <= 511);
  const [before] = await seatOfServer();
  const seen = new Set(batch(own, 1_000));
  let made = seen.size;
  let requests = 0;
  // Each request goes to one server or the other, and some answers are lost.
  const fetchAny = async (_, options) => {
    const number = (requests += 1);
    const response = await fetch(urls[number % 2], options);
    if (number % 50 === 0) throw new TypeError("the connection was closed");
    return response;
  };
  const waiting = [];
  let claims = 0;
  const open = async (caller) => {
    if (claims >= CLAIMS) await new Promise((resolve) => waiting.push(resolve));
    claims += 1;
    try {
      return await lease(discord, { store: callerOf(undefined, caller, fetchAny), maxWait: PATIENCE_MS });
    } finally {
      claims -= 1;
      waiting.shift()?.();
    }
  };
  const browse = async (number, isReload = false) => {
    const ids = await open(`caller ${number % CALLERS}`);
    for (let round = 0; round < ROUNDS; round++) {
      const { until } = ids.status();
      for (const id of [ids.next(), ...batch(ids, IDS - 1)]) {
        seen.add(id);
        made += 1;
        const { workerId, processId } = discord.decode(id);
        const node = workerId * 32 + processId;
        assert.ok(node >= NODES[0] && node <= NODES[1]);
      }
      // Every third browser reloads the page once; all other browsers wait for a longer window.
      if (number % 3 === 0 && !isReload) {
        await ids.close();
        return browse(number, true);
      }
      // After a failure of one browser, the other browsers would wait for ever.
      while (round + 1 < ROUNDS && ids.status().until === until && !context.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    await ids.close();
  };
  await Promise.all(Array.from({ length: BROWSERS }, (_, number) => browse(number)));
  for (const id of batch(own, 1_000)) {
    seen.add(id);
    made += 1;
  }
  assert.equal(seen.size, made);
  // A browser that reloads the page has made the IDs of a round before the reload.
  const rounds = BROWSERS * ROUNDS + Math.ceil(BROWSERS / 3);
  assert.equal(made, 2 * 1_000 + IDS * rounds);
  const after = await seatOfServer();
  assert.deepEqual([after.length, after[0].owner, after[0].from], [1, before.owner, before.from]);
});
