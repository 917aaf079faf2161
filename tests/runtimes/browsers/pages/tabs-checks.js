// The store of this page and of a worker, as one store, passes every check. A lease makes IDs. A deletion does not hang.

import { discord } from "../node_modules/flakekit/index.js";
import { conformance, lease } from "../node_modules/flakekit/lease.js";
import { tabs } from "../node_modules/flakekit/lease/tabs.js";
import { report } from "./report.js";

const NAME = "flakekit-leases";
const TERMS = { window: 1_000, clockSkew: 200 };

/** A store that a worker has, by messages. */
function storeOfWorker() {
  const worker = new Worker(new URL("./tabs-store.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  worker.addEventListener("message", ({ data: { number, answer, error } }) => {
    const { resolve, reject } = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  });
  const call = (method, ...args) =>
    new Promise((resolve, reject) => {
      const number = waiting.size === 0 ? 0 : Math.max(...waiting.keys()) + 1;
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, method, args });
    });
  return { read: (...args) => call("read", ...args), swap: (...args) => call("swap", ...args) };
}

/** Resolves when an event of a request of IndexedDB comes. */
function succeeds(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

async function timed(work) {
  const begin = performance.now();
  const result = await work();
  return [Math.round(performance.now() - begin), result];
}

report(async () => {
  const results = await conformance([tabs(), tabs(), storeOfWorker()]);
  const failed = results.filter(({ passed }) => !passed).map(({ check, reason }) => `${check}: ${reason}`);
  if (failed.length > 0) throw new Error(failed.join("\n"));

  const [first, ids] = await timed(async () => {
    const leased = await lease(discord, { store: tabs(), ...TERMS });
    leased.next();
    return leased;
  });
  const [again] = await timed(async () => {
    const other = await lease(discord.with({ epoch: "2024-01-01" }), { store: tabs({ durable: true }), space: "other" });
    other.next();
    await other.close();
  });
  const { generation } = await tabs().read("discord", []);
  await succeeds(indexedDB.deleteDatabase(NAME));
  await ids.nextAsync();
  const later = await tabs().read("discord", []);
  if (later.generation === generation) throw new Error("the generation is that of the deleted database");
  await ids.close();
  return { checks: results.length, first, again, stores: await tabs().spaces() };
});
