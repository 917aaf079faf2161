// Cases that a worker thread or a child process runs with its store. It is started with the URL of the bundle, the name
// of a case, and the arguments of the case as JSON. It sends the case's result, or its error, to the process or thread
// that started it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** The file to start. */
export const file = fileURLToPath(import.meta.url);

/** Swaps with a guard that holds, except for the members of `other`. */
export async function swap(store, space, key, previous, next, other = {}) {
  const { generation, records, now } = await store.read(space, ["head"]);
  return store.swap(space, key, previous, next, { head: records[0], generation, before: now + 60_000, ...other });
}

/** The record of a key. */
export async function record(store, space, key) {
  return (await store.read(space, [key])).records[0];
}

export const cases = {
  /** Every item of a swap's guard is compared. */
  async guard(store, space) {
    assert.equal(store.durable, true);
    const empty = await store.read(space, ["head", "a", "b"]);
    assert.deepEqual(empty.records, [null, null, null]);
    assert.match(empty.generation, /^[!-~]{1,1000}$/);
    assert.ok(Number.isSafeInteger(empty.now));

    const refused = async (previous, other) => {
      const before = (await store.read(space, ["head", "a", "b"])).records;
      assert.equal(await swap(store, space, "a", previous, "refused", other), false);
      assert.deepEqual((await store.read(space, ["head", "a", "b"])).records, before);
    };
    await refused("missing");
    await refused("");
    await refused(null, { head: "1" });
    await refused(null, { generation: `${empty.generation}x` });
    await refused(null, { before: empty.now });
    await refused(null, { before: 0 });
    await refused(null, { before: -Infinity });
    assert.equal(await swap(store, space, "a", null, "1"), true);
    await refused(null);
    await refused("2");
    assert.equal(await swap(store, space, "head", null, "m1"), true);
    await refused("1", { head: null });
    await refused("1", { head: "m2" });
    assert.equal(await swap(store, space, "a", "1", "2", { before: Infinity }), true);
    assert.equal(await swap(store, space, "head", "m1", "m2"), true);
    await refused("2", { head: "m1" });
    assert.equal(await swap(store, space, "b", null, "x".repeat(4000)), true);
    const { records } = await store.read(space, ["b", "a", "never written", "a"]);
    assert.deepEqual(records, ["x".repeat(4000), "2", null, "2"]);
  },

  /** Spaces and keys are told apart, whatever they contain. */
  async names(store, space) {
    const spaces = ["", "ü", "\u2028", "𝕊", "𝕋", '","', "__proto__", "s".repeat(150)].map((name) => space + name);
    const keys = ["", "head", "seat 1", "seat 11", "__proto__", '"', "\\", "k".repeat(40)];
    for (const one of spaces) for (const key of keys) assert.ok(await swap(store, one, key, null, `of ${key}`));
    for (const one of spaces) {
      const { records } = await store.read(one, keys);
      assert.deepEqual(
        records,
        keys.map((key) => `of ${key}`),
      );
    }
  },

  async misuse(store, space) {
    const failed = (work) => assert.rejects(work, { code: "STORE_FAILED" });
    const guard = { head: null, generation: "g", before: 1 };
    for (const one of [1, null, "x".repeat(201), "\n", "\x85", "\ud800"]) await failed(store.read(one, []));
    for (const keys of [null, {}, "a", [1], [null], ["k".repeat(41)], ["ü"], new Array(20_000).fill("a")]) {
      await failed(store.read(space, keys));
    }
    for (const text of [1, undefined, {}, "x".repeat(4001), "ü", "\n"]) {
      await failed(store.swap(space, "a", text, "b", guard));
      await failed(store.swap(space, "a", null, text, guard));
      await failed(store.swap(space, "a", null, "b", { ...guard, head: text }));
      await failed(store.swap(space, "a", null, "b", { ...guard, generation: text }));
    }
    await failed(store.swap(space, null, null, "b", guard));
    await failed(store.swap(space, "a", null, "b", { ...guard, before: "1" }));
    await failed(store.swap(space, "a", null, "b", { ...guard, before: NaN }));
    await failed(store.swap(space, "a", null, "b", null));
  },

  /** Adds 1 to a record `times` times, and to an array of the test after each time. */
  async count(store, space, times, confirmed = new Int32Array(1)) {
    for (let done = 0; done < times;) {
      const previous = await record(store, space, "count");
      if (!(await swap(store, space, "count", previous, `${Number(previous ?? 0) + 1}`))) continue;
      Atomics.add(confirmed, 0, 1);
      done++;
    }
  },

  /** Begins to count, and reports the beginning. */
  async countForEver(store, space, confirmed) {
    await cases.count(store, space, 1, confirmed);
    void cases.count(store, space, Infinity, confirmed);
  },

  async now(store, space) {
    return (await store.read(space, [])).now;
  },

  async record(store, space, key) {
    return record(store, space, key);
  },

  /** Lets a worker thread of this thread do a case. */
  async nested(store, space, name, ...args) {
    return start(new Worker(file, { workerData: { ...given(), name, args: [space, ...args] } }));
  },

  /** Lets several worker threads of this thread count. */
  async nestedCount(store, space, workers, times) {
    await Promise.all(Array.from({ length: workers }, () => cases.nested(store, space, "count", times)));
  },

  /** Fails as the store fails. */
  async failure(store) {
    return store.read("s", []).then(
      () => "it did not fail",
      ({ code, message }) => `${code}: ${message}`,
    );
  },
};

/** The result of a case that a worker or a child process does. */
export async function start(worker) {
  const [{ result, error }] = await once(worker, "message");
  if (error !== undefined) throw new Error(error);
  return result;
}

function given() {
  if (workerData?.url) return workerData;
  const [url, name, args, options] = process.argv.slice(2);
  return { url, name, args: JSON.parse(args), options: options && JSON.parse(options) };
}

async function main() {
  const { url, name, args, options } = given();
  const { threads } = await import(url);
  const send = isMainThread ? (message) => process.send(message) : (message) => parentPort.postMessage(message);
  try {
    send({ result: await cases[name](threads(options), ...args) });
  } catch (error) {
    send({ error: error.stack });
  }
}

if (isMainThread ? process.argv[1] === file : workerData?.url !== undefined) await main();
