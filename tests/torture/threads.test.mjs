// Worker threads that share the IDs of a format.
//
// It runs in target/consumer, where the folders of tests/js/ are beside this one.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { threads } from "flakekit/lease/threads";
import { size } from "../support/shared.mjs";

const THREADS = 4;

/** How many IDs each thread makes. */
const COUNT = size(100_000, 400_000);

/** The formats, and as many seats as threads. */
const TERMS = {
  discord: { nodes: [0, 3] },
  snowflakeSI: { machineId: 3, shares: 4 },
  sno: { nodes: [0, 3] },
  uid60: { shares: 4 },
  sonyflake: { nodes: [0, 3] },
};

/** The packed IDs of new threads, which begin to make IDs when all threads have a lease. */
async function made(workerData) {
  const start = () => new Worker(new URL("lib/thread.mjs", import.meta.url), { workerData });
  const workers = Array.from({ length: THREADS }, start);
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const answers = Promise.all(workers.map((worker) => once(worker, "message")));
  for (const worker of workers) worker.postMessage("go");
  return (await answers).map(([ids]) => ids);
}

const folder = mkdtempSync(join(tmpdir(), "flakekit-threads-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
// The threads look for the store of the main thread.
threads();

for (const [store, directory] of [["threads"], ["file", join(folder, "store")]]) {
  for (const [name, terms] of Object.entries(TERMS)) {
    test(`four threads make ${COUNT} IDs of ${name} each with the store of ${store}, and repeat none`, async () => {
      const lists = await made({ name, terms, count: COUNT, directory });
      const all = new BigUint64Array(THREADS * COUNT);
      lists.forEach((ids, i) => all.set(ids, i * COUNT));
      all.sort();
      assert.equal(all.filter((id, i) => i > 0 && id === all[i - 1]).length, 0);
    });
  }
}
