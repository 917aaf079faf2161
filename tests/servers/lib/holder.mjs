// A lease in a thread of its own, whose core does not see the generators of other threads.

import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { redis } from "flakekit/lease/redis";
import { createClient } from "redis";

const THIS = new URL(import.meta.url);

/** A thread with a lease of Discord. It ends with the test. */
export class Holder {
  #worker;

  /** Starts a thread and resolves when it has its lease. `store` are options of `redis`, `options` those of `lease`. */
  static async start(context, url, store, options) {
    const holder = new Holder(new Worker(THIS, { workerData: { url, store, options } }));
    context.after(() => holder.#worker.terminate());
    await once(holder.#worker, "message");
    return holder;
  }

  constructor(worker) {
    this.#worker = worker;
  }

  /** Makes IDs for about `ms` ms. Resolves to the IDs, and to the status of the lease after them. */
  async make(ms) {
    this.#worker.postMessage(ms);
    const [made] = await once(this.#worker, "message");
    return made;
  }
}

/** As many IDs as are granted until the time is over. */
function make(ids, ms) {
  const made = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    try {
      made.push(ids.next());
    } catch (error) {
      if (error.code !== "LEASE_EXPIRED" && error.code !== "SEQUENCE_EXHAUSTED") throw error;
    }
  }
  return { made, status: { ...ids.status(), lastError: undefined } };
}

if (parentPort !== null && workerData?.url !== undefined) {
  const { url, store, options } = workerData;
  const client = createClient({ url, socket: { reconnectStrategy: () => 10 } });
  client.on("error", () => undefined);
  await client.connect();
  const ids = await lease(discord, { store: redis(client, store), ...options });
  parentPort.on("message", (ms) => parentPort.postMessage(make(ids, ms)));
  parentPort.postMessage("held");
}
