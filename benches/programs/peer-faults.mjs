// What a peer gets wrong: node programs/peer-faults.mjs <its place> <probe> <count> <limit in ms>
// The probe runs in a thread, so that one that never ends can be left.

import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const [place, probe, count, limit] = process.argv.slice(2);
const shared = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("../peers/probe.mjs", import.meta.url), {
  workerData: { place: Number(place), probe, count: Number(count), shared },
});
const outcome = await Promise.race([
  new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)),
  sleep(Number(limit), "late", { ref: false }).then(() => ({ hangsAfter: Atomics.load(shared, 0) })),
]);
console.log(JSON.stringify(outcome));
await worker.terminate();
