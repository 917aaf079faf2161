// Calls that must not grow the core's memory, which never shrinks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh } from "../support/fresh.mjs";
import { size } from "../support/shared.mjs";

/** Runs `work` once, and then a hundred times. Returns by how many bytes these hundred times have grown the core's memory. */
const grown = (setUp, work) =>
  fresh(`
    import { readFileSync } from "node:fs";
    import { batch, batchBytes, discord, generator, resume, sno, withOptions } from "flakekit";
    const { version } = JSON.parse(readFileSync("node_modules/flakekit/package.json"));
    const size = () => globalThis[Symbol.for("flakekit " + version + " core")].memory.buffer.byteLength;
    ${setUp}
    const work = () => { ${work} };
    work();
    const before = size();
    for (let i = 0; i < 100; i++) work();
    tell(size() - before);
  `);

test("making and reading IDs in every way does not grow the memory", () => {
  const setUp = `
    const ids = generator(discord, { workerId: 1, processId: 0, onExhausted: "lead", maxLead: 86400000 });
    const texts = generator(sno, { partition: 1, onExhausted: "lead", maxLead: 86400000 });`;
  const work = `
    batch(ids, 10000);
    batchBytes(texts, 10000);
    batch(texts, 1000);
    for (let i = 0; i < 1000; i++) discord.decode(ids.nextText()), sno.decode(texts.next());`;
  assert.equal(grown(setUp, work), 0);
});

test("one generator for each ID does not grow the memory", () => {
  const work = `for (let i = 0; i < 1000; i++) generator(discord, { workerId: 1, processId: 0 }).next();`;
  assert.equal(grown("", work), 0);
});

test("a generator for each ID with policies and a maxWait of its own does not grow the memory", () => {
  const setUp = `
    let made = 0;
    const options = () => ({
      maxWait: made++,
      maxLead: made * 7,
      onRollback: ["lead", "wait", "throw"][made % 3],
      onExhausted: ["wait", "lead"][made % 2],
    });`;
  const work = `
    for (let i = 0; i < 1000; i++) {
      const ids = generator(discord, { workerId: 1, processId: 0, ...options() });
      if (i % 100 === 0 && made > 10_000) ids.next();
    }`;
  assert.equal(grown(setUp, work), 0);
});

/** How many rounds of 1000 leases follow the first ones. */
const ROUNDS = size(8, 20);

test("leases that are closed, or collected without being closed, do not grow the memory", async () => {
  const program = (end) => `
    import { readFileSync } from "node:fs";
    import { setFlagsFromString } from "node:v8";
    import { runInNewContext } from "node:vm";
    import { discord } from "flakekit";
    import { lease, memory } from "flakekit/lease";
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const { version } = JSON.parse(readFileSync("node_modules/flakekit/package.json"));
    const size = () => globalThis[Symbol.for("flakekit " + version + " core")].memory.buffer.byteLength;
    const store = memory();
    // The first lease stays open, so that the seat is never released.
    const first = await lease(discord, { store });
    let made = 0;
    let collected = 0;
    const registry = new FinalizationRegistry(() => collected++);
    const makeLeases = async () => {
      // All leases of a round exist at the same time, so that each round needs the same memory.
      const round = [];
      for (let i = 0; i < 1000; i++) {
        const ids = await lease(discord, { store });
        registry.register(ids);
        made++;
        round.push(ids);
        ids.next();
        ${end}
      }
    };
    const work = async () => {
      await makeLeases();
      // Collected leases are closed in turns of the event loop. Something may still refer to the last lease.
      while (collected < made - 1) {
        collect();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    for (let i = 0; i < 3; i++) await work();
    const before = size();
    for (let i = 0; i < ${ROUNDS}; i++) await work();
    tell(size() - before);`;
  // The leases would take half a MiB in each round. The leases of two rounds may exist at once, because the engine
  // decides when an object is collected.
  assert.ok(fresh(program("await ids.close();")) < 2 ** 21);
  assert.ok(fresh(program("")) < 2 ** 21);
});

test("formats and refusals do not grow the memory", () => {
  const work = `
    for (let i = 0; i < 100; i++) {
      generator(withOptions(discord, { epoch: "2024-01-01" }), { workerId: 1, processId: 0 });
      try {
        discord.decode("x".repeat(i));
      } catch {}
    }`;
  assert.equal(grown("", work), 0);
});

test("refused snapshots do not grow the memory", () => {
  const setUp = `
    let refusals = 0;
    const saved = { partition: 1, sequenceMin: 0, sequenceMax: 99, sequence: 0, now: 0, wallHi: 2 ** 39, wallSafe: 0, drifts: 0 };`;
  const work = `
    for (let i = 0; i < 30; i++) {
      try {
        resume(sno, { ...saved, partition: refusals });
      } catch (error) {
        if (error.code === "INVALID_SNAPSHOT") refusals += 1;
      }
    }`;
  assert.equal(grown(setUp, `${work} if (refusals % 30 > 0) throw new Error("not refused");`), 0);
});

test("an unreachable generator for which numbers are ready is garbage collected", () => {
  const alive = fresh(`
    import { setFlagsFromString } from "node:v8";
    import { runInNewContext } from "node:vm";
    import { discord, generator } from "flakekit";
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const refs = [];
    for (let i = 0; i < 1000; i++) {
      const ids = generator(discord, { workerId: 1, processId: 0, onExhausted: "lead" });
      for (let made = 0; made < 3; made++) ids.next();
      refs.push(new WeakRef(ids));
    }
    // A task keeps the targets of its weak references alive until its end.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    tell(refs.filter((ref) => ref.deref() !== undefined).length);
  `);
  // The engine may still hold the last generator, and generators whose function `next` it met while it compiled the
  // loop.
  assert.ok(alive <= 5, `${alive} of 1000 are alive`);
});
