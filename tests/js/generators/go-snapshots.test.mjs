// Snapshots and configurations of the Go package of sno, which `resume` takes as Go writes them in JSON.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generator, resume, sno } from "flakekit";
import { NOW, refused, repeats, vectors } from "../support/shared.mjs";

const UNIT = 4;
const EPOCH = Date.UTC(2010, 0, 1);
const ms = (tick) => tick * UNIT + EPOCH;
const TICK = Math.floor((NOW - EPOCH) / UNIT);

const rows = vectors("sno-go-snapshots");

/** The IDs that a generator makes at these ticks, two at each. It makes none at a tick at which it would have to wait. */
function madeAt(saved, ticks) {
  let now = 0;
  const ids = resume(sno, saved, { clock: () => now, maxWait: 0 });
  return ticks.flatMap((tick) => {
    now = ms(tick);
    try {
      return [ids.next(), ids.next()];
    } catch (error) {
      assert.equal(error.code, "WAIT_TOO_LONG");
      return [];
    }
  });
}

test("a generator that resumes a snapshot of Go makes the IDs that Go makes next", () => {
  const known = rows.filter(({ then }) => then !== undefined);
  for (const { name, snapshot, then } of known) {
    let now = 0;
    const ids = resume(sno, snapshot, { clock: () => now });
    for (const [tick, text] of then) {
      now = ms(tick);
      assert.equal(ids.next(), text, name);
    }
  }
  assert.equal(known.length, 9);
});

test("a generator that resumes a snapshot of Go repeats no ID, wherever the clock goes", () => {
  let count = 0;
  for (const { name, snapshot, made } of rows) {
    const resumable = snapshot.wallSafe !== undefined || snapshot.drifts === 0;
    if (!resumable) {
      refused("INVALID_SNAPSHOT", () => resume(sno, snapshot), "drifts is 1", "must be 0", "monoHi and monoLo");
      continue;
    }
    const around = Array.from({ length: 80 }, (_, i) => snapshot.now - 40 + i);
    for (const ticks of [around, around.toReversed(), [...around.toReversed(), ...around]]) {
      const all = [...made, ...madeAt(snapshot, ticks)];
      assert.ok(all.length > made.length, name);
      assert.equal(repeats(all), 0, name);
    }
    count += 1;
  }
  assert.deepEqual([count, rows.length], [21, 23]);
});

/** The generator of Go 1.2.1, without its waits: `New` and `Snapshot` of its generator.go. */
class GoGenerator {
  #seq = 0;
  #wallHi = 0;
  #wallSafe = 0;
  #drifts = 0;

  /** The ID at a tick as a text of its fields; `undefined` where Go waits. */
  make(now, max) {
    if (now === this.#wallHi) {
      this.#seq += 1;
      if (this.#seq > max) return undefined;
    } else {
      if (now < this.#wallHi) {
        if (now <= this.#wallSafe) return undefined;
        this.#wallSafe = this.#wallHi;
        this.#drifts += 1;
      }
      this.#wallHi = now;
      this.#seq = 0;
    }
    return [now, this.#drifts & 1, this.#seq].join();
  }

  snapshot(now, sequenceMax) {
    const sequence = now === this.#wallHi ? this.#seq : 0;
    const [wallHi, wallSafe, drifts] = [this.#wallHi, this.#wallSafe, this.#drifts];
    return { partition: [0, 1], sequenceMin: 0, sequenceMax, sequence, now, wallHi, wallSafe, drifts };
  }
}

test("property: no ID repeats that Go could have made before the snapshot, whatever its clock read", () => {
  const ticks = fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 12 });
  let resumed = 0;
  fc.assert(
    fc.property(ticks, fc.integer({ min: 0, max: 16 }), ticks, (past, at, future) => {
      const go = new GoGenerator();
      const made = new Set(past.flatMap((tick) => [go.make(TICK + tick, 5), go.make(TICK + tick, 5)]));
      const saved = JSON.parse(JSON.stringify(go.snapshot(TICK + at, 5)));
      for (const id of madeAt(
        saved,
        future.map((tick) => TICK + tick),
      )) {
        const { timestamp, toggle, sequence } = sno.decode(id);
        assert.ok(!made.has([(timestamp - EPOCH) / UNIT, toggle, sequence].join()), id);
        resumed += 1;
      }
    }),
    { numRuns: 2000 },
  );
  assert.ok(resumed > 2000);
});

test("a configuration has any of the partition and the bounds, and zeros as the specification has them", () => {
  const opened = (saved, options) => {
    const { partition, sequenceMin, sequenceMax } = resume(sno, saved, { clock: () => NOW, ...options });
    return [partition, sequenceMin, sequenceMax];
  };
  assert.deepEqual(opened({ partition: ["P", 0], sequenceMin: 0, sequenceMax: 32767 }), [0x5000, 0, 32767]);
  assert.deepEqual(opened({ partition: ["P", 0], sequenceMax: 32767 }), [0x5000, 0, 32767]);
  assert.deepEqual(opened({ partition: [80, 0], sequenceMin: 32768 }), [0x5000, 32768, 65535]);
  assert.deepEqual(opened({ partition: Uint8Array.of(80, 0), sequenceMin: 7, sequenceMax: 0 }), [0x5000, 7, 65535]);
  assert.deepEqual(opened({ partition: 9 }), [9, 0, 65535]);
  assert.deepEqual(opened({ sequenceMax: 32767 }), [0, 0, 32767]);
  assert.deepEqual(opened({ sequenceMax: 32767 }, { partition: 9 }), [9, 0, 32767]);
  assert.equal(
    resume(sno, { partition: 9 }, { clock: () => NOW }).next(),
    generator(sno, { partition: 9, clock: () => NOW }).next(),
  );
});

test("a snapshot that lacks a part of its state is refused, and never read as a configuration", () => {
  const { snapshot } = rows.find(({ name }) => name === "after two drifts");
  const { length } = Object.keys(snapshot);
  for (const name of Object.keys(snapshot)) {
    const { [name]: _, ...rest } = snapshot;
    assert.equal(Object.keys(rest).length, length - 1);
    refused("INVALID_SNAPSHOT", () => resume(sno, rest), `snapshot: ${name} is undefined`);
  }
  refused("INVALID_SNAPSHOT", () => resume(sno, {}), "sequenceMin is undefined");
  refused("INVALID_SNAPSHOT", () => resume(sno, { partition: 1, sequence: 0 }), "sequenceMin is undefined");
  for (const partition of [null, "P0", [80], [80, 256], [80, 0, 0], 65_536, -1, {}]) {
    refused("INVALID_SNAPSHOT", () => resume(sno, { partition }), "snapshot: partition is");
    refused("INVALID_SNAPSHOT", () => resume(sno, { ...snapshot, partition }), "snapshot: partition is");
  }
  refused("INVALID_SNAPSHOT", () => resume(sno, { sequenceMin: 5, sequenceMax: 6 }), "range is 5 to 6", "too short");
});
