// The store of a main thread, for its worker threads, child processes and web workers.

import assert from "node:assert/strict";
import { execFile, fork } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MessageChannel, Worker } from "node:worker_threads";
import { cases, file, record, start, swap } from "../support/lease-threads-cases.mjs";
import { bundle, writeModule } from "../support/lease-threads.mjs";
import { size } from "../support/shared.mjs";

const url = import.meta.resolve("flakekit/lease/threads");
const { threads } = await import(url);
const store = threads();

/** The property of the store's messages. */
const NAME = "flakekit/lease/threads/1";

/** A worker thread that does a case. */
function workerFor(name, ...args) {
  return new Worker(file, { workerData: { url, name, args } });
}

/** A child process that does a case. */
function childFor(name, args, options) {
  return fork(file, [url, name, JSON.stringify(args), ...(options ? [JSON.stringify(options)] : [])]);
}

function served(child) {
  store.serve(child);
  return child;
}

/** Runs a program in a process of its own, without a parent to talk to, and returns what it prints. */
async function run(program) {
  const code = `const url = ${JSON.stringify(url)}, file = ${JSON.stringify(file)}; ${program}`;
  const { stdout } = await promisify(execFile)(process.execPath, [writeModule(code)]);
  return stdout.trim();
}

/** The main thread, and all ways to its store. */
const ways = {
  "the main thread": (name, space) => cases[name](store, space),
  "a worker thread": (name, space) => start(workerFor(name, space)),
  "a worker thread of a worker thread": (name, space) => start(workerFor("nested", space, name)),
  "a child process": (name, space) => start(served(childFor(name, [space]))),
  "a worker thread of a child process": (name, space) => start(served(childFor("nested", [space, name]))),
  "a worker of cluster": async (name, space) => {
    cluster.setupPrimary({ exec: file, args: [url, name, JSON.stringify([space])] });
    const worker = cluster.fork();
    store.serve(worker);
    const result = await start(worker);
    worker.kill();
    return result;
  },
  "the other end of a port": async (name, space) => {
    const { port1, port2 } = new MessageChannel();
    store.serve(port1);
    const result = await cases[name](threads({ port: port2 }), space);
    port1.close();
    return result;
  },
};

for (const [way, perform] of Object.entries(ways)) {
  test(`a swap applies only if the record and its guard are as they were read: ${way}`, () =>
    perform("guard", `guard ${way}`));
  test(`spaces and keys of any characters are told apart: ${way}`, () => perform("names", `names ${way}`));
  test(`what is no record, key, space or guard is refused: ${way}`, () => perform("misuse", `misuse ${way}`));
}

for (const count of [4, 16]) {
  test(`no swap is lost when ${count} threads, child processes and the main thread race`, async () => {
    const space = `race of ${count}`;
    const workers = Array.from({ length: count }, () => start(workerFor("count", space, 100)));
    const child = start(served(childFor("count", [space, 20])));
    const workersOfChild = start(served(childFor("nestedCount", [space, 2, 10])));
    await Promise.all([...workers, child, workersOfChild, cases.count(store, space, 100)]);
    assert.equal(await record(store, space, "count"), `${count * 100 + 20 + 2 * 10 + 100}`);
  });
}

test("no swap is lost when threads are terminated at any moment", async () => {
  const space = "terminated";
  const [rounds, atOnce] = [size(5, 15), 4];
  const [confirmed, own] = [new Int32Array(new SharedArrayBuffer(4)), new Int32Array(1)];
  for (let round = 0; round < rounds; round++) {
    const workers = Array.from({ length: atOnce }, () => workerFor("countForEver", space, confirmed));
    await Promise.all(workers.map(start));
    for (const worker of workers) {
      await cases.count(store, space, Math.floor(Math.random() * 5), own);
      await worker.terminate();
    }
  }
  const all = Number(await record(store, space, "count"));
  const least = own[0] + confirmed[0];
  // A thread may have been ended after a swap and before it added to its array.
  assert.ok(all >= least && all <= least + rounds * atOnce, `${all} counted, ${least} confirmed`);
});

test("no swap is lost when child processes are killed", async () => {
  for (let round = 1; round <= 4; round++) {
    const children = Array.from({ length: 2 }, () => served(childFor("countForEver", ["killed"])));
    await Promise.all(children.map(start));
    await cases.count(store, "not killed", 10);
    const exits = children.map((child) => once(child, "exit"));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(exits);
    const last = Number(await record(store, "killed", "count"));
    assert.ok(last >= 2 * round);
    await cases.count(store, "killed", 10);
    assert.equal(await record(store, "killed", "count"), `${last + 10}`);
    assert.equal(await record(store, "not killed", "count"), `${10 * round}`);
  }
});

test("worker threads go on while the main thread is blocked", async () => {
  const program = `
    import { Worker } from "node:worker_threads";
    const { cases } = await import(file);
    const { threads } = await import(url);
    const store = threads();
    const counted = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(file, { workerData: { url, name: "count", args: ["s", 10, counted] } });
    for (let i = 0; i < 10; i = Atomics.load(counted, 0)) Atomics.wait(counted, 0, i, 1);
    console.log((await store.read("s", ["count"])).records[0]);`;
  assert.equal(await run(program), "10");
});

test("records outgrow the first memory", async () => {
  const space = "growth";
  const keys = Array.from({ length: 300 }, (_, i) => `seat ${i}`);
  for (const key of keys) assert.ok(await swap(store, space, key, null, key.padEnd(2000, ".")));
  const { records } = await store.read(space, keys);
  assert.deepEqual(
    records,
    keys.map((key) => key.padEnd(2000, ".")),
  );
  assert.equal(await start(workerFor("record", space, "seat 7")), "seat 7".padEnd(2000, "."));
});

test("all threads and processes have one clock", async () => {
  let last = 0;
  for (const perform of [...Object.values(ways), ...Object.values(ways).slice(0, 2)]) {
    const now = await perform("now", "clock");
    assert.ok(now >= last, `${now} after ${last}`);
    last = now;
  }
  assert.ok(Math.abs(last - Date.now()) < 60_000, "it is the system's clock");
});

test("each call returns the same store, whichever copy of the package makes it", async () => {
  const copy = await import(await bundle("threads/index", { define: { VERSION: '"9.9.9"' } }));
  assert.equal(threads(), store);
  assert.equal(copy.threads(), store);
  const { port1, port2 } = new MessageChannel();
  assert.equal(threads({ port: port1 }), threads({ port: port1 }));
  assert.equal(threads({ port: port1 }).location, threads({ port: port1 }).location);
  assert.notEqual(threads({ port: port1 }).location, threads({ port: port2 }).location);
});

test("wrong arguments are refused", () => {
  for (const options of [null, 1, { parents: false }, { parent: 0 }, { port: {} }]) {
    assert.throws(() => threads(options), { code: "INVALID_OPTION" });
  }
  for (const worker of [undefined, null, 1, {}, "child", { process: {} }]) {
    assert.throws(() => store.serve(worker), { code: "INVALID_OPTION" });
  }
});

test("a worker thread, a child process and the main thread end although they have a store", async () => {
  const program = `
    import { fork } from "node:child_process";
    import { once } from "node:events";
    import { MessageChannel, Worker } from "node:worker_threads";
    const { start } = await import(file);
    const { threads } = await import(url);
    const store = threads();
    store.serve(new MessageChannel().port1);
    const child = (name) => fork(file, [url, name, '["s", "now"]']);
    const workers = [
      new Worker(file, { workerData: { url, name: "now", args: ["s"] } }),
      child("now"),
      child("nested"),
    ];
    store.serve(workers[1]);
    store.serve(workers[2]);
    const ended = workers.map(async (worker) => {
      const [[code], now] = await Promise.all([once(worker, "exit"), start(worker)]);
      console.log(code, typeof now);
    });
    Promise.all(ended).then(() => console.log("all"));
    process.on("exit", () => console.log("main"));`;
  assert.equal(await run(program), "0 number\n0 number\n0 number\nall\nmain");
});

test("a child process stays alive while it waits for an answer", async () => {
  const child = childFor("now", ["s"]);
  const result = start(child);
  // By then the child has nothing else to do than to wait.
  await once(child, "spawn");
  store.serve(child);
  assert.ok(Number.isSafeInteger(await result));
});

test("a worker thread that was started before the main thread's store finds it", async () => {
  const program = `
    import { Worker } from "node:worker_threads";
    import { once } from "node:events";
    const { threads } = await import(url);
    const worker = new Worker(file, { workerData: { url, name: "record", args: ["s", "a"] } });
    await once(worker, "online");
    const store = threads();
    const { generation, now } = await store.read("s", []);
    await store.swap("s", "a", null, "from the main thread", { head: null, generation, before: now + 60_000 });
    const [{ result }] = await once(worker, "message");
    console.log(result);`;
  assert.match(await run(program), /^(from the main thread|null)$/);
});

test("before Node 20.16, which has no getBuiltinModule, threads find the store too", async () => {
  const program = `
    import { Worker } from "node:worker_threads";
    process.getBuiltinModule = undefined;
    const cases = await import(file);
    const { threads } = await import(url);
    const store = threads();
    const options = { execArgv: ["--import", "data:text/javascript,process.getBuiltinModule=undefined"] };
    const worker = new Worker(file, { workerData: { url, name: "guard", args: ["w"] }, ...options });
    await cases.start(worker);
    await cases.cases.guard(store, "m");
    console.log(await cases.record(store, "w", "a"));`;
  assert.equal(await run(program), "2");
});

// Both tests wait for 4 s.
describe("a store that is not served", { concurrency: 2 }, () => {
  test("where nobody serves, the store fails and names the remedy", async () => {
    const program = `
      import { fork } from "node:child_process";
      import { on, once } from "node:events";
      import { Worker } from "node:worker_threads";
      // In this test, nobody hides the requests.
      const result = async (child) => {
        for await (const [message] of on(child, "message")) if ("result" in message) return message.result;
      };
      console.log((await Promise.all([
        result(new Worker(file, { workerData: { url, name: "failure", args: [] } })),
        result(fork(file, [url, "failure", "[]"])),
        result(fork(file, [url, "failure", "[]", JSON.stringify({ parent: false })])),
      ])).join("\\n"));`;
    const [worker, child, independent] = (await run(program)).split("\n");
    assert.match(worker, /^STORE_FAILED: .*call threads\(\) in the main thread before it starts workers/);
    assert.match(child, /^STORE_FAILED: .*call threads\(\)\.serve\(child\) in the parent process/);
    assert.equal(independent, "it did not fail");
  });

  test("a store that was not served is found as soon as it is", async () => {
    const { port1, port2 } = new MessageChannel();
    const other = threads({ port: port2 });
    await assert.rejects(other.read("s", []), { code: "STORE_FAILED", message: /call threads\(\)\.serve\(port\)/ });
    store.serve(port1);
    assert.equal((await other.read("s", [])).generation, (await store.read("s", [])).generation);
    port1.close();
  });
});

test("parent: false is refused if the parent's store is in use", async () => {
  const program = `
    import { fork } from "node:child_process";
    if (process.send === undefined) fork(process.argv[1]);
    else {
      const { threads } = await import(url);
      threads();
      try { threads({ parent: false }); } catch ({ code }) { console.log(code); }
    }`;
  assert.equal(await run(program), "INVALID_OPTION");
});

test("a child process learns at once that the main process has ended", async () => {
  const program = `
    import { fork } from "node:child_process";
    if (process.send === undefined) fork(process.argv[1]).on("message", ({ isAsking }) => isAsking && process.exit());
    else {
      const { threads } = await import(url);
      const answer = threads().read("s", []).catch(({ code, message }) => console.log(code, message));
      process.send({ isAsking: true });
      await answer;
      await threads().read("s", []).catch(({ code, message }) => console.log(code, message));
    }`;
  const [first, second] = (await run(program)).split("\n");
  assert.match(first, /^STORE_FAILED the main process has ended/);
  assert.match(second, /^STORE_FAILED .*cannot be asked/);
});

test("messages of the user arrive complete and in order, whoever listens late, and without the store's", async () => {
  const program = `
    import { fork } from "node:child_process";
    import { once } from "node:events";
    const { threads } = await import(url);
    const store = threads();
    const got = [];
    if (process.send === undefined) {
      const child = fork(process.argv[1]);
      store.serve(child);
      store.serve(child);
      child.send("to child 1");
      child.send("to child 2");
      // The loop ends when the child has sent its messages and used the store.
      while ((await store.read("s", ["ready"])).records[0] === null) await new Promise(setImmediate);
      child.on("message", (message) => got.push(message));
      child.once("message", () => child.send("to child 3"));
      await once(child, "exit");
      console.log(JSON.stringify(got));
    } else {
      process.send("to main 1");
      const { generation, now } = await store.read("s", []);
      process.send("to main 2");
      await store.swap("s", "ready", null, "1", { head: null, generation, before: now + 60_000 });
      process.once("message", (message) => {
        got.push(message);
        process.on("message", (message) => {
          got.push(message);
          if (got.length === 3) process.send({ got }, () => process.disconnect());
        });
      });
      await store.read("s", []);
    }`;
  assert.deepEqual(JSON.parse(await run(program)), [
    "to main 1",
    "to main 2",
    { got: ["to child 1", "to child 2", "to child 3"] },
  ]);
});

test("a child process that sends nonsense harms nobody", async () => {
  const nonsense = `
    const NAME = ${JSON.stringify(NAME)};
    const contents = [
      null, 1, "x", [], {}, { id: 1 }, { id: null, call: "read" }, { id: {} }, { id: "x".repeat(1e6), call: "read" },
      { id: "a" }, { id: "b", call: "read" }, { id: "c", call: "read", space: 1, keys: [] }, { id: "d", call: 1 },
      { id: "e", call: "read", space: "s", keys: new Array(1e5).fill("a") }, { id: "f", call: "__proto__" },
      { id: "g", call: "swap", space: "s" }, { id: "h", call: "swap", space: "s", key: "a", previous: null, next: 1 },
      { id: "i", call: "open", shared: "no" }, { to: "a", answer: 1 }, { to: { a: 1 } }, { __proto__: null, id: "j" },
      process.argv[2] === "advanced" ? new Map([["id", 1n]]) : "map",
    ];
    let refusals = 0;
    process.on("message", ({ [NAME]: { to, refusal } }) => {
      if (refusal !== undefined) refusals++;
      if (to === "last") process.send({ refusals }, () => process.exit());
    });
    for (const content of [...contents, { id: "last", call: "open" }]) process.send({ [NAME]: content });`;
  for (const serialization of ["json", "advanced"]) {
    const child = served(fork(writeModule(nonsense), [serialization], { serialization }));
    assert.deepEqual(await once(child, "message"), [{ refusals: 9 }, undefined]);
  }
  // The child asks, and ends before it is answered.
  const program = `for (let i = 0; i < 100; i++) process.send({ [${JSON.stringify(NAME)}]: { id: "x", call: "open" } });
    process.kill(process.pid, "SIGKILL");`;
  await once(served(fork(writeModule(program))), "exit");
  await cases.guard(store, "after nonsense");
});

test("answers that are wrong, repeated, or to nobody do no harm", async () => {
  const { port1, port2 } = new MessageChannel();
  const replies = {
    open: () => [{ answer: {} }, { answer: { memory: 1 } }],
    read: ({ space }) =>
      ({ wrong: [{ answer: 5 }], none: [null, { answer: null }], refused: [{ refusal: "no" }] })[space],
    swap: () => [{ answer: "yes" }],
  };
  port1.on("message", ({ [NAME]: { id, call, ...rest } }) => {
    port1.postMessage({ [NAME]: { to: "nobody", answer: 1 } });
    port1.postMessage({ [NAME]: null });
    port1.postMessage("a message of the user");
    for (const reply of replies[call](rest)) port1.postMessage({ [NAME]: { to: id, ...reply } });
  });
  const other = threads({ port: port2 });
  await assert.rejects(other.read("wrong", []), { code: "STORE_FAILED", message: /nonsense/ });
  await assert.rejects(other.read("none", []), { code: "STORE_FAILED", message: /nonsense/ });
  await assert.rejects(other.read("refused", []), { code: "STORE_FAILED", message: "no" });
  const guard = { head: null, generation: "g", before: 1 };
  await assert.rejects(other.swap("s", "a", null, "b", guard), { code: "STORE_FAILED", message: /nonsense/ });
  port1.close();
});

for (const isIsolated of [true, false]) {
  test(`a web worker has the store of its page, ${isIsolated ? "with" : "without"} shared memory`, async () => {
    // Node has no web workers, so this is a thread that looks like one.
    const program = `
      import { parentPort } from "node:worker_threads";
      import { cases } from ${JSON.stringify(file)};
      globalThis.DedicatedWorkerGlobalScope = class {
        static [Symbol.hasInstance](value) {
          return value === globalThis;
        }
      };
      for (const name of ["postMessage", "addEventListener", "removeEventListener"]) {
        globalThis[name] = parentPort[name].bind(parentPort);
      }
      Object.defineProperty(globalThis, "process", { value: undefined });
      const { threads } = await import(${JSON.stringify(url)});
      await cases.guard(threads(), "web worker ${isIsolated}");
      postMessage("done");`;
    const worker = new Worker(writeModule(program));
    const seen = [];
    store.serve({
      postMessage: (message) => {
        // What cannot be cloned does not arrive.
        if (isIsolated || !message[NAME].answer?.memory) worker.postMessage(message);
      },
      addEventListener: (_, listener) =>
        worker.on("message", (data) => {
          listener({ data, stopImmediatePropagation: () => seen.push(data[NAME].call) });
        }),
      removeEventListener: () => {},
    });
    await once(worker, "exit");
    assert.equal(await record(store, `web worker ${isIsolated}`, "a"), "2");
    assert.equal(seen[0], "open");
    // With shared memory, the answer to `open` is enough.
    assert.equal(seen.includes("read"), !isIsolated);
  });
}

test("bundlers for browsers find nothing that a browser lacks", async () => {
  const { build } = await import("esbuild");
  const { outputFiles, warnings } = await build({
    bundle: true,
    entryPoints: [fileURLToPath(url)],
    format: "esm",
    logLevel: "silent",
    platform: "browser",
    write: false,
  });
  assert.deepEqual(warnings, []);
  assert.doesNotMatch(outputFiles[0].text, /(import|require)\(["'`]|from ["']/);
});
