// Times in two fields, such as seconds and the ms in the second: IDs are read, made, compared and found as those of other formats.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  batch,
  decodeColumns,
  defineFormat,
  generator,
  instant,
  jsonSchema,
  lost,
  prefixed,
  resume,
  snapshot,
  sort,
  withOptions,
} from "flakekit";
import { inspect } from "flakekit/inspect";
import { lease, memory } from "flakekit/lease";
import { nextSql, sql } from "flakekit/sql";
import { refused, repeats, vectors } from "../support/shared.mjs";

const SECONDS = { kind: "time", bits: 31, unit: 1000 };
const MS = { kind: "time", bits: 10, unit: 1 };
const REST = [
  { kind: "node", name: "server", bits: 9 },
  { kind: "node", name: "cli", bits: 1 },
  { kind: "sequence", bits: 12 },
];
const EPOCH = Date.UTC(2025, 9, 1);

const define = (fields, options) => defineFormat({ name: "nextcloud", bits: 63, epoch: EPOCH, fields, ...options });
const nextcloud = define([SECONDS, MS, ...REST]);

/** The ID by the arithmetic of its maker. */
const made = (ms, { server, cli, sequence }) => {
  const since = BigInt(ms - EPOCH);
  const time = ((since / 1000n) << 10n) | (since % 1000n);
  return (time << 22n) | (BigInt(server) << 13n) | (BigInt(cli) << 12n) | BigInt(sequence);
};

const last = EPOCH + 2 ** 31 * 1000 - 1;
const times = fc.oneof(
  fc.integer({ min: EPOCH, max: last }),
  fc
    .integer({ min: 0, max: 2 ** 31 - 1 })
    .chain((s) => fc.constantFrom(0, 1, 998, 999).map((ms) => EPOCH + s * 1000 + ms)),
);
const fields = fc.record({ server: fc.nat(511), cli: fc.nat(1), sequence: fc.nat(4095) });

test("the vector of Nextcloud's layout is read and encoded", () => {
  const rows = vectors("layouts").filter(({ layout }) => layout === "nextcloud");
  assert.ok(rows.length > 0);
  for (const { id, timestamp, fields } of rows) {
    assert.deepEqual({ ...nextcloud.decode(id) }, { timestamp, ...fields });
    assert.equal(nextcloud.encode({ timestamp, ...fields }), BigInt(id));
  }
});

test("property: each time and its fields are read back, and IDs sort by their times", () => {
  fc.assert(
    fc.property(times, fields, times, fields, (ms, some, other, others) => {
      const id = nextcloud.encode({ timestamp: ms, ...some });
      assert.equal(id, made(ms, some));
      assert.deepEqual({ ...nextcloud.decode(id) }, { timestamp: ms, ...some });
      const next = made(other, others);
      if (ms !== other) assert.equal(nextcloud.compare(id, next), Math.sign(ms - other));
      assert.equal(nextcloud.firstAt(ms) <= id && nextcloud.range(ms, ms).max >= id, true);
      assert.equal(nextcloud.firstAt(ms), made(ms, { server: 0, cli: 0, sequence: 0 }));
      if (ms < last) assert.ok(nextcloud.range(EPOCH, ms).max < nextcloud.firstAt(ms + 1));
      assert.deepEqual(nextcloud.range(ms, last, { halfOpen: true }).min, nextcloud.firstAt(ms));
    }),
  );
});

test("the first and the last ID are those of the first and the last ms", () => {
  const { min, max } = nextcloud.range(null, null);
  assert.deepEqual([min, nextcloud.timestamp(min), nextcloud.timestamp(max)], [0n, EPOCH, last]);
  assert.equal(max, made(last, { server: 511, cli: 1, sequence: 4095 }));
  assert.deepEqual(nextcloud.range("2000-01-01", "2200-01-01", { clamp: true }), { min, max });
  assert.deepEqual(nextcloud.range("2200-01-01", null, { clamp: true }), { min: 1n, max: 0n });
  assert.equal(nextcloud.range(EPOCH, "2200-01-01", { clamp: true, halfOpen: true }).end, null);
  refused("INVALID_TIME", () => nextcloud.firstAt(last + 1), new Date(last).toISOString());
});

test("an ID whose low field is no ms is refused in each form, and the message says why", () => {
  for (const ms of [1000, 1023]) {
    const id = (5n << 32n) | (BigInt(ms) << 22n);
    const bytes = Uint8Array.from({ length: 8 }, (_, i) => Number((id >> BigInt(56 - 8 * i)) & 255n));
    for (const form of [id, String(id), Number(id), bytes]) {
      assert.equal(nextcloud.isValid(form), false);
      refused("INVALID_ID", () => nextcloud.decode(form), `the low field of its time is ${ms}`, "from 0 to 999");
    }
    refused("INVALID_ID", () => decodeColumns(nextcloud, BigUint64Array.of(0n, id)), "ids[1]", "low field");
    assert.ok(nextcloud["~standard"].validate(String(id)).issues[0].message.includes("low field"));
  }
  refused("INVALID_TEXT", () => nextcloud.decode("5x"));
  refused("INVALID_ID", () => nextcloud.decode(2n ** 63n), "63 bits");
});

test("a generator makes the IDs of each ms, also over the end of a second, and goes on from a snapshot", () => {
  let now = EPOCH + 86_400_000 - 3;
  const options = { server: 77, cli: 1, clock: () => now, maxWait: 0 };
  const ids = generator(nextcloud, options);
  const all = [];
  for (let i = 0; i < 2100; i++, now++) {
    const some = [ids.next(), ids.next(), ...batch(ids, 3)];
    assert.deepEqual(
      some,
      some.map((_, sequence) => made(now, { server: 77, cli: 1, sequence })),
    );
    all.push(...some);
  }
  now -= 1;
  const saved = JSON.parse(JSON.stringify(snapshot(ids)));
  assert.match(saved.layout, /^time:41 node:9 node:1 sequence:12 unit:1 per:1000 epoch:/);
  const resumed = resume(nextcloud, saved, options);
  all.push(resumed.next());
  assert.equal(all.at(-1), made(now, { server: 77, cli: 1, sequence: 5 }));
  assert.equal(repeats(all), 0);
  const one = define([{ kind: "time", bits: 41 }, ...REST]);
  refused("INVALID_SNAPSHOT", () => resume(one, saved), "layout");
});

test("IDs that lead the clock go on in the next second", () => {
  const now = EPOCH + 60_000 - 1;
  const ids = generator(nextcloud, { server: 1, cli: 0, clock: () => now, onExhausted: "lead", sequenceRange: [0, 0] });
  assert.deepEqual(
    Array.from(batch(ids, 1500), nextcloud.timestamp),
    Array.from({ length: 1500 }, (_, i) => now + i),
  );
});

test("leases, columns, prefixes, Temporal, sorts and schemas take the format", async () => {
  const ids = await lease(nextcloud, { store: memory(), cli: 0 });
  const id = ids.next();
  await ids.close();
  assert.ok(Math.abs(nextcloud.timestamp(id) - Date.now()) < 60_000);
  const early = made(EPOCH + 999, { server: 3, cli: 1, sequence: 9 });
  const { timestamp, server } = decodeColumns(nextcloud, BigUint64Array.of(early, id));
  assert.deepEqual([...timestamp], [EPOCH + 999, nextcloud.timestamp(id)]);
  assert.equal(server[0], 3);
  const texts = prefixed(nextcloud, "file");
  assert.equal(texts.decode(texts.toText(early)).timestamp, EPOCH + 999);
  assert.deepEqual(sort(nextcloud, [id, early]), [early, id]);
  assert.match(jsonSchema(nextcloud).pattern, /\d/);
  if (globalThis.Temporal !== undefined) assert.equal(instant(nextcloud, early).epochMilliseconds, EPOCH + 999);
  const later = withOptions(nextcloud, { epoch: "2026-01-01" });
  assert.equal(later.timestamp(early), Date.UTC(2026, 0, 1) + 999);
});

test("lost contains the true ID, and its ends are IDs", () => {
  fc.assert(
    fc.property(times, fields, (ms, some) => {
      const id = made(ms, some);
      for (const damaged of [Number(id), String(Number(id)), Number(id).toExponential(5).toUpperCase()]) {
        const { min, max } = lost(nextcloud, damaged);
        assert.ok(min <= id && id <= max && nextcloud.isValid(min) && nextcloud.isValid(max), `${damaged}`);
      }
    }),
  );
});

test("other units are read and made: minutes and seconds", () => {
  const minutes = defineFormat({
    name: "minutes",
    bits: 53,
    epoch: EPOCH,
    native: "number",
    fields: [
      { kind: "node", name: "machine", bits: 4 },
      { kind: "time", bits: 24, unit: 60_000 },
      { kind: "time", bits: 6, unit: 1000 },
      { kind: "sequence", bits: 19 },
    ],
  });
  assert.equal(minutes.unit, 1000);
  for (const ms of [0, 59_000, 60_000, 3_599_000, 2 ** 24 * 60_000 - 1000]) {
    const id = generator(minutes, { machine: 3, clock: () => EPOCH + ms }).next();
    assert.equal(Math.floor(id / 2 ** 25) % 2 ** 24, Math.floor(ms / 60_000));
    assert.equal(Math.floor(id / 2 ** 19) % 64, (ms / 1000) % 60);
    assert.deepEqual([minutes.timestamp(id), minutes.decode(id).machine], [EPOCH + ms, 3]);
  }
  refused("INVALID_TIME", () => minutes.encode({ timestamp: EPOCH + 1, machine: 0, sequence: 0 }), "1000 ms");
});

test("a description lists both fields of the time, with the widths that they have", () => {
  const time = nextcloud.fields.filter(({ kind }) => kind === "time");
  assert.deepEqual(
    time.map(({ name, bits }) => [name, bits]),
    [
      ["timestamp", 31],
      ["timestamp", 10],
    ],
  );
  assert.equal(
    nextcloud.fields.reduce((sum, { bits }) => sum + bits, 0),
    63,
  );
});

test("a time in two fields that cannot be one is refused, with what to write", () => {
  const wrong = (fields, code, ...words) => refused(code, () => define(fields), ...words);
  const units = ["two fields of kind 'time', one after the other", "the first a multiple of the second"];
  wrong([SECONDS, ...REST], "INVALID_LAYOUT", ...units);
  wrong([SECONDS, REST[0], MS, REST[1], REST[2]], "INVALID_LAYOUT", ...units);
  wrong([SECONDS, { ...MS, unit: 3 }, ...REST], "INVALID_LAYOUT", ...units);
  wrong([{ ...SECONDS, unit: 1 }, MS, ...REST], "INVALID_LAYOUT", ...units);
  wrong([SECONDS, { kind: "time", bits: 10 }, ...REST], "INVALID_LAYOUT", ...units);
  wrong([{ ...SECONDS, bits: 30 }, { ...MS, bits: 11 }, ...REST], "INVALID_LAYOUT", "counts to 1000, in 10 bits");
  wrong([{ kind: "time", bits: 31 }, { kind: "time", bits: 10 }, ...REST], "INVALID_LAYOUT", "2 time fields");
  wrong([SECONDS, MS, { ...REST[0], unit: 5 }], "INVALID_LAYOUT", "server has a unit");
  wrong([SECONDS, { ...MS, unit: 0.5 }, ...REST], "INVALID_OPTION", "timestamp: unit is 0.5");
  refused("INVALID_LAYOUT", () => define([SECONDS, MS, ...REST], { unit: 1 }), "unit is given twice");
  const far = [{ kind: "time", bits: 43, unit: 1000 }, MS, { kind: "sequence", bits: 10 }];
  wrong(far, "INVALID_LAYOUT", "exceed the year 275760");
});

test("what does not know such a time refuses the format, and says so", () => {
  refused("INVALID_OPTION", () => inspect("5", { formats: [nextcloud] }), "formats[0] has its time in two fields");
  refused("INVALID_LAYOUT", () => nextSql(nextcloud, "postgres", { server: 1, cli: 0 }), "has its time in two fields");
  for (const dialect of ["postgres", "mysql", "sqlite", "clickhouse", "duckdb"]) {
    assert.match(sql(nextcloud, dialect).time, /\* 1000 \+/, dialect);
  }
});
