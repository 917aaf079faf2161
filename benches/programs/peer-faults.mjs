// Probes a peer for faults: node programs/peer-faults.mjs <index of the peer> <probe> <number of IDs> <limit in ms>
// The probe runs in a worker thread, so that a probe that hangs can be terminated.

import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const [index, probe, count, limit] = process.argv.slice(2);
const shared = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("../peers/probe.mjs", import.meta.url), {
  workerData: { index: Number(index), probe, count: Number(count), shared },
});
const outcome = await Promise.race([
  new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)),
  sleep(Number(limit), "late", { ref: false }).then(() => ({ hangsAfter: Atomics.load(shared, 0) })),
]);
console.log(JSON.stringify(outcome));
await worker.terminate();
