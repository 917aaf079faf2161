// The clock of the threads that share a memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bundle, randomNumbers } from "../support/lease-threads.mjs";

const { Clock } = await import(await bundle("threads/clock", { mangleProps: undefined }));

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/** Threads with a clock each. `pass` lets time pass, `step` sets the system's clock. */
class Threads {
  #words = new BigUint64Array(8);
  wall = START;
  /** The time that has really passed. */
  elapsed = 0;

  /** A thread, whose monotonic clock has a zero of its own and may drift. Returns its clock's reading. */
  add({ drift = 0 } = {}) {
    const zero = Math.random() * 1e6;
    const readings = { wall: () => this.wall, monotonic: () => zero + this.elapsed * (1 + drift) };
    const clock = new Clock(this.#words, readings);
    return () => clock._now();
  }

  pass(ms) {
    this.wall += ms;
    this.elapsed += ms;
  }

  step(ms) {
    this.wall += ms;
  }
}

test("the clock is the system's clock, in whole ms", () => {
  const threads = new Threads();
  const now = threads.add();
  assert.equal(now(), START);
  threads.pass(1.75);
  assert.equal(now(), START + 1);
  threads.pass(HOUR);
  assert.equal(now(), START + HOUR + 1);
  assert.equal(threads.add()(), START + HOUR + 1);
});

test("a fake clock of a test does not move the clock", (t) => {
  const clock = new Clock(new BigUint64Array(8));
  t.mock.method(Date, "now", () => START - HOUR);
  t.mock.method(performance, "now", () => 0);
  assert.ok(clock._now() > START);
});

test("a step back of the system's clock changes nothing, whichever thread notices it first", () => {
  const threads = new Threads();
  const [first, second] = [threads.add(), threads.add()];
  first();
  second();
  for (let i = 1; i <= 5; i++) {
    threads.step(-HOUR);
    threads.pass(1000);
    for (const now of [second, first, threads.add()]) assert.equal(now(), START + 1000 * i);
  }
});

test("a step back that no thread can notice stops the clock until one can", () => {
  const threads = new Threads();
  threads.add()();
  threads.step(-HOUR);
  const now = threads.add();
  assert.equal(now(), START);
  threads.pass(10_000);
  assert.equal(now(), START + 10_000);
  assert.equal(threads.add()(), START + 10_000);
});

test("a step forward is followed, and makes up for steps back", () => {
  const threads = new Threads();
  const [first, second] = [threads.add(), threads.add()];
  first();
  threads.step(HOUR);
  assert.equal(first(), START + HOUR);
  assert.equal(second(), START + HOUR);
  threads.step(-HOUR);
  assert.equal(first(), START + HOUR);
  threads.step(HOUR);
  threads.pass(1);
  assert.equal(second(), START + HOUR + 1);
  assert.equal(first(), START + HOUR + 1);
  assert.equal(threads.wall, first());
});

test("a small step back stops the clock for as long", () => {
  const threads = new Threads();
  const now = threads.add();
  now();
  threads.step(-300);
  assert.equal(now(), START);
  threads.pass(299);
  assert.equal(now(), START);
  threads.pass(2);
  assert.equal(now(), START + 1);
});

test("a monotonic clock that drifts does not move the clock", () => {
  const threads = new Threads();
  const [fast, slow] = [threads.add({ drift: 5e-4 }), threads.add({ drift: -5e-4 })];
  for (const ms of [0, HOUR, 1000 * HOUR, 10]) {
    threads.pass(ms);
    assert.equal(fast(), threads.wall);
    assert.equal(slow(), threads.wall);
  }
});

test("a pause between the readings of both clocks does not move the clock", () => {
  const threads = new Threads();
  const readings = {
    monotonic: () => {
      const reading = threads.elapsed;
      threads.pass(60_000);
      return reading;
    },
    wall: () => threads.wall,
  };
  const clock = new Clock(new BigUint64Array(8), readings);
  for (let i = 0; i < 10; i++) assert.equal(clock._now(), threads.wall);
});

test("the clock never goes back, and runs for each thread, whatever happens to the system's clock", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomNumbers(seed);
    const threads = new Threads();
    const clocks = Array.from({ length: 3 }, () => {
      const now = threads.add({ drift: (random(100) - 50) * 1e-6 });
      return { now, reading: now(), elapsed: 0 };
    });
    let last = START;
    for (let i = 0; i < 100; i++) {
      threads.pass(random(20_000));
      if (random(3) === 0) threads.step(random(HOUR) - HOUR / 2);
      const clock = clocks[random(3)];
      const now = clock.now();
      assert.ok(now >= last, `${now} after ${last}`);
      assert.ok(now >= threads.wall - 1, "it is not behind the system's clock");
      const [advance, elapsed] = [now - clock.reading, threads.elapsed - clock.elapsed];
      assert.ok(advance >= elapsed * 0.9989 - 502, `${advance} ms in ${elapsed} ms`);
      last = now;
      Object.assign(clock, { reading: now, elapsed: threads.elapsed });
    }
  }
});
