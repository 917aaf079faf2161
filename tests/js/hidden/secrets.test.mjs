// The keys of hidden IDs: they are copied, never shown, and as many as a program needs.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { inspect } from "node:util";
import { serialize } from "node:v8";
import { discord, prefixed } from "flakekit";
import { hidden } from "flakekit/hidden";
import * as noWasm from "flakekit/hidden/no-wasm";

const require = createRequire(import.meta.url);

const refused = (work, code, message) => assert.throws(work, { code, message });

const SECRET = "SECRETsecretSECR";
const key = Buffer.from(SECRET);
const hex = key.toString("hex");

/** The forms in which a key can be shown. */
const FORMS = [
  SECRET,
  SECRET.slice(1),
  hex.slice(2, 14),
  hex.slice(2, 14).toUpperCase(),
  "69,67,82",
  "69, 67, 82",
  "45 43 52",
  key.toString("base64").slice(2, 12),
];

function assertNoKey(shown) {
  for (const form of FORMS) assert.ok(!shown.includes(form), shown);
}

/** The error of a call. */
function errorOf(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

test("no key is in consoles, in JSON or in copies", () => {
  const ids = hidden(discord, { keys: { a: key, b: hex }, current: "a", key: bytesOf(key), tweak: "orders" });
  for (const shown of [ids, prefixed(ids, "order")]) {
    assertNoKey(inspect(shown, { showHidden: true, depth: Infinity, getters: true, customInspect: false }));
    assertNoKey(inspect(shown));
    assertNoKey(JSON.stringify(shown));
    assertNoKey(`${shown} ${Object.keys(shown)} ${JSON.stringify({ ...shown })}`);
    for (const name of Reflect.ownKeys(shown)) assertNoKey(inspect(shown[name], { showHidden: true, depth: Infinity }));
    assert.throws(() => serialize(shown));
    assert.throws(() => globalThis.structuredClone(shown));
  }
  assert.deepEqual(ids.toJSON(), {
    format: "discord",
    text: "base36",
    tweak: "orders",
    check: true,
    letters: ["a", "b", ""],
  });
});

const bytesOf = (buffer) => new Uint8Array(buffer);

test("no key is in a message, wherever a key was given by mistake", () => {
  const calls = [
    () => hidden(discord, hex),
    () => hidden(discord, key),
    () => hidden(discord, BigInt(`0x${hex}`)),
    () => hidden(discord, Symbol(hex)),
    () => hidden(discord, [hex]),
    () => hidden(discord, { key: hex.slice(1) }),
    () => hidden(discord, { key: `0x${hex}` }),
    () => hidden(discord, { key: key.subarray(1) }),
    () => hidden(discord, { key: BigInt(`0x${hex}`) }),
    () => hidden(discord, { key: Number(`0x${hex}`) }),
    () => hidden(discord, { key: Symbol(hex) }),
    () => hidden(discord, { key: [...key] }),
    () => hidden(discord, { key: key.buffer }),
    () => hidden(discord, { keys: hex }),
    () => hidden(discord, { keys: key, current: "a" }),
    () => hidden(discord, { keys: { a: hex }, current: hex }),
    () => hidden(discord, { keys: { a: hex.slice(1) }, current: "a" }),
    () => hidden(discord, { current: hex }),
    () => hidden(discord, { key, check: 1, keys: undefined }),
    () => hidden(hex, { key }),
    () => hidden(discord, { key, as: "sno" }),
    () => hidden(discord, { key }).fromText("0"),
    () => hidden(discord, { key }).toText(-1),
    () => prefixed(hidden(discord, { key }), ""),
  ];
  for (const call of calls) {
    const error = errorOf(call);
    assert.equal(error.constructor.name, "FlakeError", `${call}`);
    // A text that was given as the format is quoted, as everywhere.
    if (!`${call}`.includes("hidden(hex"))
      assertNoKey(inspect({ ...error, message: error.message, stack: undefined }, { depth: Infinity }));
  }
});

test("wrong options are refused with what is right", () => {
  const rows = [
    [undefined, /there is no key; give one of 16, 24 or 32 random bytes/],
    [{}, /there is no key/],
    [null, /the argument of hidden\(\) is null/],
    ["key", /hidden\(\) was given a text of 3 characters; it takes an object with key, keys/],
    [{ key, keyy: 1 }, /hidden\(\) has no option 'keyy'/],
    [{ key: key.subarray(1) }, /key is a Uint8Array of 15; it must be 16, 24 or 32 random bytes/],
    [{ key: new Uint8Array(64) }, /key is a Uint8Array of 64/],
    [{ key: new Uint16Array(16) }, /key is a Uint16Array of 16/],
    [{ key: hex.replace("5", "g") }, /key is a text of 32 characters.*32, 48 or 64 hexadecimal digits/],
    [{ key: hex.replace("5", " ") }, /key is a text of 32 characters/],
    [{ key: "" }, /key is a text of 0 characters/],
    [{ key: null }, /key is null/],
    [{ keys: {} }, /current is undefined; it must be one of the letters of keys; keys has none/],
    [{ keys: { a: key } }, /current is undefined; it must be one of the letters of keys: a/],
    [{ keys: { a: key, c: key }, current: "b" }, /current is 'b'; it must be one of the letters of keys: a, c/],
    [{ keys: { A: key }, current: "A" }, /keys has no option 'A'; it has a, b, c/],
    [{ keys: { 0: key }, current: "0" }, /keys has no option '0'/],
    [{ keys: [key], current: "0" }, /keys is a list of 1/],
    [{ keys: { a: key, b: key.subarray(1) }, current: "a" }, /keys\.b is a Uint8Array of 15/],
    [{ key, current: "a" }, /current is given, but no keys/],
    [{ key, check: "no" }, /check is 'no'; it must be true or false/],
    [{ key, tweak: "12345678901" }, /tweak is '12345678901'; it must be a text of at most 10 bytes/],
    [{ key, tweak: "äöüäöü" }, /at most 10 bytes/],
    [{ key, tweak: "\ud800" }, /well-formed/],
    [{ key, tweak: 7 }, /tweak is 7/],
    [{ key, tweak: null }, /tweak is null/],
    [{ key, as: "base64" }, /as is 'base64'; it must be one of decimal/],
    [{ key, as: "sno" }, /sno writes 80 bits, not 64/],
  ];
  for (const [options, message] of rows) refused(() => hidden(discord, options), "INVALID_OPTION", message);
});

test("hostile options are read once, and refused if they cannot be read", () => {
  const hostile = new Error("hostile");
  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw hostile;
      },
    },
  );
  for (const options of [
    throwing,
    { keys: throwing, current: "a" },
    {
      get key() {
        throw hostile;
      },
    },
  ]) {
    assert.throws(() => hidden(discord, options), { code: "INVALID_OPTION", cause: hostile });
  }
  let reads = 0;
  const ids = hidden(discord, {
    get key() {
      reads++;
      return reads === 1 ? key : hex.slice(1);
    },
  });
  assert.equal(reads, 1);
  assert.ok(ids.isValid(ids.toText(1n)));
  // Own properties that contradict the bytes count for nothing.
  const strange = new Uint8Array(key);
  Object.defineProperties(strange, {
    length: { value: 15 },
    buffer: { value: new ArrayBuffer(0) },
    [Symbol.iterator]: { value: () => [].values() },
  });
  assert.equal(hidden(discord, { key: strange }).toText(1n), ids.toText(1n));
  const detached = new Uint8Array(key);
  globalThis.structuredClone(detached.buffer, { transfer: [detached.buffer] });
  refused(() => hidden(discord, { key: detached }), "INVALID_OPTION", /a Uint8Array of 0/);
});

test("a key that changes after the call changes nothing", () => {
  const changing = new Uint8Array(key);
  const keys = { a: changing };
  const ids = hidden(discord, { keys, current: "a" });
  changing.fill(0);
  keys.a = new Uint8Array(16);
  keys.b = new Uint8Array(16);
  assert.equal(ids.toText(7n), hidden(discord, { keys: { a: hex }, current: "a" }).toText(7n));
});

for (const [entry, { hidden: hide }] of [
  ["flakekit/hidden", { hidden }],
  ["flakekit/hidden/no-wasm", noWasm],
]) {
  test(`${entry}: 1000 keys can be in use at once`, () => {
    const all = Array.from({ length: 1000 }, (_, i) => {
      const own = new Uint8Array(16);
      new DataView(own.buffer).setUint32(0, i);
      return hide(discord, { key: own, tweak: `${i % 7}` });
    });
    const texts = all.map(({ toText }) => toText(7n));
    assert.equal(new Set(texts).size, 1000);
    assert.ok(all.every(({ fromText }, i) => fromText(texts[i]) === 7n));
    assert.deepEqual(
      [...all]
        .reverse()
        .map(({ toText }) => toText(7n))
        .reverse(),
      texts,
    );
  });
}

test("two copies of the package take each other's formats and hidden IDs, and write the same texts", () => {
  const script = require("flakekit");
  const { hidden: other } = require("flakekit/hidden");
  assert.equal(require("../node_modules/flakekit/umd/hidden.js").hidden === hidden, false);
  const copies = [
    hidden(discord, { key }),
    other(discord, { key }),
    hidden(script.discord, { key }),
    require("../node_modules/flakekit/umd/hidden.js").hidden(discord, { key }),
    hidden(require("../node_modules/flakekit/umd/flakekit.js").discord, { key }),
  ];
  const texts = copies.map(({ toText }) => toText(2n ** 64n - 1n));
  assert.equal(new Set(texts).size, 1);
  for (const { fromText, isValid } of copies) {
    assert.equal(fromText(texts[0]), 2n ** 64n - 1n);
    assert.ok(!isValid(`0${texts[0].slice(1)}`));
  }
  const { prefixed: prefix } = require("../node_modules/flakekit/umd/flakekit.js");
  for (const copy of copies) {
    assert.equal(prefix(copy, "a").toText(7n), `a_${copies[0].toText(7n)}`);
    assert.equal(prefixed(copy, "a").fromText(`a_${copies[0].toText(7n)}`), 7n);
  }
});
