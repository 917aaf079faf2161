// Hidden IDs: `hidden` of flakekit/hidden.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import * as flakekit from "flakekit";
import { hidden } from "flakekit/hidden";
import * as noWasm from "flakekit/hidden/no-wasm";
import { allFormats, encodingsOf, vectors } from "../support/shared.mjs";

const { defineFormat, discord, jsonSchema, prefixed, sno, snowflakeSI } = flakekit;

/** The bytes 0 to `length` - 1. */
const bytes = (length) => Uint8Array.from({ length }, (_, i) => i);

const ID = 175928847299117063n;

const refused = (work, code, message) => assert.throws(work, { code, message });

/** A format of this width. */
const ofWidth = (bits, native = bits <= 53 ? "number" : "bigint") =>
  defineFormat({
    name: `of ${bits}`,
    bits,
    epoch: "2024-01-01",
    native,
    fields: [
      { kind: "time", bits: Math.min(bits - 1, 41) },
      { kind: "sequence", bits: Math.max(1, bits - 41) },
    ],
  });

for (const [entry, { hidden: hide }] of [
  ["flakekit/hidden", { hidden }],
  ["flakekit/hidden/no-wasm", noWasm],
]) {
  test(`${entry} writes and reads the texts of the vectors`, () => {
    for (const { format: name, id, key, letter, tweak, as, check, text } of vectors("hidden")) {
      const format = flakekit.formatNamed(name);
      const keys = letter === undefined ? { key } : { keys: { [letter]: key }, current: letter };
      const ids = hide(format, { ...keys, tweak, as, check });
      const own = format.native === "string" ? id : format.fromText(id, { as: "decimal" });
      assert.equal(ids.toText(own), text);
      assert.equal(ids.fromText(text), own, text);
      assert.ok(ids.isValid(text));
    }
  });
}

test("the IDs of each format are written in each encoding of digits, and read in the type of the format", () => {
  for (const [format] of allFormats) {
    const all = encodingsOf(format.bits).filter(
      ({ name }) => !["rotatedBase64", "snoUuid", "bwmarrin64"].includes(name),
    );
    const ids = [format.zero, format.firstAt("2026-01-01"), format.range("2026-01-01", null).max];
    for (const { as } of all) {
      const { toText, fromText } = hidden(format, { key: bytes(16), as });
      const texts = ids.map(toText);
      assert.equal(new Set(texts.map(({ length }) => length)).size, 1);
      assert.deepEqual(texts.map(fromText), ids);
    }
  }
});

test("encodings whose texts are more than digits are refused", () => {
  for (const [format, as] of [
    [flakekit.uid60, "rotatedBase64"],
    [sno, "snoUuid"],
    [discord, flakekit.bwmarrin64],
  ]) {
    refused(() => hidden(format, { key: bytes(16), as }), "INVALID_OPTION", /an encoding of digits alone/);
  }
});

test("the IDs of all widths from 20 on can be hidden, and no narrower ones", () => {
  for (let bits = 20; bits <= 64; bits++) {
    const format = ofWidth(bits);
    const ids = hidden(format, { key: bytes(32) });
    const last = format.native === "number" ? 2 ** bits - 1 : 2n ** BigInt(bits) - 1n;
    for (const id of [format.zero, last]) assert.equal(ids.fromText(ids.toText(id)), id);
    assert.equal(ofWidth(bits, "bigint").zero, 0n);
  }
  refused(() => hidden(ofWidth(19), { key: bytes(16) }), "INVALID_OPTION", /19 bits.*at least 20/);
});

test("an ID is taken in any form in which the format reads it", () => {
  const ids = hidden(discord, { key: bytes(16) });
  const forms = [ID, `${ID}`, discord.toBytes(ID), { toBigInt: () => ID }];
  assert.equal(new Set(forms.map(ids.toText)).size, 1);
  assert.equal(ids.toText(7), ids.toText(7n));
  refused(() => ids.toText(2n ** 64n), "INVALID_ID", /64 bits/);
  refused(() => ids.toText(ids.toText(ID)), "INVALID_TEXT", /only 0-9/);
});

test("a text of the default has 17 characters for 64 bits, 13 of them without a check, and one more with a letter", () => {
  const key = bytes(16);
  assert.match(hidden(discord, { key }).toText(ID), /^[0-9a-z]{17}$/);
  assert.match(hidden(discord, { key, check: false }).toText(ID), /^[0-9a-z]{13}$/);
  assert.match(hidden(discord, { keys: { q: key }, current: "q" }).toText(ID), /^q[0-9a-z]{17}$/);
});

test("a key is given as bytes, as a Buffer, or as hexadecimal digits of either case", () => {
  for (const length of [16, 24, 32]) {
    const key = new Uint8Array(randomBytes(length));
    const hex = Buffer.from(key).toString("hex");
    const larger = new Uint8Array(80);
    larger.set(key, 13);
    const forms = [key, Buffer.from(key), larger.subarray(13, 13 + length), hex, hex.toUpperCase()];
    assert.equal(new Set(forms.map((form) => hidden(discord, { key: form }).toText(ID))).size, 1);
  }
});

test("equal IDs have equal texts, and another key, tweak, letter or width gives others, which are refused", () => {
  const of = (options, format = discord) => hidden(format, { key: bytes(16), tweak: "orders", ...options });
  const ids = of({});
  const text = ids.toText(ID);
  assert.equal(of({}).toText(ID), text);
  const last = bytes(16);
  last[15] ^= 1;
  const others = [
    of({ key: last }),
    of({ key: bytes(24) }),
    of({ tweak: "users" }),
    of({ tweak: "orders\0" }),
    of({ key: undefined, keys: { a: bytes(16) }, current: "a" }),
    of({}, flakekit.sonyflake),
    of({}, sno),
  ];
  for (const other of others) {
    assert.ok(!other.isValid(text));
    const theirs = other.toText(other.format.zero);
    assert.ok(!ids.isValid(theirs));
    assert.throws(() => ids.fromText(theirs), { code: "INVALID_TEXT" });
  }
  const both = hidden(discord, { keys: { a: bytes(16), b: bytes(16) }, current: "a" });
  const [a, ...rest] = both.toText(ID);
  assert.equal(a, "a");
  assert.ok(!both.isValid(`b${rest.join("")}`));
});

test("a mistyped character and an exchange of neighbours are noticed, and letters of the other case are read", () => {
  const ids = hidden(discord, { keys: { k: bytes(16) }, current: "k" });
  const text = ids.toText(ID);
  for (let at = 0; at < text.length; at++) {
    for (const typed of "0123456789abcdefghijklmnopqrstuvwxyz-é😀") {
      const changed = text.slice(0, at) + typed + text.slice(at + 1);
      assert.equal(ids.isValid(changed), changed === text, changed);
    }
    const changed =
      text.slice(0, at) +
      text
        .slice(at, at + 2)
        .split("")
        .reverse()
        .join("") +
      text.slice(at + 2);
    assert.equal(ids.isValid(changed), changed === text, changed);
  }
  assert.equal(ids.fromText(text.toUpperCase()), ID);
  // The sign of kelvin becomes k as a small letter.
  assert.ok(!ids.isValid(`\u212a${text.slice(1)}`));
});

test("a text that cannot be read is refused with what is wrong", () => {
  const ids = hidden(discord, { keys: { a: bytes(16) }, current: "a", key: bytes(24) });
  const rows = [
    ["", "'' has 0 characters; a hidden ID of discord has 17 or 18"],
    ["c00000000000000000", "'c00000000000000000' has the letter of no given key; the letters are: a, none"],
    ["zzzzzzzzzzzzz0000", "'zzzzzzzzzzzzz' has more than 64 bits"],
    ["000000000000-0000", "'000000000000-' has '-' at character 13; it must have only 0-9 and a-z"],
    [
      "00000000000000000",
      "'00000000000000000' is no hidden ID of discord: it is mistyped or invented, or has another key, tweak or format",
    ],
    [
      "0000000000000zzzz",
      "'0000000000000zzzz' is no hidden ID of discord: it is mistyped or invented, or has another key, tweak or format",
    ],
  ];
  for (const [text, message] of rows) {
    assert.throws(() => ids.fromText(text), { code: "INVALID_TEXT", message, statusCode: 400 });
  }
  for (const text of ["é0000000000000000", "00000000000000000\0", " 0000000000000000", "a".repeat(1e6)]) {
    assert.throws(
      () => ids.fromText(text),
      ({ code, message }) => code === "INVALID_TEXT" && message.length < 300,
    );
    assert.ok(!ids.isValid(text));
  }
  for (const value of [7, ID, null, undefined, {}, bytes(8)]) {
    assert.throws(() => ids.fromText(value), { code: "INVALID_ID" });
    assert.equal(ids.isValid(value), false);
  }
});

test("without a check, each number is read as some ID", () => {
  const ids = hidden(snowflakeSI, { key: bytes(16), check: false });
  assert.equal(typeof ids.fromText("00000000000"), "number");
  assert.ok(!ids.isValid("zzzzzzzzzzz"));
});

test("a format whose time is in two fields reads no number that is none of its IDs", () => {
  const format = defineFormat({
    name: "seconds and ms",
    bits: 64,
    epoch: "2024-01-01",
    fields: [
      { kind: "time", name: "second", bits: 32, unit: 1000 },
      { kind: "time", name: "ms", bits: 10, unit: 1 },
      { kind: "sequence", bits: 22 },
    ],
  });
  const { isValid, toText, fromText } = hidden(format, { key: bytes(16), check: false, as: "decimal" });
  const [id] = [format.firstAt("2026-01-01")];
  assert.equal(fromText(toText(id)), id);
  const read = Array.from({ length: 1000 }, (_, i) => isValid(`${i}`.padStart(20, "0")));
  // 24 of 1024 numbers are no ms.
  assert.ok(read.includes(false) && read.filter(Boolean).length > 900);
});

test("keys change without breaking old texts, from a key without a letter on", () => {
  const tweak = "orders";
  const [first, second, third] = [
    { key: bytes(16) },
    { key: bytes(16), keys: { a: bytes(32) }, current: "a" },
    { key: bytes(16), keys: { a: bytes(32), b: bytes(24) }, current: "b" },
  ].map((keys) => hidden(discord, { ...keys, tweak }));
  const texts = [first, second, third].map(({ toText }) => toText(ID));
  assert.deepEqual(
    texts.map((text) => text.length),
    [17, 18, 18],
  );
  assert.deepEqual(texts.map(third.fromText), [ID, ID, ID]);
  assert.ok(!second.isValid(texts[2]) && !first.isValid(texts[1]));
  const last = hidden(discord, { keys: { b: bytes(24) }, current: "b", tweak });
  assert.deepEqual(texts.map(last.isValid), [false, false, true]);
  // A table of links gets the new key.
  assert.equal(last.fromText(third.toText(third.fromText(texts[0]))), ID);
});

test("with a prefix, there is one text of each ID", () => {
  const ids = hidden(discord, { keys: { a: bytes(16) }, current: "a", tweak: "orders" });
  const orderId = prefixed(ids, "order");
  const text = orderId.toText(ID);
  assert.equal(text, `order_${ids.toText(ID)}`);
  assert.equal(orderId.fromText(text), ID);
  assert.equal(orderId.prefix, "order");
  assert.equal(orderId.format, discord);
  for (const other of [text.toUpperCase(), text.replace("_a", "_A"), ids.toText(ID), `x${text}`, text.slice(0, -1)]) {
    assert.ok(!orderId.isValid(other), other);
  }
  assert.throws(() => orderId.fromText("user_1"), {
    code: "INVALID_TEXT",
    message: /no prefix order; it must begin with 'order_'/,
  });
  refused(() => prefixed(ids, "Order"), "INVALID_OPTION", /prefix/);
  refused(() => prefixed(ids, "order", { as: "base62" }), "INVALID_OPTION", /option of hidden/);
  refused(() => prefixed(orderId, "order"), "INVALID_OPTION", /a format of flakekit/);
  refused(() => prefixed({ ...ids }, "order"), "INVALID_OPTION", /a format of flakekit/);
  refused(() => prefixed(new Proxy(ids, {}), "order"), "INVALID_OPTION", /a format of flakekit/);
});

test("hidden IDs are no format, and formats with a prefix cannot be hidden", () => {
  const ids = hidden(discord, { key: bytes(16) });
  refused(() => flakekit.generator(ids, {}), "INVALID_OPTION", /a format of flakekit/);
  refused(() => jsonSchema(ids), "INVALID_OPTION", /a format of flakekit/);
  refused(() => hidden(ids, { key: bytes(16) }), "INVALID_OPTION", /a format of flakekit/);
  refused(() => hidden(prefixed(discord, "a"), { key: bytes(16) }), "INVALID_OPTION", /a format of flakekit/);
});

test("hidden IDs are a Standard Schema, whose JSON Schema is that of the texts", () => {
  const keys = { a: bytes(16), b: bytes(24) };
  const all = [
    [{ key: bytes(16) }, "^[0-9a-z]{13}[0-9a-z]{4}$"],
    [{ key: bytes(16), check: false, as: "decimal" }, "^[0-9]{20}$"],
    [{ keys, current: "b" }, "^[ba][0-9a-z]{13}[0-9a-z]{4}$"],
    [{ keys, current: "b", key: bytes(32) }, "^[ba]?[0-9a-z]{13}[0-9a-z]{4}$"],
  ];
  for (const [options, pattern] of all) {
    const ids = hidden(discord, options);
    const { validate, jsonSchema } = ids["~standard"];
    const schema = { type: "string", pattern };
    assert.deepEqual(jsonSchema.input({ target: "draft-07" }), schema);
    assert.deepEqual(jsonSchema.output({ target: "openapi-3.0" }), schema);
    const text = ids.toText(ID);
    assert.match(text, new RegExp(pattern));
    assert.deepEqual(validate(text), { value: text });
    assert.match(validate("x").issues[0].message, /has 1 characters/);
    assert.match(validate(7).issues[0].message, /must be a text/);
  }
  const orderId = prefixed(hidden(discord, { keys, current: "b" }), "order");
  assert.deepEqual(orderId["~standard"].jsonSchema.input({ target: "draft-2020-12" }), {
    type: "string",
    pattern: "^order_[ba][0-9a-z]{13}[0-9a-z]{4}$",
  });
});

test("methods can be passed on, and the object is frozen", () => {
  const ids = hidden(discord, { key: bytes(16) });
  const texts = [1n, 2n, 3n].map(ids.toText);
  assert.deepEqual(texts.filter(ids.isValid).map(ids.fromText), [1n, 2n, 3n]);
  assert.ok(Object.isFrozen(ids) && Object.isFrozen(prefixed(ids, "a")));
});
