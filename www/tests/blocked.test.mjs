// The page's reading where WebAssembly is missing, as in Safari's Lockdown Mode.

import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { readingsOf } = await source("read/readings.ts");
const { readPasted } = await source("paste/pasted.ts");
const { ListReader } = await source("list/reader.ts");

delete globalThis.WebAssembly;

const NONE = new globalThis.URLSearchParams();
const ID = "1541815603606036480";

test("without WebAssembly, an ID is read by each format that reads its text, all as likely", () => {
  const { found } = readPasted(ID, NONE);
  const readings = readingsOf(found, NONE);
  const twitter = readings.find(({ format, writtenAs }) => format === "twitter" && writtenAs === "");
  assert.equal(twitter.date.toISOString(), "2022-06-28T16:07:40.105Z");
  assert.ok(["discord", "mastodon", "sonyflake"].every((name) => readings.some(({ format }) => format === name)));
  assert.ok(twitter.drawn().leaves.length > 0);
});

test("without WebAssembly, links and lists are read too", () => {
  const pasted = readPasted(`https://x.com/flakekit/status/${ID}`, NONE);
  assert.deepEqual([pasted.kind, pasted.found.text], ["one", ID]);
  const reader = new ListReader(new globalThis.URLSearchParams({ format: "twitter" }));
  reader.push(`${ID}\n1541815603606036481\n`);
  reader.end();
  const { errors, format, ids } = reader.take();
  assert.deepEqual([format, ids, [...errors]], ["twitter", [ID, "1541815603606036481"], []]);
});
