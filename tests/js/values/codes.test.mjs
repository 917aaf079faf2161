// The codes of errors: each one occurs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect as inspectValue } from "node:util";
import {
  batch,
  defineFormat,
  discord,
  FlakeError,
  formatNamed,
  instant,
  generator,
  nanoflake,
  resume,
  sno,
  twitter,
  withOptions,
} from "flakekit";
import { lazyLease, lease, memory } from "flakekit/lease";
import { fresh, REFUSAL } from "../support/fresh.mjs";
import { codes } from "../support/generated/formats.mjs";
import { rejected } from "../support/leases.mjs";
import { NOW, refused } from "../support/shared.mjs";

/** A Twitter generator with a clock that gives these readings, and then the last reading again and again. */
const scripted = (readings, options) =>
  generator(twitter, { machineId: 1, clock: () => (readings.length > 1 ? readings.shift() : readings[0]), ...options });

/** Calls a function twice. */
const twice = (call) => (call(), call());

/** A call for each code that this process can raise. */
const calls = {
  INVALID_ID: () => twitter.decode(-1n),
  INVALID_TEXT: () => twitter.decode("12x4"),
  INVALID_FIELD: () => generator(twitter, { machineId: 1024 }),
  INVALID_OPTION: () => generator(twitter, { machineId: 1, maxWaits: 5 }),
  INVALID_LAYOUT: () => defineFormat({ name: "own", bits: 53, epoch: 0, fields: [] }),
  INVALID_EPOCH: () => withOptions(twitter, { epoch: "yesterday" }),
  UNKNOWN_FORMAT: () => formatNamed("tvitter"),
  EPOCH_REQUIRED: () => nanoflake.decode("1"),
  INVALID_TIME: () => twitter.range("1999-01-01", "1999-01-02"),
  UNSUPPORTED: () => {
    const { Temporal } = globalThis;
    globalThis.Temporal = undefined;
    try {
      instant(twitter, 5n);
    } finally {
      globalThis.Temporal = Temporal;
    }
  },
  INVALID_COUNT: () => batch(generator(twitter, { machineId: 1 }), -1),
  INVALID_SNAPSHOT: () => resume(twitter, {}),
  CLOCK_INVALID: () => scripted([Number.NaN]).next(),
  CLOCK_OUT_OF_RANGE: () => scripted([0]).next(),
  CLOCK_BEHIND: () => {
    const ids = scripted([NOW, NOW - 1], { onRollback: "throw" });
    twice(() => ids.next());
  },
  CLOCK_STALLED: () => {
    const ids = scripted([NOW, NOW - 1], { onRollback: "wait" });
    twice(() => ids.next());
  },
  SEQUENCE_EXHAUSTED: () => {
    const ids = scripted([NOW], { sequenceRange: [0, 0], onExhausted: "throw" });
    twice(() => ids.next());
  },
  WAIT_TOO_LONG: () => {
    const ids = scripted([NOW], { sequenceRange: [0, 0], maxWait: 0 });
    twice(() => ids.next());
  },
  LEASE_NOT_OPEN: () => lazyLease(discord, () => ({})).next(),
  GENERATOR_FREED: () => {
    const ids = generator(sno, { partition: 1, clock: () => NOW });
    ids.free();
    ids.next();
  },
};

/** A promise that is rejected with each code of leases. */
const leases = {
  LEASE_EXPIRED: async () => batch(await lease(discord, { store: memory(), window: 10 }), 1_000_000),
  NO_FREE_SEAT: async () => {
    const store = memory();
    await lease(discord, { store: { ...store }, nodes: [0, 0] });
    await lease(discord, { store: { ...store }, nodes: [0, 0], maxWait: 20 });
  },
  SPACE_MISMATCH: async () => {
    const store = memory();
    await lease(discord, { store, space: "a" });
    await lease(twitter, { store, space: "a" });
  },
  STORE_FAILED: () => {
    const fail = () => Promise.reject(new Error("no network"));
    return lease(discord, { store: { read: fail, swap: fail }, maxWait: 20 });
  },
};

/** A program for each code that only another process can raise. */
const programs = {
  NO_RANDOMNESS: `
    import { generator, uid60 } from "flakekit";
    crypto.getRandomValues = () => { throw new Error("none"); };
    tell(refusal(() => generator(uid60).next()));`,
  CORE_FAILED: `
    import { loadCore } from "flakekit/manual";
    tell(refusal(() => loadCore(new Uint8Array(8))));`,
  CORE_MISSING: `
    import { generator, twitter } from "flakekit/manual";
    tell(refusal(() => generator(twitter, { machineId: 1 })));`,
};

/** The codes of bad input, which a request can contain. */
const BAD_INPUT = ["INVALID_ID", "INVALID_TEXT", "INVALID_FIELD", "INVALID_TIME", "INVALID_COUNT"];

test("every error code occurs, and there are no others", async () => {
  for (const code of codes) {
    if (Object.hasOwn(programs, code)) {
      const told = fresh(REFUSAL + programs[code]);
      assert.ok(told.startsWith(`${code}: `), told);
    } else if (Object.hasOwn(leases, code)) {
      await rejected(code, leases[code]());
    } else {
      refused(code, calls[code]);
    }
  }
  assert.deepEqual(Object.keys({ ...calls, ...leases, ...programs }).sort(), [...codes].sort());
});

test("errors of bad input have statusCode 400, which is not printed; other errors have none", async () => {
  const thrown = [];
  for (const call of Object.values(calls)) assert.throws(call, (error) => Boolean(thrown.push(error)));
  for (const call of Object.values(leases)) await assert.rejects(call, (error) => Boolean(thrown.push(error)));
  for (const code of codes) thrown.push(new FlakeError(code, "made by a user"));
  for (const error of thrown) {
    const isBadInput = BAD_INPUT.includes(error.code);
    assert.equal("statusCode" in error, isBadInput, error.code);
    assert.equal(error.statusCode, isBadInput ? 400 : undefined, error.code);
    assert.doesNotMatch(inspectValue(error), /statusCode/);
  }
  // Error handlers of servers assign the status in this way.
  for (const error of thrown) error.statusCode ??= 500;
  assert.deepEqual([...new Set(thrown.map(({ statusCode }) => statusCode))].sort(), [400, 500]);
});
