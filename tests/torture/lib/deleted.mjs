// A process of deleted.test.mjs: it leases a seat and makes IDs until it is told to end.

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const { role, directory, path, seats } = JSON.parse(process.argv[2]);

/** The count of IDs in a burst. It is so small that two processes with one seat make the same IDs. */
const BURST = 20;

/** How long a loop does not end its turn, in ms. */
const BLOCK_MS = 600;

/** How long the processes before the deletion wait before the store reads its clock, as on a busy machine, in ms. */
const SLOW_MS = 150;

const made = [];
let ids;

/** Makes a burst of IDs, unless there is no window. */
function burst() {
  try {
    for (let i = 0; i < BURST; i++) made.push(ids.next());
  } catch (error) {
    if (error.code !== "LEASE_EXPIRED") throw error;
  }
}

/** Resolves to the first error of the lease. */
let tellError;
const failed = new Promise((resolve) => (tellError = resolve));

/** A store whose answers are slow in the processes before the deletion. */
function storeIn(directory) {
  const store = file(directory);
  const read = store.read.bind(store);
  store.read = async (...given) => {
    if (role === "before") await sleep(SLOW_MS);
    return read(...given);
  };
  return store;
}

function leaseIn(directory) {
  const onChange = ({ lastError }) => lastError && tellError(lastError.message);
  return lease(discord, { store: storeIn(directory), nodes: [0, seats - 1], onChange });
}

/** The orders of the parent. */
const ORDERS = {
  async lease() {
    ids = await leaseIn(directory);
    setInterval(burst);
    burst();
    return "";
  },
  /** Leases at once after the deletion, so that its window begins as early as possible. */
  async deleteAndLease() {
    renameSync(directory, `${path}-moved`);
    await ORDERS.lease();
    rmSync(`${path}-moved`, { recursive: true });
    return "";
  },
  async block() {
    setTimeout(() => {
      for (const end = performance.now() + BLOCK_MS; performance.now() < end;) burst();
    });
    return "";
  },
  async end() {
    // A process that is busy notices the loss late.
    const error = role === "before" ? await failed : (ids.status().lastError?.message ?? "");
    writeFileSync(path, new Uint8Array(new BigUint64Array(made).buffer));
    setImmediate(() => process.exit());
    return error;
  },
};

// The first lease of a process takes longer than later ones.
await (await leaseIn(`${path}-other`)).close();
process.on("message", async (order) => process.send(await ORDERS[order]()));
process.on("disconnect", () => process.exit());
process.send("ready");
