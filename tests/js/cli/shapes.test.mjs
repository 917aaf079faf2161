// The installed command reads each shape of file that people have as the page does: `www/tests/list-shapes.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { flakekit, inPieces } from "../support/cli.mjs";
import { shapes } from "../vectors/shapes.mjs";

for (const { name, bytes, option, ids, format, code } of shapes) {
  test(`${name}: the command reads its IDs`, async () => {
    const read = await flakekit(["decode", format, ...option, "--json"], bytes);
    const found = read.lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== null);
    assert.deepEqual(
      [read.code, found.map(({ line: _, id: _id, date }) => date)],
      [code, await datesOf(ids, format)],
      read.stderr,
    );
  });
}

/** The times of IDs that are given as arguments. */
const datesOf = async (ids, format) =>
  (await flakekit(["decode", format, ...ids, "--json"])).lines.map((line) => JSON.parse(line).date);

test("each shape is read alike, however its bytes arrive", async () => {
  for (const { name, bytes, option, format } of shapes) {
    const args = ["decode", format, ...option, "--json"];
    const whole = await flakekit(args, bytes);
    for (const size of [1, 3, 17]) {
      const read = await flakekit(args, "", { stdin: { isTTY: false, bytes: inPieces(bytes, size) } });
      assert.deepEqual(read, whole, `${name}, in pieces of ${size} bytes`);
    }
  }
});
