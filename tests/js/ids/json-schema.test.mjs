// Formats as Standard JSON Schemas: `format["~standard"].jsonSchema`. tests/runtimes/tools/ tries them with libraries.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as flakekit from "flakekit";
import { allFormats, refused } from "../support/shared.mjs";

const { bwmarrin32, bwmarrin64, defineFormat, jsonSchema, prefixed, sno, snowflakeSI, twitter, uid60 } = flakekit;

const TARGETS = ["draft-2020-12", "draft-07", "openapi-3.0"];

/** Formats whose own texts are not just digits, or have another first range of digits. */
const custom = [bwmarrin32, bwmarrin64, "base2", "base64url", "crockford"].map((text) =>
  defineFormat({
    name: `own ${text.name ?? text}`,
    bits: 61,
    epoch: "2024-01-01",
    text,
    fields: [
      { kind: "time", bits: 45 },
      { kind: "sequence", bits: 16 },
    ],
  }),
);
const formats = [...allFormats.map(([format]) => format), ...custom];

for (const format of formats) {
  const { jsonSchema: standard } = format["~standard"];

  test(`${format.name}: its Standard JSON Schema is that of its texts, and of numbers if its IDs are numbers`, () => {
    const texts = jsonSchema(format);
    const numbers = { type: "integer", minimum: 0, maximum: 2 ** format.bits - 1 };
    const expected = format.native === "number" ? { anyOf: [texts, numbers] } : texts;
    for (const target of TARGETS) {
      assert.deepEqual(standard.input({ target }), expected);
      assert.deepEqual(standard.output({ target, libraryOptions: {} }), expected);
    }
  });

  test(`${format.name}: the pattern of its Standard JSON Schema matches what its Standard Schema accepts`, () => {
    const schema = standard.input({ target: "draft-2020-12" });
    const { pattern } = schema.anyOf?.[0] ?? schema;
    const { min, max } = format.range(null, null);
    for (const flags of ["", "u", "v"]) {
      const regular = new RegExp(pattern, flags);
      for (const id of [min, format.zero, max]) {
        const text = format.toText(id);
        assert.match(text, regular);
        assert.deepEqual(format["~standard"].validate(text), { value: text });
      }
      for (const text of ["", "!", `${format.toText(max)}0`]) assert.doesNotMatch(text, regular);
    }
  });
}

test("the Standard JSON Schema of texts with a prefix has the prefix", () => {
  const orders = prefixed(twitter, "order");
  const { input, output } = orders["~standard"].jsonSchema;
  for (const target of TARGETS) {
    assert.deepEqual(input({ target }), { type: "string", pattern: "^order_[0-9a-z]{13}$" });
    assert.deepEqual(output({ target }), jsonSchema(orders));
  }
});

test("an unknown target of a Standard JSON Schema is refused, and the error lists the known ones", () => {
  const known = "it must be one of draft-2020-12, draft-07, openapi-3.0";
  for (const format of [twitter, sno, snowflakeSI, prefixed(uid60, "u")]) {
    const { input, output } = format["~standard"].jsonSchema;
    for (const convert of [input, output]) {
      refused("INVALID_OPTION", () => convert({ target: "draft-04" }), `target is 'draft-04'; ${known}`);
      refused("INVALID_OPTION", () => convert({ target: "draft" }), `target is 'draft'; ${known}`);
      for (const options of [undefined, null, {}]) {
        refused("INVALID_OPTION", () => convert(options), `target is undefined; ${known}`);
      }
      const throwing = {
        get target() {
          throw new TypeError("no target");
        },
      };
      refused("INVALID_OPTION", () => convert(throwing), "target can't be read: it threw TypeError: no target");
    }
  }
});

test("a Standard JSON Schema needs no epoch, and cannot be changed", () => {
  const standard = snowflakeSI["~standard"];
  const schema = standard.jsonSchema.input({ target: "draft-07" });
  assert.equal(schema.anyOf[1].maximum, Number.MAX_SAFE_INTEGER);
  schema.anyOf.length = 0;
  assert.equal(standard.jsonSchema.input({ target: "draft-07" }).anyOf.length, 2);
  assert.ok(Object.isFrozen(standard.jsonSchema));
});

test("a Standard Schema says of a number above 2^53 - 1 that its digits are lost, and what to give", () => {
  const lost = /^the ID is the number 1541815603606036500, above 2\^53 - 1: its last digits are lost; give a text/;
  for (const format of [twitter, sno, prefixed(twitter, "order")]) {
    assert.match(format["~standard"].validate(JSON.parse("1541815603606036481")).issues[0].message, lost);
    assert.equal(format["~standard"].validate(5).issues[0].message, "the ID is 5; it must be a text");
  }
});
