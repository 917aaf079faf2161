// The page reads each shape of file that people have as the command does: `tests/js/cli/shapes.test.mjs`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shapes } from "../../tests/vectors/shapes.mjs";
import { source } from "./source.mjs";

const { holdList } = await source("list/worker.ts");
const { ALL } = await source("list/messages.ts");

/** The reports of the worker that reads a file, and the rows of its list. */
async function reading(bytes) {
  const reports = [];
  const port = { postMessage: (report) => reports.push(report) };
  await holdList({ source: new globalThis.Blob([bytes]), params: "", column: undefined, query: ALL, port });
  const { answer } = reports.at(-1);
  const rows = [];
  while (answer && rows.length < answer.count) {
    const { length } = reports;
    port.onmessage({ data: { query: { ...ALL, first: rows.length } } });
    while (reports.length === length) await new Promise((resolve) => setTimeout(resolve));
    rows.push(...reports.at(-1).answer.rows.slice(rows.length - reports.at(-1).answer.first));
  }
  return { reports, answer, rows };
}

for (const { name, bytes, ids, code } of shapes) {
  test(`${name}: the page reads its IDs`, async () => {
    const { answer, rows } = await reading(bytes);
    const found = rows.filter(({ error }) => error === undefined).map(({ id }) => id);
    const { errors, empty } = answer.summary;
    assert.deepEqual([found, Math.min(errors - empty, 1)], [ids, code]);
  });
}

test("a file that is no text is named with what to do, and a damaged gzip file too", async () => {
  for (const [first, sentence] of [
    ["PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/", "The file is an Excel workbook; save it as CSV."],
    ["\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff", "The file is a damaged gzip file; copy it again."],
  ]) {
    assert.deepEqual((await reading(Buffer.from(first, "latin1"))).reports, [{ error: sentence }]);
  }
});

test("a report says whether lines of the file were read as windows-1252", async () => {
  for (const [encoding, isRecoded] of [
    ["latin1", true],
    ["utf8", false],
  ]) {
    const { reports, rows } = await reading(Buffer.from("id,name\n1541815603606036480,café\n", encoding));
    assert.equal(reports.at(-1).isRecoded, isRecoded);
    assert.equal(rows[0].cells.at(-1), "café");
  }
});
