// The page reads each shape of file that people have as the command does: `tests/js/cli/shapes.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shapes } from "../../tests/vectors/shapes.mjs";
import { source } from "./source.mjs";

const { readList } = await source("list/worker.ts");

/** The reports of the worker that reads a file. */
async function reportsOf(bytes) {
  const reports = [];
  globalThis.postMessage = (report) => reports.push(report);
  await readList({ source: new globalThis.Blob([bytes]), params: "", column: undefined });
  return reports;
}

for (const { name, bytes, ids, code } of shapes) {
  test(`${name}: the page reads its IDs`, async () => {
    const found = [];
    let unread = 0;
    for (const { part } of await reportsOf(bytes)) {
      found.push(...part.ids.filter((_, row) => !part.errors.has(row)));
      unread += part.errors.size - part.empty;
    }
    assert.deepEqual([found, Math.min(unread, 1)], [ids, code]);
  });
}

test("a file that is no text is named with what to do, and a damaged gzip file too", async () => {
  for (const [first, sentence] of [
    ["PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/", "The file is an Excel workbook; save it as CSV."],
    ["\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff", "The file is a damaged gzip file; copy it again."],
  ]) {
    assert.deepEqual(await reportsOf(Buffer.from(first, "latin1")), [{ error: sentence }]);
  }
});

test("a report says whether lines of the file were read as windows-1252", async () => {
  for (const [encoding, isRecoded] of [
    ["latin1", true],
    ["utf8", false],
  ]) {
    const reports = await reportsOf(Buffer.from("id,name\n1541815603606036480,café\n", encoding));
    assert.equal(reports.at(-1).isRecoded, isRecoded);
    assert.equal(reports.at(-1).part.cells[1][0], "café");
  }
});
