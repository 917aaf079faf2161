// MongoDB's BSON library: the code and the statements of docs/databases.md. Debian has no server of MongoDB.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { deserialize, serialize } from "bson";
import { twitter } from "flakekit";
import { writeFiles } from "../../scripts/documents.mjs";
import { ODD } from "./lib/orders.mjs";

const files = writeFiles("docs/databases.md", join(import.meta.dirname, "documented"));

test("BSON holds IDs as Longs, reads them as bigints, and makes a larger bigint negative", async () => {
  const { OPTIONS, document, before, between } = await import(files["bson.mjs"]);
  const stored = serialize(document(ODD, "one"));
  assert.deepEqual(deserialize(stored, OPTIONS), { _id: ODD, item: "one" });
  assert.equal(twitter.toText(deserialize(stored)._id), String(ODD), "flakekit reads a Long");
  assert.equal(deserialize(serialize({ _id: Number(ODD) }))._id, Number(ODD), "a number is rounded");
  assert.equal(deserialize(serialize({ _id: 2n ** 64n - 1n }), OPTIONS)._id, -1n);
  const filters = { before: before(ODD), between: between("2026-06-28", "2026-06-29") };
  assert.deepEqual(deserialize(serialize(filters), OPTIONS), filters);
});
