// One look at what a peer gets wrong, in a thread of its own.

import { parentPort, workerData } from "node:worker_threads";
import { stepped, stopped } from "./clocks.mjs";
import { keyOf, peers } from "./list.mjs";

const { place, probe, count, shared } = workerData;
const peer = peers[place];

/**
 * Makes so many IDs, and then counts repeats, refusals, and IDs that are smaller than the one before: what is done
 * with an ID between one and the next would leave the clock the time to move on.
 */
function make(next, key, before = () => undefined) {
  const ids = new Array(count);
  const outcome = { made: 0, repeats: 0, refused: 0, unsorted: 0 };
  for (let i = 0; i < count; i++) {
    shared[0] = i;
    before(i);
    try {
      ids[outcome.made] = next();
      outcome.made += 1;
    } catch (error) {
      outcome.refused += 1;
      outcome.because ??= `${error.name ?? typeof error}: ${error.message ?? error}`;
    }
  }
  ids.length = outcome.made;
  const sortable = typeof ids[0] === "object" ? ids.map(key) : ids;
  for (let i = 1; i < sortable.length; i++) outcome.unsorted += sortable[i] < sortable[i - 1] ? 1 : 0;
  outcome.repeats = outcome.made - new Set(ids.map(key)).size;
  return outcome;
}

/** What comes of input that should be refused. */
function given(work) {
  try {
    const value = work();
    return { taken: JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part)) ?? "undefined" };
  } catch (error) {
    return { refused: String(error?.name ? `${error.name}: ${error.message}` : error) };
  }
}

const probes = {
  loop: async () => {
    const api = await peer.load();
    return make(api.next, keyOf(api));
  },
  fresh: async () => {
    const api = await peer.load();
    return make(api.fresh, keyOf(api));
  },
  back: async () => {
    const clock = stepped(count);
    const api = await peer.load();
    return make(api.next, keyOf(api), clock);
  },
  frozen: async () => {
    stopped();
    const api = await peer.load();
    return make(api.next, keyOf(api));
  },
  input: async () => {
    const { empty, machine } = await peer.load();
    const machines =
      machine && Object.fromEntries([peer.most + 9, -1, 1.5].map((id) => [id, given(() => machine(id))]));
    return { empty: empty && given(empty), machines };
  },
};

parentPort.postMessage(await probes[probe]());
