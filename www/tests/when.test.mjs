// Times in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./source.mjs";

const { age, iso, local, utc } = await source("when.ts");

/** The age at a time of what was made at another one. */
const ageAt = (made, now) => age(Date.parse(made), Date.parse(now));

for (const [made, now, words] of [
  ["2022-06-28T16:07:40Z", "2024-12-30T00:00:00Z", "2 years, 6 months"],
  ["2022-06-28T16:07:40Z", "2024-06-28T16:07:40Z", "2 years"],
  ["2022-06-28T16:07:40Z", "2024-06-28T16:07:39Z", "1 year, 11 months"],
  ["2024-01-31T00:00:00Z", "2024-02-29T00:00:00Z", "1 month"],
  ["2024-01-31T00:00:00Z", "2024-03-01T00:00:00Z", "1 month, 1 day"],
  ["2023-01-31T00:00:00Z", "2023-02-27T23:00:00Z", "27 days, 23 hours"],
  ["2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z", "1 year"],
  ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "1 second"],
  ["2024-03-30T00:00:00Z", "2024-04-01T01:30:00Z", "2 days, 1 hour"],
  ["2024-03-30T00:00:00Z", "2024-03-30T00:05:03.999Z", "5 minutes, 3 seconds"],
  ["2024-03-30T00:00:00Z", "2024-03-30T03:00:59Z", "3 hours"],
  ["1970-01-01T00:00:00Z", "2026-11-27T00:00:00Z", "56 years, 10 months"],
]) {
  test(`the age of what was made at ${made} is ${words} at ${now}, and it lies as far ahead before`, () => {
    assert.equal(ageAt(made, now), words);
    assert.equal(ageAt(now, made), `in ${words}`);
  });
}

test("the age of what was made less than a second ago is “now”", () => {
  assert.equal(ageAt("2024-03-30T00:00:00Z", "2024-03-30T00:00:00.999Z"), "now");
  assert.equal(ageAt("2024-03-30T00:00:00.999Z", "2024-03-30T00:00:00Z"), "now");
});

test("an age has exactly the months that have passed, on each of 1000 days", () => {
  const start = Date.parse("2023-11-30T12:00:00Z");
  for (let days = 0; days < 1000; days++) {
    const now = new Date(start + days * 86_400_000);
    const months = (now.getUTCFullYear() - 2023) * 12 + now.getUTCMonth() - 10;
    const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
    const whole = months - (now.getUTCDate() < Math.min(30, lastDay) ? 1 : 0);
    const [, years = 0] = /(\d+) year/.exec(age(start, now.getTime())) ?? [];
    const [, rest = 0] = /(\d+) month/.exec(age(start, now.getTime())) ?? [];
    assert.equal(Number(years) * 12 + Number(rest), whole, now.toISOString());
  }
});

test("a time is written to the smallest step that it has", () => {
  const date = new Date("2022-06-28T16:07:40.120Z");
  assert.deepEqual(
    [1, 10, 100, 1000].map((unit) => iso(date, unit)),
    ["2022-06-28T16:07:40.120Z", "2022-06-28T16:07:40.12Z", "2022-06-28T16:07:40.1Z", "2022-06-28T16:07:40Z"],
  );
  assert.equal(utc(date, 1000), "2022-06-28 16:07:40 UTC");
  assert.match(local(date), /2022/);
});
