// Formats as schemas: Standard Schema and JSON Schema. tests/runtimes/tools/ tries them with validators.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, generator, jsonSchema, sno, snowflakeSI, tsid, twitter, uid60, withOptions } from "flakekit";
import { allFormats } from "../support/shared.mjs";

for (const [format, options] of allFormats) {
  const ids = generator(format, options);
  const { validate } = format["~standard"];

  test(`${format.name}: it is a Standard Schema, which accepts the texts of its IDs and returns them as they are`, () => {
    const { version, vendor } = format["~standard"];
    assert.deepEqual([version, vendor], [1, "flakekit"]);
    assert.equal(format["~standard"], format["~standard"]);
    for (let i = 0; i < 10; i++) {
      const text = ids.nextText();
      assert.deepEqual(validate(text), { value: text });
    }
  });

  test(`${format.name}: its Standard Schema says why a value is not accepted`, () => {
    const expected = format.native === "number" ? "a text or a number" : "a text";
    for (const [bad, reason] of [
      ["", /^'' has length 0; it must be \d+/],
      ["!", /^'!' has '!' at character 1; it must have only /],
      ["5 ", /^'5 ' has ' ' at character 2; it must have only /],
      [undefined, `the ID is undefined; it must be ${expected}`],
      [null, `the ID is null; it must be ${expected}`],
      [{}, `the ID is an object; it must be ${expected}`],
      [5n, `the ID is 5n; it must be ${expected}`],
      [new Uint8Array(8), `the ID is a Uint8Array of 8; it must be ${expected}`],
      [
        -1,
        format.native === "number"
          ? /^-1 is no ID of snowflakeSI with epoch 2024-01-01: it must be /
          : "the ID is -1; it must be a text",
      ],
    ]) {
      const { issues, value } = validate(bad);
      assert.equal(value, undefined);
      assert.equal(issues.length, 1);
      if (typeof reason === "string") assert.equal(issues[0].message, reason);
      else assert.match(issues[0].message, reason);
    }
  });

  test(`${format.name}: the pattern of its JSON Schema matches all its texts, and no other alphabet or length`, () => {
    const { type, pattern } = jsonSchema(format);
    assert.equal(type, "string");
    for (const flags of ["", "u", "v"]) {
      const regular = new RegExp(pattern, flags);
      const texts = [format.zero, format.range(null, null).max].map((id) => format.toText(id));
      for (const text of [...texts, ids.nextText(), ids.nextText()]) assert.match(text, regular);
      const [, largest] = texts;
      for (const text of ["", "!", `${largest}0`, ` ${largest}`, `${largest}\n`]) assert.doesNotMatch(text, regular);
    }
  });
}

test("a format whose IDs are numbers accepts numbers too", () => {
  const { validate } = withOptions(snowflakeSI, { epoch: "2024-01-01" })["~standard"];
  assert.deepEqual(validate(5), { value: 5 });
  assert.deepEqual(validate("5"), { value: "5" });
  assert.match(validate(2 ** 53).issues[0].message, /9007199254740991/);
  assert.match(validate(5n).issues[0].message, /a text or a number/);
  assert.match(twitter["~standard"].validate(5).issues[0].message, /the ID is 5; it must be a text$/);
});

test("the patterns of JSON Schemas are short and have no lookahead", () => {
  assert.equal(jsonSchema(twitter).pattern, "^(?:0|[1-9][0-9]{0,18})$");
  assert.equal(jsonSchema(discord).pattern, "^(?:0|[1-9][0-9]{0,19})$");
  assert.equal(jsonSchema(sno).pattern, "^[2-9a-x]{16}$");
  assert.equal(jsonSchema(tsid).pattern, "^[0-9A-HJ-KM-NP-TV-Z]{13}$");
  assert.equal(jsonSchema(uid60).pattern, "^[A-Za-z0-9\\-_]{10}$");
});

test("a schema needs no epoch", () => {
  assert.deepEqual(snowflakeSI["~standard"].validate("5"), { value: "5" });
  assert.equal(jsonSchema(snowflakeSI).type, "string");
});
