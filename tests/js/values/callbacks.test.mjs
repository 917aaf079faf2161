// Methods that are passed on as functions, and forms in which IDs are read.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, generator, next, sno, sort, twitter } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { allFormats, NOW, refused } from "../support/shared.mjs";

const TEXTS = ["1541815603606036480", "1541815603606036481"];

for (const [format, options] of allFormats) {
  test(`${format.name}: methods of a format work without the format`, () => {
    const { compare, date, decode, encode, firstAt, fromBytes, fromText, isValid, range, timestamp, toBytes, toText } =
      format;
    const id = generator(format, options).next();
    assert.equal(isValid(id), true);
    assert.deepEqual(decode(id), format.decode(id));
    const { date: made, ...fields } = decode(id);
    assert.equal(encode(fields), id);
    assert.deepEqual([timestamp(id), date(id)], [fields.timestamp, made]);
    assert.equal(fromText(toText(id)), id);
    assert.equal(fromBytes(toBytes(id)), id);
    assert.deepEqual(sort(format, [id, firstAt(NOW)]), [firstAt(NOW), id].sort(compare));
    assert.deepEqual(range(NOW, NOW), format.range(NOW, NOW));
  });

  test(`${format.name}: next, nextText and nextAsync work without the generator`, async () => {
    const { next, nextText, nextAsync } = generator(format, options);
    const ids = [next(), format.fromText(nextText()), await nextAsync()];
    assert.deepEqual(sort(format, ids), ids);
    assert.equal(new Set(ids).size, 3);
  });
}

test("close and status work without the lease", async () => {
  const { close, status } = await lease(discord, { store: memory() });
  assert.equal(status().state, "held");
  await close();
  assert.equal(status().state, "closed");
});

test("methods that sno has more work without it", () => {
  const { fromUUID, meta, toUUID, withMeta } = sno;
  const { nextBytes } = generator(sno);
  const id = next(sno, 3);
  assert.equal(meta(id), 3);
  assert.equal(fromUUID(toUUID(id)), id);
  assert.equal(meta(withMeta(id, 4)), 4);
  assert.equal(nextBytes(1).length, 10);
});

test("the index that map passes is no option", () => {
  const ids = TEXTS.map(twitter.fromText);
  assert.deepEqual(ids, [1541815603606036480n, 1541815603606036481n]);
  assert.deepEqual(ids.map(twitter.toText), TEXTS);
  assert.deepEqual(
    TEXTS.map(twitter.decode),
    TEXTS.map((text) => twitter.decode(text)),
  );
  assert.deepEqual(TEXTS.map(twitter.timestamp), [1656432460105, 1656432460105]);
  assert.deepEqual(TEXTS.map(twitter.date), [new Date(1656432460105), new Date(1656432460105)]);
  assert.deepEqual(["x", ...TEXTS].filter(twitter.isValid), TEXTS);
  assert.equal(
    TEXTS.every((text) => twitter.isValid(text, { as: "decimal" })),
    true,
  );
  const rows = [{ timestamp: NOW, machineId: 1, sequence: 1 }];
  assert.deepEqual(rows.map(twitter.encode), [twitter.encode(rows[0])]);
  // A value that is neither an index nor options is refused, as everywhere.
  for (const options of ["hex", true, 5n, () => 0]) {
    refused("INVALID_OPTION", () => twitter.isValid(TEXTS[0], options), "in a callback, write (id) => decode(id)");
  }
  refused("INVALID_OPTION", () => twitter.decode(TEXTS[0], "hex"));
  refused("INVALID_OPTION", () => twitter.decode(TEXTS[0], { base: "hex" }), "base");
});

/** An integer of another library, such as BSON's `Long`. */
const long = (value) => ({ toBigInt: () => value });

test("an object with toBigInt is read as its bigint", () => {
  const [text] = TEXTS;
  const id = long(BigInt(text));
  assert.equal(twitter.isValid(id), true);
  assert.deepEqual(twitter.decode(id), twitter.decode(text));
  assert.equal(twitter.toText(id), text);
  assert.equal(twitter.timestamp(id), twitter.timestamp(text));
  assert.deepEqual(twitter.toBytes(id), twitter.toBytes(text));
  assert.equal(twitter.compare(id, long(1n)), 1);
  assert.deepEqual(sort(twitter, [id, 1n]), [1n, id]);
});

test("an object whose toBigInt gives no ID is refused, and what it throws is the cause", () => {
  const thrown = new Error("struck");
  const throwing = {
    toBigInt() {
      throw thrown;
    },
  };
  for (const bad of [long(-1n), long(1n << 64n), long(5), { toBigInt: 5n }, throwing]) {
    assert.equal(discord.isValid(bad), false);
    refused("INVALID_ID", () => discord.decode(bad));
  }
  refused("INVALID_ID", () => discord.decode(long(-5n)), "-5n");
  assert.throws(() => discord.decode(throwing), { cause: thrown });
  // sno's IDs are no integers.
  assert.equal(sno.isValid(long(5n)), false);
});

test("a toBigInt that reads other IDs does not change which IDs are compared", () => {
  const nosy = { toBigInt: () => (twitter.decode(1n), 5n) };
  assert.equal(twitter.compare(7n, nosy), 1);
  assert.equal(twitter.compare(nosy, 7n), -1);
  // The method exists only at the second read.
  let reads = 0;
  const sly = () => ({
    get toBigInt() {
      reads += 1;
      return reads % 2 === 0 ? () => (twitter.decode(9n), 5n) : undefined;
    },
  });
  refused("INVALID_ID", () => twitter.compare(1n, sly()), "an object");
});
