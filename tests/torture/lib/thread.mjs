// A worker thread that makes IDs of a lease, and sends them packed. See threads.test.mjs.

import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { batch } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { threads } from "flakekit/lease/threads";
import { spacesOf } from "./spaces.mjs";

const { name, terms, count, directory } = workerData;
const { format, pack } = spacesOf(1).find((space) => space.name === name);

/** How many IDs are made at a time. */
const AT_ONCE = 1_000;

const ids = await lease(format, {
  store: directory === undefined ? threads() : file(directory),
  ...terms,
  // All IDs are made at once: the slowest format needs 16 s for them.
  ...{ window: 60_000, onExhausted: "lead", maxLead: 60_000 },
});
parentPort.postMessage("held");
await once(parentPort, "message");
const made = new BigUint64Array(count);
for (let i = 0; i < count; i += AT_ONCE) {
  for (const [j, id] of batch(ids, Math.min(AT_ONCE, count - i)).entries()) made[i + j] = pack(id);
}
await ids.close();
parentPort.postMessage(made, [made.buffer]);
