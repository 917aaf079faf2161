// The reports of the core in a process where Object.prototype and Array.prototype have setters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh } from "../support/fresh.mjs";

/** Tells reports of each kind: a description, candidates, snapshots, an error. `before` runs before the core reports. */
const reports = (before, after) =>
  fresh(`
    import { isDeepStrictEqual } from "node:util";
    import { defineFormat, generator, instagram, snapshot, sno, twitter } from "flakekit";
    import { inspect } from "flakekit/inspect";
    const clock = () => 1_900_000_000_000;
    const generators = [generator(instagram, { shardId: 1, clock }), generator(sno, { partition: 1, clock })];
    const refusal = () => {
      try {
        instagram.decode("12x4");
      } catch ({ code, message }) {
        return { code, message };
      }
    };
    const withoutBigints = (value) =>
      JSON.parse(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item)));
    ${before}
    const found = {
      // This is the first use of the format, so the core describes it now.
      description: twitter.fields,
      candidates: inspect("1541815603606036480", { now: clock() }),
      snapshots: [snapshot(generators[0]), snapshot(generators[1])],
      refusal: refusal(),
      defined: defineFormat({
        name: "defined",
        bits: 50,
        epoch: 0,
        fields: [{ kind: "time", bits: 40 }, { kind: "sequence", bits: 10 }],
      }).fields,
    };
    ${after}
  `);

/** All keys of all objects and lists within a value. */
const keysOf = (value) =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)]);

test("reports are complete and call no setters, even if all objects and lists inherit setters for their keys", () => {
  const expected = reports("", "tell(withoutBigints(found));");
  const keys = [...new Set(keysOf(expected))];
  for (const key of ["name", "parts", "format", "sequenceRange", "shardId", "wallHi", "code", "0", "1"]) {
    assert.ok(keys.includes(key), key);
  }
  const told = reports(
    `
    const keys = ${JSON.stringify(keys)};
    const called = new Set();
    for (const prototype of [Object.prototype, Array.prototype]) {
      for (const key of keys) {
        // Without a prototype, because \`value\` is a key.
        Object.defineProperty(prototype, key, { __proto__: null, configurable: true, set: () => called.add(key) });
      }
    }`,
    `
    for (const prototype of [Object.prototype, Array.prototype]) for (const key of keys) delete prototype[key];
    tell({ found: withoutBigints(found), called: [...called] });`,
  );
  assert.deepEqual(told, { found: expected, called: [] });
});

test("objects in reports are plain: their properties are those of object literals", () => {
  const told = reports(
    "",
    `
    const others = [];
    const visit = (value, path) => {
      if (typeof value !== "object" || value === null || value instanceof Date) return;
      const prototype = Array.isArray(value) ? Array.prototype : Object.prototype;
      if (Object.getPrototypeOf(value) !== prototype) others.push(path + " has another prototype");
      for (const key of Object.keys(value)) {
        const descriptor = { ...Object.getOwnPropertyDescriptor(value, key), value: undefined };
        const usual = { value: undefined, writable: true, enumerable: true, configurable: true };
        if (!isDeepStrictEqual(descriptor, usual)) others.push(path + key + " is " + JSON.stringify(descriptor));
        visit(value[key], path + key + ".");
      }
    };
    visit(found, "");
    tell(others);`,
  );
  assert.deepEqual(told, []);
});
