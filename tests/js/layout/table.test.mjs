// What is read of a text or a file with IDs and their times: tables of any columns, JSON, lines of words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { room } from "../support/room.mjs";

const { FieldReader, Table } = await room("layout/index.ts");

/** The samples of a text that arrives in pieces of `size` characters. */
function samplesIn(text, { size = 1 << 16, field, chosen } = {}) {
  const table = new Table(field && new FieldReader(field));
  for (let at = 0; at < text.length; at += size) table.read(text.slice(at, at + size));
  table.end();
  const places = table.placesOf(chosen);
  return { ...table.samples(places), columns: [places.id, places.time].map((at) => table.nameOf(at)) };
}

/** What is read of a text: `id time precision` of each sample. */
const readOf = (text) =>
  samplesIn(text).samples.map(({ id, time, precision }) => `${id} ${new Date(time).toJSON()} ${precision}`);
const unreadOf = (text) => samplesIn(text).unread.map(({ line, why }) => `${line} ${why}`);

for (const [what, text, expected] of [
  [
    "a table with a heading",
    "id,created_at\n123456789012345678,2024-01-31T12:00:00.123Z",
    "123456789012345678 2024-01-31T12:00:00.123Z 1",
  ],
  [
    "the time first, a zone, quotes",
    '2024-01-31 12:00:00.1+02\t"123456789012345678"',
    "123456789012345678 2024-01-31T10:00:00.100Z 100",
  ],
  ["Unix ms before IDs", "1706702400123 123456789012345678", "123456789012345678 2024-01-31T12:00:00.123Z 1"],
  ["Unix s after IDs", "123456789012345678;1706702400", "123456789012345678 2024-01-31T12:00:00.000Z 1000"],
  ["Unix µs", "123456789012345678 1706702400000001", "123456789012345678 2024-01-31T12:00:00.000Z 0.001"],
  ["IDs that could be Unix µs", "1706702400000001 1706702400", "1706702400000001 2024-01-31T12:00:00.000Z 1000"],
  [
    "a table of psql",
    " 123456789012345678 | 2024-01-31 12:00:00\n----+----",
    "123456789012345678 2024-01-31T12:00:00.000Z 1000",
  ],
  ["a date only", "123456789012345678 2024-01-31", "123456789012345678 2024-01-31T00:00:00.000Z 86400000"],
  ["a minute", "123456789012345678 2024-01-31 12:30", "123456789012345678 2024-01-31T12:30:00.000Z 60000"],
  ["a hexadecimal number", "0x1B69B4BA630F34E 2024-01-31", "123456789012345678 2024-01-31T00:00:00.000Z 86400000"],
  ["hexadecimal texts", "01b69b4ba630f34e 2024-01-31", "123456789012345678 2024-01-31T00:00:00.000Z 86400000"],
  [
    "a BigInt, ms after a comma",
    "123456789012345678n 2024-01-31 12:00:00,123",
    "123456789012345678 2024-01-31T12:00:00.123Z 1",
  ],
]) {
  test(`${what} can be read`, () => {
    assert.deepEqual(readOf(text), [expected]);
    assert.deepEqual(unreadOf(text), []);
  });
}

test("times that all have the same ms are taken as whole seconds", () => {
  const lines = Array.from({ length: 6 }, (_, n) => `12345678901234567${n} 2024-01-31 12:00:0${n}.000`);
  assert.ok(readOf(lines.join("\n")).every((row) => row.endsWith(" 1000")));
});

test("a line that cannot be read has its number and the reason", () =>
  assert.deepEqual(
    unreadOf(
      [
        "123456789012345678 2024-02-31",
        "1.23457E+17 2024-01-31",
        "",
        "p9x 2024-01-31",
        "123456789012345678",
        "123456789012345678 yesterday",
        "2024-01-31",
        "123456789012345678 12",
        ...Array.from({ length: 9 }, (_, n) => `12345678901234567${n} 2024-01-31`),
      ].join("\r\n"),
    ),
    [
      "1 there is no time '2024-02-31'",
      "2 a spreadsheet has rounded its ID",
      "4 its ID 'p9x' is no decimal or hexadecimal number",
      "5 it has one column",
      "6 there is no time 'yesterday'",
      "7 it has one column",
      "8 there is no time '12'",
    ],
  ));

test("long lines are read in a time that grows as their length", () => {
  // With a pattern that tries again and again, this would not end.
  for (const text of ["2024-01-31", " ", "1", "0x", "2024-01-31 12:00:00.", "-"]) readOf(text.repeat(20_000));
});

const DAY_MS = 86_400_000;
/** Rows with an ID of a usual layout, a time 200 ms after it, and what else tables have. */
const ROWS = Array.from({ length: 40 }, (_, n) => {
  const at = Date.UTC(2024, 0, 1) + Math.floor(((n * 7919) % 4001) * 71_000.7);
  const id = String((BigInt(at - Date.UTC(2020, 0, 1)) << 22n) | BigInt((n % 3) << 12));
  const later = new Date(at + (n % 7) * DAY_MS).toJSON();
  return {
    row_number: 5000 + n,
    guild_id: String((BigInt(at - 9e9 * (n % 5)) << 20n) | 7n),
    message_id: id,
    price: (n * 37) % 1000,
    updated_at: later,
    created_at: new Date(at + 200).toJSON(),
    machine: n % 3,
    note: 'with, "quotes" and\na line end',
  };
});
const NAMES = Object.keys(ROWS[0]);
const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`;
const csv = (delimiter, names = NAMES) =>
  [names, ...ROWS.map((row) => names.map((name) => quoted(row[name])))]
    .map((cells) => cells.join(delimiter))
    .join("\n");
const FORMS = {
  CSV: csv(","),
  "CSV with semicolons": csv(";"),
  "CSV with tabs": csv("\t"),
  "JSON lines": ROWS.map((row) => JSON.stringify(row)).join("\n"),
  "a list of objects": JSON.stringify(ROWS),
};

for (const [what, text] of Object.entries(FORMS)) {
  test(`the columns of ${what} are found, of all that a table has, in pieces of any size`, () => {
    for (const size of [1 << 20, 997]) {
      const { samples, columns, fields, unread } = samplesIn(text, { size });
      assert.deepEqual(columns, ["message_id", "created_at"]);
      assert.deepEqual(
        samples.map(({ id, time }) => [String(id), new Date(time).toJSON()]),
        ROWS.map((row) => [row.message_id, row.created_at]),
      );
      assert.deepEqual(
        fields.find(({ name }) => name === "machine").values,
        ROWS.map(({ machine }) => machine),
      );
      assert.deepEqual(unread, []);
    }
  });
}

test("the order of the columns and names that say nothing do not matter", () => {
  for (const names of [NAMES.toReversed(), ["created_at", "guild_id", "message_id", "row_number"]]) {
    const text = csv(",", names).replace(/^.*/, (heading) =>
      heading.replace(/\w+/g, (name) => `x${names.indexOf(name)}`),
    );
    const expected = ["message_id", "created_at"].map((name) => `x${names.indexOf(name)}`);
    assert.deepEqual(samplesIn(text).columns, expected);
  }
});

test("of two columns that agree with the times, the one is taken that is no Unix time, and that is called id", () => {
  const rows = ROWS.map(({ message_id, created_at }) => [message_id, Date.parse(created_at), message_id, created_at]);
  const text = [["copy", "ms", "id", "time"], ...rows].map((cells) => cells.join(",")).join("\n");
  assert.deepEqual(samplesIn(text).columns, ["id", "ms"]);
});

test("chosen columns are taken, also if others agree better", () => {
  const at = (name) => NAMES.indexOf(name);
  const chosen = { id: at("guild_id"), time: at("updated_at") };
  assert.deepEqual(samplesIn(csv(","), { chosen }).columns, ["guild_id", "updated_at"]);
});

test("a way leads to the IDs of nested JSON, with the members of their objects", () => {
  const text = JSON.stringify({ messages: ROWS.map(({ message_id, ...row }) => ({ ...row, id: message_id })) });
  const { samples, columns } = samplesIn(text, { field: "messages.*.id" });
  assert.deepEqual(columns, ["messages.*.id", "created_at"]);
  assert.deepEqual(
    samples.map(({ id }) => String(id)),
    ROWS.map((row) => row.message_id),
  );
});

test("of many rows, every second, fourth or eighth is kept", () => {
  const rows = Array.from(
    { length: 25_000 },
    (_, n) => `${2n ** 60n + BigInt(n)},2024-01-01T00:00:00.${100 + (n % 900)}Z`,
  );
  const { samples, step, lines } = samplesIn(["id,time", ...rows].join("\n"));
  assert.deepEqual([step, samples.length, lines[1] - lines[0]], [4, 6250, 4]);
});
