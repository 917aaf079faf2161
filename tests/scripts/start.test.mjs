// The tables that `npm start` prints.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as flakekit from "../../dist/index.js";
import { madeNow, published } from "../../scripts/show.mjs";

test("npm start shows an ID of every format", () => {
  const [, ...rows] = madeNow(flakekit);
  assert.deepEqual(
    rows.map(([name]) => name),
    flakekit.formats().map(({ name }) => name),
  );
  for (const [name, , , time] of rows) assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, `${name}: ${time}`);
});

test("npm start reads the published IDs as they were published", () => {
  const [, ...rows] = published(flakekit);
  assert.ok(rows.length > 0);
  for (const [name, id, , verdict] of rows) assert.equal(verdict, "as published", `${name} ${id}`);
});
