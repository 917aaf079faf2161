// The function of docs/past.md: IDs of rows that exist already, for every format.

import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { defineFormat, discord, formats, generator, mastodon, sno, withOptions } from "flakekit";
import { writeFiles } from "../../../scripts/documents.mjs";
import { project } from "../support/project.mjs";

const files = writeFiles("examples/past", join(project, "documented"));
const { past } = await import(files["past.mjs"]);

const withEpoch = (format) => (format.epoch === null ? withOptions(format, { epoch: "2020-01-01" }) : format);
const custom = defineFormat({
  name: "custom",
  bits: 62,
  unit: 5,
  epoch: "2020-01-01",
  fields: [
    { kind: "time", bits: 38 },
    { kind: "sequence", bits: 11 },
    { kind: "random", bits: 4 },
    { kind: "node", name: "site", bits: 9 },
  ],
});

/** The last number of each node field; for another process, one less. */
const nodesOf = ({ fields }, less = 0) =>
  Object.fromEntries(
    fields.filter(({ kind }) => kind === "node").map(({ name, bits }) => [name, 2 ** bits - 1 - less]),
  );

const BEGIN = Date.parse("2025-03-01");

/** Times in order: two midnights that many rows have, and after each midnight rows every 0 to 12 ms. */
function rows(count) {
  const times = [];
  for (const day of [0, 1]) {
    for (let i = 0; i < count; i++) times.push(BEGIN + day * 86_400_000 + Math.max(0, i - count / 2) * (i % 13));
  }
  return times.sort((a, b) => a - b);
}

const increases = (format, ids) => ids.every((id, i) => i === 0 || format.compare(ids[i - 1], id) < 0);

describe("a run over rows in the order of their times", () => {
  for (const format of [...formats().map(withEpoch), custom]) {
    test(`gives each row an ID of ${format.name}, which no other row has, at its time or a little later`, () => {
      const times = rows(10_000);
      const maker = past(format, nodesOf(format));
      const ids = times.map((time) => maker.next(time));
      assert.equal(new Set(ids).size, times.length);
      const leads = ids.map((id, i) => format.timestamp(id) - times[i]);
      // A tick of 10 ms may begin before the time of the row.
      assert.ok(Math.min(...leads) > -10);
      assert.ok(Math.max(...leads) <= 1000, `${Math.max(...leads)} ms`);
      assert.ok(increases(format, ids));
    });

    test(`goes on from its state, and repeats no ID of ${format.name}`, () => {
      const times = rows(2000);
      const ids = [];
      let saved;
      for (let i = 0; i < times.length; i += 500) {
        const maker = past(format, { ...nodesOf(format), saved });
        ids.push(...times.slice(i, i + 500).map((time) => maker.next(time)));
        saved = JSON.parse(JSON.stringify(maker.saved()));
      }
      assert.equal(new Set(ids).size, times.length);
    });

    test(`makes no ID of ${format.name} that the service made at the same times`, () => {
      const hasNodes = Object.keys(nodesOf(format)).length > 0;
      const { bits } = format.fields.find(({ kind }) => kind === "sequence");
      const half = 2 ** (bits - 1);
      const ofService = hasNodes ? nodesOf(format, 1) : { sequenceRange: [0, half - 1] };
      const ofPast = hasNodes ? nodesOf(format) : { sequenceRange: [half, 2 * half - 1] };
      const times = rows(3000);
      let now;
      const service = generator(format, { ...ofService, clock: () => now, onExhausted: "lead" });
      const made = new Set(times.map((time) => service.next(((now = time), undefined))));
      const maker = past(format, ofPast);
      assert.equal(times.filter((time) => made.has(maker.next(time))).length, 0);
      service.free();
    });
  }
});

test("a row out of order is refused, and the run goes on", () => {
  const maker = past(discord, nodesOf(discord));
  const first = maker.next(BEGIN);
  assert.throws(() => maker.next(BEGIN - 1), { code: "CLOCK_BEHIND" });
  const second = maker.next(BEGIN);
  assert.equal(second, first + 1n);
});

test("a row that would get an ID of the service's time is refused", () => {
  const before = discord.firstAt(BEGIN);
  const maker = past(discord, { ...nodesOf(discord), before });
  assert.ok(maker.next(BEGIN - 1) < before);
  // The first tick has 4096 IDs, and the next tick belongs to the service.
  for (let i = 1; i < 4096; i++) maker.next(BEGIN - 1);
  assert.throws(() => maker.next(BEGIN - 1), { code: "INVALID_TIME", message: /is not before 134/ });
});

test("a row before the format's epoch is refused", () => {
  assert.throws(() => past(discord, nodesOf(discord)).next(Date.parse("2014-12-31")), { code: "CLOCK_OUT_OF_RANGE" });
});

test("a format without machine numbers has a part of its sequence for rows of the past", () => {
  const maker = past(mastodon, { sequenceRange: [65_280, 65_535] });
  const ids = Array.from({ length: 1000 }, () => mastodon.decode(maker.next(BEGIN)));
  assert.ok(ids.every(({ sequence }) => sequence >= 65_280));
});

test("nextWithTime of sno gives rows in any order 65 536 IDs for each time", () => {
  const ids = generator(sno, { partition: 65_535 });
  const made = Array.from({ length: 65_536 }, (_, i) => ids.nextWithTime(BEGIN + (i % 2)));
  assert.equal(new Set(made).size, made.length);
  ids.free();
});
