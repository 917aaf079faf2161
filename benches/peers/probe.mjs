// Runs one probe for faults of a peer, in a worker thread.

import { parentPort, workerData } from "node:worker_threads";
import { stepped, stopped } from "./clocks.mjs";
import { keyOf, peers } from "./list.mjs";

const { index, probe, count, shared } = workerData;
const peer = peers[index];

/**
 * Makes `count` IDs and counts the errors. Repeats and unsorted IDs are counted afterwards, because work between two
 * IDs would give the clock time to advance.
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

/** Calls a function with invalid input. Returns `taken` with the result, or `refused` with the error. */
function outcomeOf(work) {
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
      machine && Object.fromEntries([peer.maxMachine + 9, -1, 1.5].map((id) => [id, outcomeOf(() => machine(id))]));
    return { empty: empty && outcomeOf(empty), machines };
  },
};

parentPort.postMessage(await probes[probe]());
