// The store of this page and of a worker, as one store, passes every check. A shared and a service worker have seats of
// their own. A lease waits for the grace period of a new space, and a later one does not. A deletion of the database does not hang.

import { discord } from "../node_modules/flakekit/index.js";
import { lease } from "../node_modules/flakekit/lease.js";
import { conformance } from "../node_modules/flakekit/lease/conformance.js";
import { tabs } from "../node_modules/flakekit/lease/tabs.js";
import { report } from "./report.js";

const NAME = "flakekit-leases";
const TERMS = { window: 1_000, clockSkew: 200 };

/** A store that a worker has, by messages. */
function storeOfWorker() {
  const worker = new Worker(new URL("./tabs-store.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  let calls = 0;
  worker.addEventListener("message", ({ data: { number, answer, error } }) => {
    const { resolve, reject } = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  });
  const call = (method, ...args) =>
    new Promise((resolve, reject) => {
      const number = calls++;
      waiting.set(number, { resolve, reject });
      worker.postMessage({ number, method, args });
    });
  return { read: (...args) => call("read", ...args), swap: (...args) => call("swap", ...args) };
}

/** Resolves to the answer of a worker of another kind. */
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

/** Opens a lease and makes its first ID. Resolves to the lease, and to whether it had to wait for a seat. */
async function firstUse() {
  let hasWaited = false;
  const onChange = ({ lastError }) => (hasWaited ||= lastError?.code === "NO_FREE_SEAT");
  const ids = await lease(discord, { store: tabs(), ...TERMS, onChange });
  ids.next();
  return { ids, hasWaited };
}

report(async () => {
  const results = await conformance([tabs(), tabs(), storeOfWorker()]);
  const failed = results.filter(({ passed }) => !passed).map(({ check, reason }) => `${check}: ${reason}`);
  if (failed.length > 0) throw new Error(failed.join("\n"));

  const first = await firstUse();
  if (!first.hasWaited) throw new Error("the first lease of a new space did not wait for the grace period");
  await first.ids.close();
  const { ids, hasWaited } = await firstUse();
  if (hasWaited) throw new Error("a later lease waited for a seat");

  const answers = await idsOfWorkers();
  const scopes = answers.map(({ scope }) => scope).join();
  if (scopes !== "SharedWorkerGlobalScope,ServiceWorkerGlobalScope") throw new Error(`the workers are ${scopes}`);
  const all = [ids.next(), ...answers.map(({ id }) => id)].map((id) => discord.decode(id));
  const seats = new Set(all.map(({ workerId, processId }) => `${workerId} ${processId}`));
  if (seats.size < all.length) throw new Error(`${all.length} contexts have ${seats.size} seats`);

  const { generation } = await tabs().read("discord", []);
  await succeeds(globalThis.indexedDB.deleteDatabase(NAME));
  await ids.nextAsync();
  const after = await tabs().read("discord", []);
  if (after.generation === generation) throw new Error("the generation is that of the deleted database");
  await ids.close();
});
