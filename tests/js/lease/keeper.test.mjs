// Leases over time: windows that end and are extended, seats that are lost, stores that fail, clocks that go wrong.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { batch, discord, fill, sno, snowflakeSI, withOptions } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { Clocks, ControlledStore, rejected, until } from "../support/leases.mjs";
import { increasing, refused } from "../support/shared.mjs";
import { project } from "../support/project.mjs";

const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

/** A lease of one seat with clocks that the test moves, and its store. */
async function controlled(context, options, format = discord) {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = await lease(format, { store, nodes: [3, 3], ...options });
  context.after(() => ids.close());
  return { clocks, store, ids };
}

/** The time of an ID. */
const timeOf = (id) => discord.decode(id).timestamp;

test("the window is extended before it ends, without a gap", async (context) => {
  const store = new ControlledStore();
  const ids = await lease(discord, { store, window: 300 });
  context.after(() => ids.close());
  const first = store.seats("discord")[0];
  await until(() => ids.status().until > first.until + 600);
  const [{ owner, from }] = store.seats("discord");
  assert.deepEqual([owner, from], [first.owner, first.from]);
});

test("after the window, what is left of it is used up to maxLag behind the clock; then next throws LEASE_EXPIRED", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxLag: 2_000 });
  store.before = () => {
    throw new Error("the store is down");
  };
  const end = ids.status().until;
  clocks.advance(11_000);
  const late = ids.next();
  assert.ok(timeOf(late) < end && timeOf(late) >= clocks.store() - 2_000);
  assert.equal(ids.status().state, "expired");
  clocks.advance(2_000);
  refused("LEASE_EXPIRED", () => ids.next(), "nextAsync");
  refused("LEASE_EXPIRED", () => batch(ids, 5), "0");
});

test("nextAsync waits for a new window, with what failed as the cause if there is none", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxWait: 40 });
  const before = ids.next();
  const down = new Error("the store is down");
  store.before = () => Promise.reject(down);
  clocks.advance(60_000);
  let error;
  ids.nextAsync().catch((reason) => (error = reason));
  await until(() => {
    clocks.advance(5);
    return error;
  });
  assert.ok(["STORE_FAILED", "LEASE_EXPIRED"].includes(error.code), error);
  assert.ok(error.cause === down || error.cause.cause === down);
  assert.equal(ids.status().lastError.cause, down);

  store.before = () => undefined;
  const made = await Promise.all([ids.nextAsync(), ids.nextAsync(), ids.nextAsync()]);
  assert.ok(increasing([before, ...made]));
  assert.ok(timeOf(made[0]) >= clocks.store() - 1_000);
  assert.equal(ids.status().lastError, null);
});

test("calls of nextAsync that wait for the same window do not wait maxWait one after the other", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxWait: 40 });
  store.before = () => Promise.reject(new Error("the store is down"));
  clocks.advance(60_000);
  let settled = 0;
  const began = clocks.store();
  const calls = Array.from({ length: 100 }, () => ids.nextAsync().catch(({ code }) => code));
  for (const call of calls) call.then(() => (settled += 1));
  await until(() => {
    clocks.advance(1);
    return settled === calls.length;
  });
  const codes = new Set(await Promise.all(calls));
  assert.ok(
    [...codes].every((code) => ["STORE_FAILED", "LEASE_EXPIRED"].includes(code)),
    [...codes].join(),
  );
  assert.ok(clocks.store() - began < 1_000, `${clocks.store() - began}`);

  store.before = () => undefined;
  const made = await Promise.all(Array.from({ length: 100 }, () => ids.nextAsync()));
  assert.ok(increasing(made));
});

test("calls of nextAsync that wait for a window end when the lease is closed", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxWait: 3_600_000 });
  // Another lease of the seat goes on.
  const other = await lease(discord, { store, nodes: [3, 3] });
  context.after(() => other.close());
  store.before = () => Promise.reject(new Error("the store is down"));
  clocks.advance(60_000);
  const waiting = [ids.nextAsync(), ids.nextAsync()];
  await until(() => ids.status().lastError);
  await ids.close();
  for (const call of waiting) await rejected("GENERATOR_FREED", call);
});

test("calls of nextAsync are served in their order across an extension", async (context) => {
  const { clocks, ids } = await controlled(context, { maxWait: 10_000 });
  clocks.advance(60_000);
  const made = await Promise.all(Array.from({ length: 50 }, () => ids.nextAsync()));
  assert.ok(increasing(made));
});

test("a batch that the window has no room for is refused at once, and consumes nothing", async (context) => {
  const { clocks, ids } = await controlled(context, { window: 10 }, si);
  const room = Number(/room for (\d+)/.exec(caught(() => batch(ids, 100_000)).message)[1]);
  assert.ok(room > 0 && room <= 10 * 256, `${room}`);
  assert.equal(caught(() => fill(ids, new Float64Array(100_000))).code, "LEASE_EXPIRED");
  const id = si.decode(ids.next());
  assert.deepEqual([id.timestamp, id.sequence], [clocks.store(), 0]);
});

/** The error that a call throws. */
function caught(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}

test("a lease whose seat somebody else has got claims another one, and its IDs increase", async (context) => {
  const { clocks, store, ids } = await controlled(context, { nodes: [3, 4], maxWait: 60_000 });
  const first = ids.status().fields.processId;
  const before = [...batch(ids, 10)];
  // The seat is free after the window, and a process that is not late takes it.
  clocks.advance(10_001);
  const other = await lease(discord, { store: store.connect(), nodes: [3, 4] });
  const another = await lease(discord, { store: store.connect(), nodes: [3, 4] });
  const freed = [other, another].find((ids) => ids.status().fields.processId !== first);
  await freed.close();
  clocks.advance(1);
  const after = [await ids.nextAsync(), ids.next()];
  // IDs of the rest of the first window may come first.
  await until(() => ids.status().fields.processId !== first);
  after.push(ids.next());
  assert.ok(increasing([...before, ...after]));
  await Promise.all([other.close(), another.close()]);
});

test("a process that was stopped for longer than its window makes only IDs of its windows", async (context) => {
  const { clocks, store, ids } = await controlled(context, { maxLag: 86_400_000, maxLead: 86_400_000 });
  const { from, until: end } = store.seats("discord")[0];
  ids.next();
  clocks.advance(25_000);
  const other = await lease(discord, { store: store.connect(), nodes: [3, 3] });
  for (let i = 0; i < 5; i++) {
    const time = timeOf(ids.next());
    assert.ok(time >= from && time < end, "the old window");
    assert.ok(timeOf(other.next()) >= end, "the new one");
  }
  await other.close();
});

test("lease waits for a store that may have forgotten windows, and says so", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  store.durable = false;
  const told = [];
  const onChange = ({ lastError }) => told.push(lastError?.message);
  // The grace period is 400 ms, because the lease waits for its end on a real timer.
  const leased = lease(discord, { store, window: 200, clockSkew: 0, onChange });
  await until(() => told.length > 0);
  assert.match(told[0], /forgotten/);
  assert.deepEqual(store.seats("discord"), []);
  clocks.advance(400);
  const ids = await leased;
  assert.equal(store.seats("discord").length, 1);

  // A holder goes on after a restart of the store that forgets everything.
  store.records("discord").clear();
  store.generation = "g2";
  const before = ids.status().until;
  clocks.advance(120);
  ids.next();
  await until(() => ids.status().until > before);
  assert.equal(ids.status().state, "held");
  await ids.close();
});

test("the lease runs on the store's clock, however wrong this machine's clocks are", async (context) => {
  const { clocks, ids } = await controlled(context, { maxWait: 60_000 });
  const made = [ids.next()];
  const check = async (what) => {
    made.push(await ids.nextAsync());
    const lag = clocks.store() - timeOf(made.at(-1));
    assert.ok(Math.abs(lag) <= 20, `${what}: ${lag} ms behind`);
  };
  await check("at first");
  for (const step of [3 * 3_600_000, -7 * 3_600_000, 86_400_000]) {
    clocks.stepWall(step);
    clocks.advance(5);
    refused("LEASE_EXPIRED", () => ids.next());
    await check(`a step of ${step} ms`);
  }
  clocks.sleep(8 * 3_600_000);
  await check("a night's sleep");
  for (let i = 0; i < 20; i++) {
    clocks.drift(9);
    clocks.advance(4_000);
    const { until: before } = ids.status();
    ids.next();
    // Timers extend the window every third of it. In this test, it is extended when half of it has passed.
    if (i % 2 === 1) await until(() => ids.status().until > before);
    await check("clocks that run fast");
  }
  assert.ok(increasing(made));
});

test("a lease on a machine whose clock is hours off makes correct IDs from the first one on", async (context) => {
  const clocks = new Clocks(context);
  let offset = 0;
  for (const step of [5 * 3_600_000, -10 * 3_600_000]) {
    clocks.stepWall(step);
    offset += step;
    const ids = await lease(sno, { store: new ControlledStore({ clock: clocks.store }) });
    assert.ok(Math.abs(sno.decode(ids.next()).timestamp - clocks.store()) <= 4);
    assert.ok(Math.abs(ids.status().offset + offset) <= 4);
    await ids.close();
  }
});

test("IDs do not lead the store's clock if the store's answers are slow", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  store.before = () => clocks.advance(400);
  const ids = await lease(discord, { store });
  context.after(() => ids.close());
  for (let i = 0; i < 10; i++) {
    assert.ok(timeOf(ids.next()) <= clocks.store());
    clocks.advance(1_000);
    await ids.nextAsync();
  }
});

test("a store that throws, rejects or answers nonsense is STORE_FAILED, and the lease goes on when it is well", async () => {
  const failures = {
    "an exception": (store) => {
      store.read = () => {
        throw new Error("no network");
      };
    },
    "a rejection without an error": (store) => {
      store.before = () => Promise.reject(new Error("no network"));
    },
    "a clock in fractions": (store) => {
      store.change = (answer) => ({ ...answer, now: answer.now + 0.5 });
    },
    "a clock in the form of a text": (store) => {
      store.change = (answer) => ({ ...answer, now: String(answer.now) });
    },
    "no generation": (store) => {
      store.change = (answer) => ({ ...answer, generation: "" });
    },
    "a generation of two lines": (store) => {
      store.change = (answer) => ({ ...answer, generation: "a\nb" });
    },
    "a generation of two words": (store) => {
      store.change = (answer) => ({ ...answer, generation: "a b" });
    },
    "too few records": (store) => {
      store.change = (answer) => ({ ...answer, records: [] });
    },
    "records that are no texts": (store) => {
      store.change = (answer) => ({ ...answer, records: answer.records.map(() => 5) });
    },
    "records that are undefined": (store) => {
      store.change = (answer) => ({ ...answer, records: answer.records.map(() => undefined) });
    },
    nothing: (store) => {
      store.change = () => undefined;
    },
    "a swap that answers with a number": (store) => {
      store.swap = () => Promise.resolve(1);
    },
    "a swap that never applies": (store) => {
      store.swap = () => Promise.resolve(false);
    },
    "a record of a later version": (store) => {
      store.records("discord").set("head", "2 something else");
    },
    "a damaged record": (store) => {
      store.records("discord").set("seat 3.0", "1 owner=? from=0 until=5");
    },
  };
  for (const [what, fail] of Object.entries(failures)) {
    const store = new ControlledStore();
    fail(store);
    const records = [...store.records("discord")];
    const error = await rejected("STORE_FAILED", lease(discord, { store, nodes: [3, 3], maxWait: 80 })).catch(
      (error) => {
        error.message = `${what}: ${error.message}`;
        throw error;
      },
    );
    for (const [key, record] of records) {
      assert.ok(error.message.includes(record.slice(0, 20)), `${what}: ${error.message}`);
      assert.equal(store.records("discord").get(key), record);
    }
    const ids = await lease(discord, { store: store.connect(), nodes: [3, 3], maxWait: 2_000, space: "well" });
    ids.next();
    await ids.close();
  }
});

test("while no seat is free, IDs of the last window cause no more attempts than timers do", async (context) => {
  const store = new ControlledStore();
  const ids = await lease(discord, { store, nodes: [3, 3] });
  context.after(() => ids.close());
  const [{ key, from, until: end }] = store.seats("discord");
  store.records("discord").set(key, `1 owner=00000000000000ff from=${from} until=${end + 60_000}`);
  // The window ends when another window begins, whose IDs are refused.
  const { now } = performance;
  performance.now = () => now.call(performance) + 6_000;
  context.after(() => delete performance.now);
  const start = store.calls.length;
  for (const stop = Date.now() + 1_000; Date.now() < stop;) {
    ids.next();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const { code } = ids.status().lastError;
  assert.equal(code, "NO_FREE_SEAT");
  assert.ok(store.calls.length - start < 20, `${store.calls.length - start} calls`);
});

test("calls of close end together, when the seat is released", async () => {
  const store = new ControlledStore();
  const ids = await lease(discord, { store });
  ids.free();
  await ids.close();
  assert.equal(store.seats("discord")[0].owner, "-");
  assert.equal(ids.close(), ids.close());
});

test("an error of a store that is no STORE_FAILED is its cause", async () => {
  const { cause } = await rejected(
    "STORE_FAILED",
    lease(discord, { store: memory({ clock: () => NaN }), maxWait: 20 }),
  );
  assert.equal(cause.code, "CLOCK_INVALID");
});

test("a store that does not answer is STORE_FAILED after maxWait", async () => {
  const store = new ControlledStore();
  store.before = () => new Promise(() => {});
  await rejected("STORE_FAILED", lease(discord, { store, maxWait: 50 }), "50 ms");
});

test("a store that takes too long for a swap is STORE_FAILED, and is not asked again at once", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  // The call takes a millisecond more than a swap may take, because the monotonic clock has fractions, whose
  // differences are rounded.
  store.before = (name) => (name === "swap" ? clocks.advance(2_001) : undefined);
  await rejected("STORE_FAILED", lease(discord, { store, maxWait: 40 }), "too slow", "2000 ms");
  assert.deepEqual(store.calls, ["read", "swap"]);
});

test("a window that an answer was lost for is extended before it ends", async (context) => {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  const ids = await lease(discord, { store });
  context.after(() => ids.close());
  const { until: first } = ids.status();
  clocks.advance(5_000);
  store.before = () => {
    clocks.advance(3_000);
    throw new Error("no answer");
  };
  ids.next();
  await until(() => ids.status().lastError !== null);
  store.before = () => undefined;
  clocks.advance(1_900);
  const calls = store.calls.length;
  ids.next();
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(store.calls.length > calls, "the call of next begins an extension");
  await until(() => ids.status().until > first);
});

test("a swap whose answer is lost is found again", async () => {
  const store = new ControlledStore();
  const { swap } = ControlledStore.prototype;
  let lost = 0;
  store.swap = async (...args) => {
    await swap.apply(store, args);
    if (lost++ < 2) throw new Error("connection reset");
    return false;
  };
  const ids = await lease(discord, { store, nodes: [3, 3] });
  assert.equal(store.seats("discord").length, 1);
  assert.equal(ids.status().until, store.seats("discord")[0].until);
  await ids.close();
});

test("a space with other terms is SPACE_MISMATCH, at once, and names both values", async () => {
  const store = new ControlledStore();
  const ids = await lease(discord, { store, space: "s" });
  for (const [format, options, ...words] of [
    [si, {}, "time:40", "time:42"],
    [withOptions(discord, { epoch: "2020-01-01" }), {}, "1420070400000"],
    [discord, { workerId: 3 }, "bits"],
    [discord, { shares: 2 }, "0-1023/1/10000", "0-1023/2/10000", "migrate"],
    [discord, { window: 20_000 }, "0-1023/1/20000"],
    [discord, { nodes: [0, 9] }, "0-9/1/10000"],
    [discord, { clockSkew: 500 }, "1000 ms", "500 ms"],
    [discord, { window: 1_000 }, "2000 ms", "1000 ms"],
  ]) {
    await rejected("SPACE_MISMATCH", lease(format, { store: store.connect(), space: "s", ...options }), ...words);
  }
  assert.equal(ids.status().state, "held");
  await ids.close();
});

test("an exception of onChange reaches the process, and the lease goes on", async () => {
  const program = `
    import { discord } from "flakekit";
    import { lease } from "flakekit/lease";
    import { ControlledStore } from "./support/leases.mjs";
    const seen = [];
    process.on("uncaughtException", (error) => seen.push(error.message));
    const onChange = () => { throw new Error("mine"); };
    const ids = await lease(discord, { store: new ControlledStore(), onChange });
    ids.next();
    await ids.close();
    console.log(seen.join());`;
  assert.equal(await run(program), "mine,mine");
});

test("a lease does not keep the process alive, and a wait for one does", async () => {
  const begin = `
    import { discord } from "flakekit";
    import { lease } from "flakekit/lease";
    import { ControlledStore } from "./support/leases.mjs";
    const store = new ControlledStore();`;
  assert.equal(await run(`${begin} await lease(discord, { store }); console.log("held");`), "held");
  const wait = `${begin}
    const holder = await lease(discord, { store: store.connect(), nodes: [1, 1] });
    const error = await lease(discord, { store, nodes: [1, 1], maxWait: 300 }).catch((error) => error);
    console.log(error.code);`;
  assert.equal(await run(wait), "NO_FREE_SEAT");
  // Neither the store nor its timers keep the process alive.
  const close = `${begin}
    const ids = await lease(discord, { store });
    store.before = () => new Promise(() => undefined);
    await ids.close();
    console.log("closed");`;
  assert.equal(await run(close), "closed");
});

/** Runs a module in a new process, and returns what it prints. */
async function run(program) {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: project,
    timeout: 60_000,
  });
  return stdout.trim();
}

test("leases that are collected without being closed release their seat", async () => {
  const program = `
    import { setFlagsFromString } from "node:v8";
    import { runInNewContext } from "node:vm";
    import { discord } from "flakekit";
    import { lease } from "flakekit/lease";
    import { ControlledStore } from "./support/leases.mjs";
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const store = new ControlledStore();
    const open = async () => void (await lease(discord, { store }));
    for (let i = 0; i < 5; i++) await open();
    while (store.seats("discord").some(({ owner }) => owner !== "-")) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    console.log("released");`;
  assert.equal(await run(program), "released");
});
