// The store of this page and of a worker, as one store, passes every check. A shared and a service worker have seats of
// their own. A deletion of the database does not hang.

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

/** Resolves to what a worker of another kind answers. */
function answerOf(worker) {
  const { port1, port2 } = new globalThis.MessageChannel();
  worker.postMessage(TERMS, [port2]);
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => (data.error === undefined ? resolve(data) : reject(new Error(data.error)));
  });
}

/** IDs of a shared worker and of a service worker. */
async function idsOfWorkers() {
  const url = new URL("./tabs-kinds-worker.js", import.meta.url);
  const shared = new globalThis.SharedWorker(url, { type: "module" });
  shared.port.start();
  const { installing, active } = await globalThis.navigator.serviceWorker.register(url, { type: "module" });
  return Promise.all([shared.port, installing ?? active].map(answerOf));
}

/** Resolves when an event of a request of IndexedDB comes. */
function succeeds(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** Opens a lease and makes its first ID. Resolves to how many ms it took, and the lease. */
async function timedLease(options) {
  const begin = performance.now();
  const ids = await lease(discord, { store: tabs(), ...options });
  ids.next();
  return [Math.round(performance.now() - begin), ids];
}

report(async () => {
  const results = await conformance([tabs(), tabs(), storeOfWorker()]);
  const failed = results.filter(({ passed }) => !passed).map(({ check, reason }) => `${check}: ${reason}`);
  if (failed.length > 0) throw new Error(failed.join("\n"));

  const [first, closed] = await timedLease(TERMS);
  await closed.close();
  const [later, ids] = await timedLease(TERMS);

  const answers = await idsOfWorkers();
  const all = [ids.next(), ...answers.map(({ id }) => id)].map((id) => discord.decode(id));
  const seats = new Set(all.map(({ workerId, processId }) => `${workerId} ${processId}`));
  if (seats.size < all.length) throw new Error(`${all.length} contexts have ${seats.size} seats`);

  const { generation } = await tabs().read("discord", []);
  await succeeds(globalThis.indexedDB.deleteDatabase(NAME));
  await ids.nextAsync();
  const after = await tabs().read("discord", []);
  if (after.generation === generation) throw new Error("the generation is that of the deleted database");
  await ids.close();
  return { checks: results.length, first, later, kinds: answers.map(({ scope }) => scope) };
});
