// Encodings that other programs have: base64url, as Instagram writes it, and the encodings of bwmarrin's Go package.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as flakekit from "flakekit";
import { inspect } from "flakekit/inspect";
import { bundleOf } from "../support/bundles.mjs";
import { encodingNamed, refused, vectors } from "../support/shared.mjs";

const { bwmarrin32, bwmarrin58, bwmarrin64, defineFormat, discord, generator, instagram, jsonSchema, sno, twitter } =
  flakekit;

const IMPORTED = [bwmarrin32, bwmarrin58, bwmarrin64];

test("a short code of Instagram is the ID in base64url", () => {
  const as = "base64url";
  const id = instagram.fromText("CuVdfsNtmvh", { as });
  assert.equal(instagram.date("CuVdfsNtmvh", { as }).toISOString(), "2023-07-06T00:11:23.508Z");
  assert.equal(instagram.toText(id, { as }), "CuVdfsNtmvh");
  assert.equal(instagram.toText(0n, { as }), "A");
  assert.equal(instagram.toText(2n ** 64n - 1n, { as }), "P__________");
  assert.equal(instagram.toText(1n, { as, padded: true }), "AAAAAAAAAAB");
  for (const [text, ...words] of [
    ["", "has length 0; it must be 1 to 11: A-Z, a-z, 0-9, '-' and '_'"],
    ["ACuVdfsNtmv", "a leading zero at character 1"],
    ["CuVdfsNtmv=", "'=' at character 11"],
    ["CuVdfsNt+vh", "'+' at character 9"],
    ["Q__________", "more than 64 bits"],
  ]) {
    refused("INVALID_TEXT", () => instagram.fromText(text, { as }), ...words);
    assert.equal(instagram.isValid(text, { as }), false);
  }
});

test("the texts of bwmarrin's tests are read and written as its Go package does it", () => {
  for (const { label, encoding, input, id } of vectors("encodings/bwmarrin")) {
    const as = encodingNamed(encoding);
    assert.equal(twitter.isValid(input, { as }), id !== null, label);
    if (id === null) {
      refused("INVALID_TEXT", () => twitter.fromText(input, { as }));
    } else {
      assert.equal(String(twitter.fromText(input, { as })), id, label);
      assert.equal(twitter.toText(BigInt(id), { as }), input, label);
      assert.match(input, new RegExp(jsonSchema(twitter, { as }).pattern), label);
    }
  }
});

test("bwmarrin64 reads only the base64 of the canonical decimal text, and says what is wrong with others", () => {
  const as = bwmarrin64;
  const allowed = "groups of 4 characters, the base64 of digits 0-9";
  for (const [text, message] of [
    ["MTExNjgxOTQ5NDY2MDk5NzEyMA", `has length 26; it must be 4 to 28: ${allowed}`],
    ["", `has length 0; it must be 4 to 28: ${allowed}`],
    ["MTEx".repeat(8), `has length 32; it must be 4 to 28: ${allowed}`],
    ["MDE=", "has a leading zero at character 1; it must have none, or all if padded"],
    ["MQ==MQ==", `has 'Q' at character 2; it must have only ${allowed}`],
    ["MTE\u{1F600}", `has '\u{1F600}' at character 4; it must have only ${allowed}`],
    ["MR==", `has 'R' at character 2; it must have only ${allowed}`],
    ["hello", `has 'h' at character 1; it must have only ${allowed}`],
    ["OTIyMzM3MjAzNjg1NDc3NTgwOA==", "has more than 63 bits"],
    ["MTExMTExMTExMTExMTExMTExMTEx", "has the base64 of 21 digits; it must have that of 1 to 19"],
  ]) {
    refused("INVALID_TEXT", () => twitter.fromText(text, { as }), `'${text}' ${message}`);
    assert.equal(twitter.isValid(text, { as }), false, text);
  }
  assert.equal(discord.toText(7n, { as, padded: true }), "MDAwMDAwMDAwMDAwMDAwMDAwMDc=");
  assert.equal(discord.fromText("MDAwMDAwMDAwMDAwMDAwMDAwMDc=", { as, padded: true }), 7n);
  refused("INVALID_TEXT", () => discord.fromText("Nw==", { as, padded: true }), "it must be 28");
});

test("a custom format has an imported encoding: its texts, those of its generators, and what inspect finds", () => {
  for (const text of IMPORTED) {
    const format = defineFormat({
      name: "go",
      bits: 63,
      epoch: 1_288_834_974_657,
      text,
      fields: [
        { kind: "time", bits: 41 },
        { kind: "node", name: "node", bits: 10 },
        { kind: "sequence", name: "step", bits: 12 },
      ],
    });
    assert.equal(format.text, text.name);
    assert.equal(JSON.parse(JSON.stringify(format)).text, text.name);
    const ids = generator(format, { node: 5 });
    for (let i = 0; i < 100; i++) {
      const written = ids.nextText();
      assert.equal(written, twitter.toText(format.fromText(written), { as: text }));
      assert.match(written, new RegExp(jsonSchema(format).pattern));
    }
    const written = ids.nextText();
    const [found] = inspect(written, { formats: [format] });
    assert.deepEqual([found.format, found.value], ["go", format.fromText(written)]);
    assert.equal(flakekit.withOptions(format, { epoch: 0 }).toText(5n), format.toText(5n));
  }
});

test("an imported encoding is frozen, of all widths, and none is an object that looks like it", () => {
  for (const as of IMPORTED) {
    assert.ok(Object.isFrozen(as));
    assert.equal(sno.fromText(sno.toText(sno.zero, { as }), { as }), sno.zero);
    refused("INVALID_OPTION", () => discord.toText(1n, { as, short: true }), `${as.name} has no short form`);
    for (const other of [{ ...as }, Object.create(as), as.name]) {
      refused("INVALID_OPTION", () => discord.toText(1n, { as: other }), "as is", "it must be one of decimal, hex");
    }
  }
});

test("a bundle contains an imported encoding only if a program imports it", async () => {
  const code = async (names) =>
    Buffer.from(await bundleOf(`import { discord, ${names} } from "flakekit"; use(discord, ${names});`)).toString();
  const without = await code("mastodon");
  for (const { name } of IMPORTED) assert.ok(!without.includes(name), name);
  assert.ok((await code("bwmarrin64")).includes("bwmarrin64"));
});
