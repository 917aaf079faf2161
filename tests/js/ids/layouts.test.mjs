// Layouts of other makers, as `docs/formats.md` defines them, with IDs that were computed by other means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFormat, generator, twitter, withOptions } from "flakekit";
import { vectors } from "../support/shared.mjs";

const field = (kind, bits, more) => ({ kind, bits, ...more });
const worker = (bits) => field("node", bits, { name: "workerId" });

const define = (name, bits, epoch, fields, more) => defineFormat({ name, bits, epoch, fields, ...more });

/** The formats by the names of the tables. */
const LAYOUTS = {
  nextcloud: define("nextcloud", 63, "2025-10-01", [
    field("time", 31, { unit: 1000 }),
    field("time", 10, { unit: 1 }),
    field("node", 9, { name: "server" }),
    field("node", 1, { name: "cli" }),
    field("sequence", 12),
  ]),
  nocobase: define("nocobase", 53, "2020-11-11T00:00+08:00", [field("time", 32), worker(5), field("sequence", 16)], {
    unit: 1000,
    native: "number",
  }),
  baidu: define("baidu", 63, "2016-05-20T00:00+08:00", [field("time", 28), worker(22), field("sequence", 13)], {
    unit: 1000,
  }),
  seata: define("seata", 63, "2020-05-03T00:00+08:00", [worker(10), field("time", 41), field("sequence", 12)]),
  pgEdge: define("pgEdge", 63, "2023-01-01", [
    field("time", 41),
    field("sequence", 12, { name: "counter" }),
    field("node", 10, { name: "node" }),
  ]),
  mybatisPlus: twitter,
  hutool: twitter,
  cosId: withOptions(twitter, { epoch: "2019-12-24T16:00Z" }),
  gemfire: withOptions(twitter, { epoch: "2020-01-01" }),
  clickhouse: withOptions(twitter, { epoch: "1970-01-01" }),
};

const rows = vectors("layouts");

test("IDs of the layouts of other makers are read and encoded", () => {
  for (const { layout, id, timestamp, fields } of rows) {
    const format = LAYOUTS[layout];
    assert.deepEqual({ ...format.decode(id) }, { timestamp, ...fields }, layout);
    assert.equal(format.toText(format.encode({ timestamp, ...fields })), id, layout);
    assert.ok(
      format.range(timestamp, timestamp).min <= BigInt(id) && format.range(timestamp, timestamp).max >= BigInt(id),
    );
  }
  assert.deepEqual(new Set(rows.map(({ layout }) => layout)), new Set(Object.keys(LAYOUTS)));
});

test("generators make the IDs of the layouts of other makers", () => {
  for (const { layout, id, timestamp, fields } of rows) {
    const format = LAYOUTS[layout];
    const sequence = format.fields.find(({ kind }) => kind === "sequence").name;
    const { [sequence]: number, ...nodes } = fields;
    const ids = generator(format, { ...nodes, clock: () => timestamp, sequenceRange: [number, number] });
    assert.equal(String(ids.next()), id, layout);
  }
});
