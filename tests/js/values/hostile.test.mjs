// Any value passed to any function is accepted or refused with a FlakeError, and generators keep working. In `npm test`, the
// formats whose IDs are of one type share the values for each of their methods; in `npm run test:long`, each format
// gets all values.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as flakekit from "flakekit";
import { inspect } from "flakekit/inspect";
import { fresh, REFUSAL } from "../support/fresh.mjs";
import { hostile, Hostility } from "../support/hostile.mjs";
import { assertRefusal, callsWith, outcome } from "../support/hostile-calls.mjs";
import { allFormats, NOW, refused, size, WITH_PARTS } from "../support/shared.mjs";

const { defineFormat, FlakeError } = flakekit;
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

const formats = [...allFormats, [defineFormat(WITH_PARTS), { place: 5 }]];

/** The names of all public members of an object, own and inherited. The build shortens the internal names to two characters. */
function members(object) {
  const names = new Set();
  for (let at = object; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) {
      if (name !== "constructor" && (typeof name === "symbol" || name.length > 2)) names.add(name);
    }
  }
  return [...names];
}

/** Functions that take a format first. */
const FUNCTIONS = [
  "generator",
  "resume",
  "next",
  "withOptions",
  "decodeColumns",
  "instant",
  "jsonSchema",
  "lost",
  "sort",
];

/** Functions that take a generator first. */
const GENERATOR_FUNCTIONS = ["batch", "batchAsync", "batchBytes", "fill", "snapshot"];

/** Functions without their first argument, by name. */
const bound = (names, first) => Object.fromEntries(names.map((name) => [name, flakekit[name].bind(undefined, first)]));

/** Valid arguments of each method of a format, and of each function after the format, with every optional argument. */
const formatArguments = (format, options) => {
  const ids = flakekit.generator(format, options);
  const id = ids.next();
  const text = format.toText(id);
  const { date, ...decoded } = format.decode(id);
  return {
    isValid: [id, { as: format.text, padded: false }],
    compare: [id, id],
    sort: [[id, text]],
    range: [date, NOW * 1.01, { halfOpen: true, clamp: true }],
    firstAt: [date, { clamp: true }],
    timestamp: [id, { as: format.text }],
    date: [id, { as: format.text }],
    toText: [id, { as: format.text }],
    fromText: [text, { as: format.text }],
    toBytes: [id],
    fromBytes: [format.toBytes(id)],
    decode: [id, { as: format.text }],
    decodeColumns: [[id, text], { as: format.text }],
    encode: [decoded, { partial: true }],
    withOptions: [{ epoch: format.epoch }],
    generator: [options],
    resume: [flakekit.snapshot(ids), options],
    withMeta: [id, 0],
    meta: [text],
    next: [0],
    toUUID: [id],
    fromUUID: [format.name === "sno" ? format.toUUID(id) : ""],
    instant: [id, { as: format.text }],
    jsonSchema: [],
    lost: [format.native === "string" ? text : id],
    toJSON: [],
    [INSPECT]: [],
  };
};

/** Valid arguments of each method of a generator, and of each function after the generator. */
const generatorArguments = (format) => ({
  next: [0],
  nextText: [0],
  nextAsync: [0],
  nextBytes: [0],
  nextWithTime: [NOW, 0],
  batch: [2, 0],
  batchAsync: [2, { meta: 0, signal: new AbortController().signal, onProgress: () => undefined }],
  batchBytes: [2, 0],
  fill: [format.native === "number" ? new Float64Array(2) : new BigUint64Array(2), 0],
  snapshot: [undefined],
  toJSON: [],
  free: [undefined],
});

/** Returns a function that makes IDs, and asserts that the IDs have this node and that no ID repeats. */
function prober(format, options, ids) {
  const seen = new Set();
  return (what) => {
    for (let i = 0; i < 3; i++) {
      const id = ids.next();
      assert.ok(!seen.has(id), `${what}: ${id} twice`);
      seen.add(id);
      const decoded = format.decode(id);
      for (const [name, value] of Object.entries(options)) assert.equal(decoded[name], value, what);
    }
  };
}

for (const [format, options] of formats) {
  const alike = formats.map(([other]) => other).filter(({ native }) => native === format.native);
  const share = size(alike.length, 1);
  const value = share === 1 ? "every value" : `one value in ${share}`;

  test(`${format.name}: every method and function accepts or refuses ${value}`, async () => {
    const table = formatArguments(format, options);
    const probe = prober(format, options, flakekit.generator(format, options));
    // Members whose keys are symbols are for the package itself and for consoles.
    const methods = members(format).filter((name) => typeof name === "string" && typeof format[name] === "function");
    const functions = bound(FUNCTIONS, format);
    for (const [number, member] of [...methods, ...FUNCTIONS].entries()) {
      const object = methods.includes(member) ? format : functions;
      assert.ok(Object.hasOwn(table, member), `${String(member)} must be added to this test`);
      // Each method gets other values, so that a format gets a share of each value too.
      const values = hostile.filter((_, i) => (i + number) % share === alike.indexOf(format) % share);
      for (const [name, make] of values) {
        const what = `${String(member)} with ${name}`;
        for await (const call of callsWith(object, member, table[member], make())) {
          const made = outcome(what, call);
          // A bad value that is a function may be the clock, and a clock may throw anything.
          if ((member === "generator" || member === "resume") && made !== undefined) {
            try {
              made.next();
            } catch (error) {
              assert.ok(error instanceof Error, what);
            }
            made.free();
          }
        }
      }
      probe(`after ${String(member)}`);
    }
  });

  test(`${format.name}: its generators accept or refuse every value, and keep working`, async () => {
    const table = generatorArguments(format);
    const ids = flakekit.generator(format, options);
    const probe = prober(format, options, ids);
    const functions = bound(GENERATOR_FUNCTIONS, ids);
    for (const member of [...members(ids), ...GENERATOR_FUNCTIONS]) {
      const object = Object.hasOwn(functions, member) ? functions : ids;
      // The member with this symbol is for the package itself.
      if (typeof object[member] !== "function" || member === Symbol.for("flakekit generator")) continue;
      const given = typeof member === "symbol" ? table.free : table[member];
      assert.ok(given, `${String(member)} must be added to this test`);
      for (const [name, make] of hostile) {
        const what = `${String(member)} with ${name}`;
        const used = given === table.free ? flakekit.generator(format, { ...options, clock: () => NOW }) : object;
        const bad = make();
        for await (const call of callsWith(used, member, given, bad)) {
          // `onProgress` may throw anything.
          const allowed = member === "batchAsync" && typeof bad === "function" ? Error : FlakeError;
          await Promise.resolve(outcome(what, call)).catch((error) => assertRefusal(what, error, allowed));
        }
        probe(what);
      }
    }
  });

  test(`${format.name}: every reading of a clock is accepted or refused`, async () => {
    let reading = NOW;
    const clock = () => reading;
    const ids = flakekit.generator(format, { ...options, clock });
    const { now } = Date;
    const shared = flakekit.generator(format, options);
    shared.next();
    try {
      for (const [name, make] of hostile) {
        const value = make();
        reading = value;
        Date.now = clock;
        const calls = (ids) => [
          () => ids.next(),
          () => ids.nextText(),
          () => flakekit.batch(ids, 2),
          () => flakekit.snapshot(ids),
        ];
        for (const call of [...calls(ids), ...calls(shared)]) outcome(`a clock that gives ${name}`, call);
        outcome("inspect", () => inspect("5"));
        outcome("withOptions", () => flakekit.withOptions(format, { epoch: 1e12 }));
        outcome("defineFormat", () => defineFormat({ ...WITH_PARTS, name: format.name }));
        await ids.nextAsync().catch((error) => assertRefusal(name, error));
        if (typeof value === "bigint") refused("CLOCK_INVALID", () => shared.next(), "the clock reads");
      }
    } finally {
      Date.now = now;
    }
    prober(format, options, shared)("after other clocks");
    reading = NOW + 60_000;
    prober(format, options, ids)("after other readings");
  });
}

test("defineFormat and inspect accept or refuse every value of every argument, option and item, and functions every format or generator", async () => {
  const options = { now: NOW, epoch: "2024-01-01", formats: [defineFormat(WITH_PARTS)] };
  const full = { ...WITH_PARTS, unit: 1, native: "bigint", text: "hex" };
  const functions = {
    defineFormat: [full],
    inspect: [5n, options],
    formats: [undefined],
    formatNamed: ["x"],
    prefixed: [flakekit.sno, "order", { as: "sno" }],
  };
  for (const name of FUNCTIONS) functions[name] = [flakekit.sno];
  for (const name of GENERATOR_FUNCTIONS) functions[name] = [flakekit.generator(flakekit.sno, { partition: 5 })];
  const all = { ...flakekit, inspect };
  for (const [name, value] of Object.entries(all)) {
    if (typeof value !== "function" || value === FlakeError) continue;
    assert.ok(Object.hasOwn(functions, name), `${name} must be added to this test`);
    for (const [bad, make] of hostile) {
      for await (const call of callsWith(all, name, functions[name], make())) {
        const what = `${name} with ${bad}`;
        await Promise.resolve(outcome(what, call)).catch((error) => assertRefusal(what, error));
      }
    }
  }
  assert.equal(inspect("1541815603606036480", options)[0].format, "twitter");
});

test("every method of a format with a prefix accepts or refuses every value, and keeps working", async () => {
  const id = 1541815603606036480n;
  const orderId = flakekit.prefixed(flakekit.discord, "order");
  const text = orderId.toText(id);
  const read = [text];
  const table = { toText: [id], fromText: read, isValid: read, decode: read, timestamp: read, date: read };
  Object.assign(table, { compare: [text, text], toJSON: [] });
  for (const member of members(orderId).filter((name) => typeof orderId[name] === "function")) {
    if (typeof member === "symbol") continue;
    assert.ok(Object.hasOwn(table, member), `${member} must be added to this test`);
    for (const [name, make] of hostile) {
      for await (const call of callsWith(orderId, member, table[member], make()))
        outcome(`${member} with ${name}`, call);
      outcome(`validate with ${name}`, () => orderId["~standard"].validate(make()));
      assert.equal(orderId.fromText(text), id, `${member} with ${name}`);
    }
  }
});

test("instanceof FlakeError never throws", () => {
  for (const [name, make] of hostile) assert.equal(make() instanceof FlakeError, false, name);
});

test("loadCore refuses every value", () => {
  const told = fresh(`${REFUSAL}
    import { hostile } from "./support/hostile.mjs";
    import { loadCore } from "flakekit/manual";
    const values = hostile.filter(([name]) => !/million|long/.test(name));
    tell(values.map(([name, make]) => name + ": " + refusal(() => loadCore(make()))));
  `);
  for (const refusal of told) assert.match(refusal, /: CORE_FAILED: /);
});

test("arrays with a detached buffer are no IDs", () => {
  const { twitter } = flakekit;
  const bytes = hostile.filter(([name]) => /detached|outside|pretends|inherits/.test(name));
  assert.ok(bytes.length > 10);
  for (const [name, make] of bytes) {
    assert.equal(twitter.isValid(make()), false, name);
    refused("INVALID_ID", () => twitter.decode(make()), "9223372036854775807");
    refused("INVALID_ID", () => twitter.fromBytes(make()));
    refused(
      "INVALID_COUNT",
      () => flakekit.fill(flakekit.generator(twitter, { machineId: 1 }), make()),
      "BigUint64Array",
    );
    refused("INVALID_EPOCH", () => flakekit.withOptions(twitter, { epoch: make() }), "a Date");
  }
});

test("fill ignores an array's own length and methods, and refuses an array that loses its buffer", () => {
  const strike = () => assert.fail("an own property was used");
  const array = Object.defineProperties(new BigUint64Array(3), { length: { get: strike }, set: { get: strike } });
  const ids = flakekit.generator(flakekit.twitter, { machineId: 1, clock: () => NOW });
  flakekit.fill(ids, array);
  assert.deepEqual([array[1] - array[0], array[2] - array[1]], [1n, 1n]);

  const lost = new BigUint64Array(3);
  const clock = () => {
    if (lost.length > 0) globalThis.structuredClone(lost.buffer, { transfer: [lost.buffer] });
    return NOW;
  };
  refused(
    "INVALID_COUNT",
    () => flakekit.fill(flakekit.generator(flakekit.twitter, { machineId: 1, clock }), lost),
    "the array",
  );
});

test("an exception in a getter, a proxy or an iterator is the cause of the FlakeError", () => {
  const { twitter } = flakekit;
  const thrown = new Hostility("no such thing");
  const fail = () => {
    throw thrown;
  };
  const getter = (name) => Object.defineProperty({}, name, { enumerable: true, get: fail });
  const ids = flakekit.generator(twitter, { machineId: 1 });
  for (const [code, call] of [
    ["INVALID_OPTION", () => flakekit.generator(twitter, getter("machineId"))],
    [
      "INVALID_OPTION",
      () => flakekit.generator(twitter, { machineId: 1, sequenceRange: new Proxy([], { get: fail }) }),
    ],
    ["INVALID_SNAPSHOT", () => flakekit.resume(twitter, getter("version"))],
    ["INVALID_SNAPSHOT", () => flakekit.resume(twitter, { ...flakekit.snapshot(ids), fields: getter("machineId") })],
    ["INVALID_FIELD", () => twitter.encode(getter("timestamp"))],
    ["INVALID_OPTION", () => twitter.decode(1n, getter("as"))],
    ["INVALID_OPTION", () => flakekit.withOptions(twitter, new Proxy({}, { ownKeys: fail }))],
    ["INVALID_OPTION", () => defineFormat({ ...WITH_PARTS, fields: [getter("kind")] })],
    ["INVALID_OPTION", () => inspect("1", { formats: { [Symbol.iterator]: fail } })],
    ["INVALID_ID", () => flakekit.sort(twitter, { [Symbol.iterator]: fail })],
    ["INVALID_FIELD", () => flakekit.generator(flakekit.sno, { partition: new Proxy([1, 2], { get: fail }) })],
  ]) {
    refused(code, call, "no such thing");
    assert.throws(call, (error) => error.cause === thrown);
  }
});

test("an exception in a clock or onOverflow is passed on unchanged", async () => {
  const { twitter } = flakekit;
  const thrown = new Hostility("no clock");
  const fail = () => {
    throw thrown;
  };
  const own = (error) => error === thrown;
  const ids = flakekit.generator(twitter, { machineId: 1, clock: fail });
  for (const call of [() => ids.next(), () => flakekit.batch(ids, 2), () => flakekit.snapshot(ids)])
    assert.throws(call, own);
  await assert.rejects(ids.nextAsync(), own);
  let now = NOW;
  const busy = flakekit.generator(twitter, { machineId: 1, sequenceRange: [0, 0], clock: () => now, onOverflow: fail });
  const first = busy.next();
  assert.throws(() => busy.next(), own);
  now += 1;
  assert.ok(busy.next() > first);
});

test("decode gives the fields of its ID, although a replacement of Date decodes another one", () => {
  const RealDate = Date;
  let decodes = true;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...given);
      if (!decodes) return;
      decodes = false;
      flakekit.discord.decode("18446744073709551615");
      decodes = true;
    }
  };
  try {
    const { machineId, sequence } = flakekit.twitter.decode("1541815603606036480");
    assert.deepEqual([machineId, sequence], [378, 0]);
  } finally {
    globalThis.Date = RealDate;
  }
});

test("sort refuses a list at its first invalid ID, whatever its length", () => {
  const { twitter } = flakekit;
  refused("INVALID_ID", () => flakekit.sort(twitter, 5), "ids is 5", "iterable");
  for (const ids of [[undefined], [undefined, undefined], new Array(2 ** 32 - 1), [{}]]) {
    refused("INVALID_ID", () => flakekit.sort(twitter, ids));
  }
  refused("INVALID_TEXT", () => flakekit.sort(twitter, ["x"]));
  assert.deepEqual(flakekit.sort(twitter, new Set(["30", "4"])), ["4", "30"]);
});

test("option names are checked before values are read", () => {
  const { twitter } = flakekit;
  let read = 0;
  let asked = 0;
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`name${i}`, i]));
  const options = new Proxy(many, {
    get: (target, name) => (read++, target[name]),
    getOwnPropertyDescriptor: (target, name) => (asked++, Reflect.getOwnPropertyDescriptor(target, name)),
  });
  refused("INVALID_OPTION", () => flakekit.generator(twitter, options), "'name0'");
  refused("INVALID_OPTION", () => twitter.decode(1n, options), "'name0'");
  assert.deepEqual({ read, asked: asked < 10 }, { read: 0, asked: true });
  let listed = 0;
  const bytes = (target) => new Proxy(target, { ownKeys: (target) => (listed++, Reflect.ownKeys(target)) });
  for (const target of [new Uint8Array(2_000_000), new String("x".repeat(2_000_000))]) {
    refused("INVALID_OPTION", () => flakekit.generator(twitter, bytes(target)), "'0'");
  }
  assert.equal(listed, 0);
  refused("INVALID_OPTION", () => flakekit.generator(twitter, new Uint8Array(2_000_000)), "a Uint8Array of 2000000");
});

test("the message for a huge bigint is short", () => {
  const { twitter } = flakekit;
  for (const id of [1n << 30_000_000n, -(1n << 30_000_000n)]) {
    refused("INVALID_ID", () => twitter.decode(id), "a bigint of more than 24 digits");
    assert.equal(twitter.isValid(id), false);
  }
  assert.deepEqual(inspect(1n << 30_000_000n), []);
  refused("INVALID_ID", () => twitter.decode(10n ** 24n - 1n), `${"9".repeat(24)}n`);
});

test("the package and its errors work if Error.prototype is frozen", () => {
  const told = fresh(`${REFUSAL}
    for (const { prototype } of [Error, Object, Array, Function, Uint8Array]) Object.freeze(prototype);
    const { FlakeError, twitter } = await import("flakekit");
    const error = new FlakeError("INVALID_ID", "said");
    tell({ refused: refusal(() => twitter.decode("x")), own: String(error), keys: Object.keys(error) });
  `);
  assert.match(told.refused, /^INVALID_TEXT: /);
  assert.deepEqual([told.own, told.keys], ["FlakeError: said", ["code"]]);
});

test("functions of the engine that were replaced by ones that open generators do not change a generator that is opened", () => {
  const told = fresh(`
    import { generator, sonyflake, twitter } from "flakekit";
    const found = {};
    for (const [name, object, key] of [
      ["Number", globalThis, "Number"],
      ["floor", Math, "floor"],
      ["forEach", Array.prototype, "forEach"],
      ["map", Array.prototype, "map"],
      ["find", Array.prototype, "find"],
      ["set", Object.getPrototypeOf(Float64Array.prototype), "set"],
    ]) {
      const original = object[key];
      let isInside = false;
      const intrude = () => {
        if (isInside) return;
        isInside = true;
        generator(twitter, { machineId: 3 }).next();
        isInside = false;
      };
      const replacement = function (...args) {
        intrude();
        const result = Reflect.apply(original, this, args);
        intrude();
        return result;
      };
      Object.setPrototypeOf(replacement, original);
      object[key] = replacement;
      try {
        const ids = generator(sonyflake, { machineId: 77 });
        object[key] = original;
        const { machineId, date } = sonyflake.decode(ids.next());
        found[name] = [machineId, ids.fields.machineId, Math.abs(date.getTime() - Date.now()) < 60_000];
      } finally {
        object[key] = original;
      }
    }
    tell(found);
  `);
  for (const [name, seen] of Object.entries(told)) assert.deepEqual(seen, [77, 77, true], name);
  assert.equal(Object.keys(told).length, 6);
});
