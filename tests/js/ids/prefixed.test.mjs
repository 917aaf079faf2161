// The texts of formats with a prefix: `prefixed`.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as flakekit from "flakekit";
import { allFormats, customEncodings, encodingsOf, refused } from "../support/shared.mjs";

const { bwmarrin58, bwmarrin64, defineFormat, discord, generator, jsonSchema, mastodon, nanoflake, next } = flakekit;
const { prefixed, sno, snowflakeSI, tsid, twitter, uid60, withOptions } = flakekit;

/** IDs of which no generator is made: without a sequence, and with ticks of a part of a ms. */
const readOnly = [
  defineFormat({
    name: "random",
    bits: 58,
    epoch: "2024-01-01",
    fields: [
      { kind: "time", bits: 40 },
      { kind: "random", bits: 18 },
    ],
  }),
  defineFormat({
    name: "fine",
    bits: 64,
    epoch: "2024-01-01",
    unit: 0.001,
    fields: [
      { kind: "time", bits: 52 },
      { kind: "sequence", bits: 12 },
    ],
  }),
];

/** Custom formats of other widths, types and encodings. */
const custom = [
  ...customEncodings.filter(({ width }) => width === null).map(({ as, name }, i) => [as, name, 41 + 2 * i]),
].map(([text, encoding, bits]) =>
  defineFormat({
    name: `own ${encoding}`,
    bits,
    epoch: "2024-01-01",
    text,
    native: bits <= 53 ? "number" : "bigint",
    fields: [
      { kind: "time", bits: bits - 8 },
      { kind: "sequence", bits: 8 },
    ],
  }),
);

const formats = [...allFormats.map(([format]) => format), ...readOnly, ...custom, snowflakeSI, nanoflake];

/** The encodings in which the texts of a format can have a prefix. */
const SORTED = ["decimal", "hex", "base36", "base62", "crockford", "base2", "sno"];
const allowedOf = ({ bits }) => encodingsOf(bits).filter(({ name }) => SORTED.includes(name));

/** Numbers that are the same in each run. */
function* numbers(seed) {
  for (let state = BigInt(seed); ;) {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    yield state >> 32n;
  }
}

/** The IDs of a format: the smallest and the largest ones, and random ones of all sizes. */
function idsOf(format) {
  const { bits } = format;
  const random = numbers(bits);
  const draw = () => random.next().value;
  const values = Array.from({ length: 60 }, (_, i) => {
    const value = draw() + (draw() << 32n) + (draw() << 64n);
    return value & (2n ** BigInt(i % 3 === 0 ? bits : 1 + Number(draw() % BigInt(bits))) - 1n);
  });
  const largest = 2n ** BigInt(bits) - 1n;
  return [...new Set([0n, 1n, largest - 1n, largest, ...values])]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((value) => format.fromBytes(bytesOf(value, bits)));
}

const bytesOf = (value, bits) =>
  Uint8Array.from({ length: Math.ceil(bits / 8) }, (_, i, { length } = { length: Math.ceil(bits / 8) }) =>
    Number((value >> BigInt(8 * (length - 1 - i))) & 255n),
  );

const orderId = prefixed(discord, "order");
const userId = prefixed(discord, "user");
const ID = 1541815603606036480n;
const TEXT = "order_0bppc0m3ju134";

for (const format of formats) {
  test(`${format.name}: in each encoding, a text is read as the ID that it was written for, and is the only one of it`, () => {
    for (const { name, as } of allowedOf(format)) {
      const texts = prefixed(format, "order_2", { as });
      for (const id of idsOf(format)) {
        const text = texts.toText(id);
        assert.equal(texts.fromText(text), id);
        assert.ok(texts.isValid(text));
        assert.equal(text, `order_2_${format.toText(id, { as, padded: true })}`);
        const others = [
          text.toUpperCase(),
          text.toLowerCase(),
          text.replace("_2_", "_2_0"),
          text.replace(/_0([^_]*)$/, "_$1"),
        ];
        for (const other of others) {
          // In base 62, a letter of the other case is another digit.
          if (other !== text) assert.ok(!texts.isValid(other) || texts.fromText(other) !== id, `${name}: ${other}`);
        }
      }
    }
  });

  test(`${format.name}: in each encoding, texts have one length, and sort as their IDs do`, () => {
    for (const { as } of [{ as: undefined }, ...allowedOf(format)]) {
      const texts = prefixed(format, "order", { as });
      const written = idsOf(format).map(texts.toText);
      assert.equal(new Set(written.map(({ length }) => length)).size, 1);
      assert.deepEqual([...written].reverse().sort(), written);
      assert.deepEqual([...written].reverse().sort(texts.compare), written);
    }
  });

  test(`${format.name}: the pattern of the JSON Schema matches all texts, and no others of another prefix, alphabet or length`, () => {
    for (const { as } of [{ as: undefined }, ...allowedOf(format)]) {
      const texts = prefixed(format, "order", { as });
      const { type, pattern } = jsonSchema(texts);
      assert.equal(type, "string");
      for (const flags of ["", "u", "v"]) {
        const regular = new RegExp(pattern, flags);
        for (const text of idsOf(format).map(texts.toText)) {
          assert.match(text, regular);
          const others = [`${text}0`, ` ${text}`, `${text}\n`, text.slice(0, -1), `${text.slice(0, -1)}!`, `a${text}`];
          for (const other of [...others, text.replace("order", "user"), text.slice(6)])
            assert.doesNotMatch(other, regular);
        }
      }
    }
  });

  if (format.epoch === null) continue;

  test(`${format.name}: the time and the fields of a text are those of its ID`, () => {
    const texts = prefixed(format, "order");
    for (const id of idsOf(format)) {
      const text = texts.toText(id);
      assert.deepEqual(texts.decode(text), format.decode(id));
      assert.equal(texts.timestamp(text), format.timestamp(id));
      assert.deepEqual(texts.date(text), format.date(id));
    }
  });
}

test("the usual encoding is that of the format if it is not decimal and sorts, and else base 36", () => {
  assert.equal(orderId.toText(ID), TEXT);
  assert.equal(prefixed(uid60, "a").toText(1n), "a_000000000001");
  assert.equal(prefixed(tsid, "a").toText(31n), "a_000000000000Z");
  assert.equal(prefixed(sno, "a").toText(sno.zero), `a_${sno.zero}`);
  assert.equal(prefixed(defineFormat({ ...definition, text: "base62" }), "a").toText(61n), "a_0000000000z");
  assert.equal(prefixed(defineFormat({ ...definition, text: bwmarrin64 }), "a").toText(35n), "a_000000000000z");
  assert.equal(prefixed(defineFormat({ ...definition, text: bwmarrin58 }), "a").toText(35n), "a_000000000000z");
});

const definition = {
  name: "own",
  bits: 63,
  epoch: "2024-01-01",
  fields: [
    { kind: "time", bits: 51 },
    { kind: "sequence", bits: 12 },
  ],
};

test("an ID is taken in each form that its format reads", () => {
  for (const id of [ID, String(ID), discord.toBytes(ID), { toBigInt: () => ID }])
    assert.equal(orderId.toText(id), TEXT);
  const made = next(sno);
  assert.equal(prefixed(sno, "a").toText(made), `a_${made}`);
  assert.equal(prefixed(sno, "a").toText(sno.toBytes(made)), `a_${made}`);
  assert.equal(prefixed(withOptions(snowflakeSI, { epoch: "2024-01-01" }), "a").fromText("a_0000000000z"), 35);
});

test("the members can be passed on as functions, which ignore the index of a list", () => {
  const ids = generator(discord, { workerId: 1, processId: 0 });
  const made = Array.from({ length: 20 }, () => ids.next());
  const { compare, date, decode, fromText, isValid, timestamp, toText } = orderId;
  const texts = made.map(toText);
  assert.deepEqual(texts.map(fromText), made);
  assert.deepEqual(texts.filter(isValid), texts);
  assert.deepEqual(texts.map(timestamp), made.map(discord.timestamp));
  assert.deepEqual(texts.map(date), made.map(discord.date));
  assert.deepEqual(texts.map(decode), made.map(discord.decode));
  assert.deepEqual([...texts].reverse().sort(compare), texts);
});

test("a text of another prefix is refused, and the message names both", () => {
  refused("INVALID_TEXT", () => userId.fromText(TEXT), "has the prefix 'order'; it must begin with 'user_'");
  assert.ok(!userId.isValid(TEXT));
  refused("INVALID_TEXT", () => prefixed(discord, "order_item").decode(TEXT), "'order'", "'order_item_'");
  refused("INVALID_TEXT", () => orderId.decode(TEXT.replace("_", "_item_")), "'order_item'", "'order_'");
  for (const text of [
    "",
    String(ID),
    "_",
    `_${TEXT.slice(6)}`,
    TEXT.replace("_", "-"),
    ` ${TEXT}`,
    TEXT.toUpperCase(),
  ]) {
    refused("INVALID_TEXT", () => orderId.fromText(text), "has no prefix; it must begin with 'order_'");
    assert.ok(!orderId.isValid(text));
  }
});

test("a wrong text is refused with the position of the first wrong character, counted from its beginning", () => {
  const digits = "0bppc0m3ju134";
  for (const [text, why] of [
    [`order_${digits.toUpperCase()}`, "has 'B' at character 8; it must have only 0-9 and a-z"],
    [`order_0bppc😀m3ju134`, "has '😀' at character 12; it must have only"],
    [`order_0bppc-m3ju134`, "has '-' at character 12; it must have only"],
    [`order_${digits}0`, "has length 20; it must be 19: 0-9 and a-z"],
    ["order_", "has length 6; it must be 19"],
    [`order_${"z".repeat(13)}`, "has more than 64 bits"],
  ]) {
    refused("INVALID_TEXT", () => orderId.fromText(text), why);
  }
  const long = prefixed(discord, "a".repeat(63), { as: "base2" });
  refused("INVALID_TEXT", () => long.fromText(`${"a".repeat(63)}_${"0".repeat(63)}2`), "at character 128;");
});

test("only texts are read: the ID itself is none of its texts", () => {
  for (const value of [
    ID,
    5,
    undefined,
    null,
    {},
    [TEXT],
    discord.toBytes(ID),
    new String(TEXT),
    { toString: () => TEXT },
  ]) {
    assert.equal(orderId.isValid(value), false);
    for (const member of ["fromText", "decode", "timestamp", "date"])
      refused("INVALID_ID", () => orderId[member](value));
    refused("INVALID_ID", () => orderId.compare(TEXT, value));
  }
  refused("INVALID_TEXT", () => orderId.toText(TEXT));
});

test("a prefix is 1 to 63 small letters, digits and underscores, with a letter first and no underscore at the end", () => {
  for (const prefix of ["a", "s3", "order_item", "a__b", "a".repeat(63), `a${"_".repeat(61)}1`]) {
    const texts = prefixed(twitter, prefix);
    assert.equal(texts.prefix, prefix);
    assert.equal(texts.fromText(`${prefix}_${ID.toString(36).padStart(13, "0")}`), ID);
  }
  const wrong = [
    "",
    "_",
    "_a",
    "a_",
    "1a",
    "A",
    "aB",
    "a-b",
    "a.b",
    "a b",
    "ä",
    "a\n",
    "a".repeat(64),
    5,
    null,
    undefined,
    ["a"],
  ];
  for (const prefix of wrong) {
    const words = ["prefix is ", "it must be 1 to 63 small letters, digits and '_'"];
    refused("INVALID_OPTION", () => prefixed(discord, prefix), ...words);
  }
});

test("an encoding that does not sort, or has other characters than letters and digits, is refused", () => {
  for (const as of ["base64url", bwmarrin58, bwmarrin64]) {
    refused(
      "INVALID_OPTION",
      () => prefixed(discord, "a", { as }),
      "as is '",
      "it must be one of letters and digits that sort",
    );
  }
  refused("INVALID_OPTION", () => prefixed(uid60, "a", { as: "rotatedBase64" }), "as is 'rotatedBase64'");
  refused("INVALID_OPTION", () => prefixed(sno, "a", { as: "snoUuid" }), "as is 'snoUuid'");
  refused("INVALID_OPTION", () => prefixed(discord, "a", { as: "sno" }), "sno writes 80 bits, not 64");
  refused("INVALID_OPTION", () => prefixed(discord, "a", { as: "base37" }), "as is 'base37'");
  refused("INVALID_OPTION", () => prefixed(discord, "a", { padded: true }), "has no option 'padded'");
  refused("INVALID_OPTION", () => prefixed(discord, "a", "hex"), "'hex'");
});

test("it is a Standard Schema, which returns texts of the prefix as they are, and says why another value is refused", () => {
  const { validate, vendor, version } = orderId["~standard"];
  assert.deepEqual([vendor, version], ["flakekit", 1]);
  assert.equal(orderId["~standard"], orderId["~standard"]);
  assert.deepEqual(validate(TEXT), { value: TEXT });
  for (const [value, message] of [
    [TEXT.replace("order", "user"), /^'user_\w{13}' has the prefix 'user'; it must begin with 'order_'$/],
    [ID, /^the ID is 1541815603606036480n; it must be a text$/],
    [undefined, /^the ID is undefined; it must be a text$/],
  ]) {
    const { issues, value: read } = validate(value);
    assert.equal(read, undefined);
    assert.equal(issues.length, 1);
    assert.match(issues[0].message, message);
  }
});

test("a format without an epoch writes and checks texts, and reads their times once it has one", () => {
  const texts = prefixed(nanoflake, "a");
  const text = texts.toText(5n);
  assert.equal(texts.fromText(text), 5n);
  for (const member of ["decode", "timestamp", "date"]) refused("EPOCH_REQUIRED", () => texts[member](text));
  const withEpoch = withOptions(nanoflake, { epoch: "2024-01-01" });
  assert.equal(prefixed(withEpoch, "a").timestamp(text), Date.UTC(2024, 0, 1));
  assert.equal(prefixed(mastodon, "a").timestamp(prefixed(mastodon, "a").toText(65536n)), 1);
});

test("functions that would write IDs without the prefix refuse it; they take its format", () => {
  assert.equal(orderId.format, discord);
  for (const name of ["generator", "withOptions", "decodeColumns", "sort"]) {
    refused("INVALID_OPTION", () => flakekit[name](orderId, {}), "it must be a format of flakekit");
  }
  refused("INVALID_OPTION", () => prefixed(orderId, "user"));
  refused("INVALID_OPTION", () => jsonSchema(orderId, { as: "hex" }), "have one style; leave out its options");
});

test("it cannot be changed, and no copy of it counts as one", () => {
  assert.throws(() => (orderId.prefix = "user"), TypeError);
  assert.throws(() => (orderId.format = twitter), TypeError);
  for (const copy of [{ ...orderId }, Object.create(orderId), new Proxy(orderId, {})]) {
    refused("INVALID_OPTION", () => jsonSchema(copy), "the format is an object");
  }
});

test("consoles and JSON show the prefix, the encoding and the format", () => {
  assert.equal(JSON.stringify(orderId), '{"prefix":"order","text":"base36","format":"discord"}');
  assert.equal(String(orderId), "[object order]");
});
