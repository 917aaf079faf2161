// Tests of exact IDs, of times and of a lease, with fake timers.

import { twitter } from "flakekit";
import { lease, memory, type LeaseOf } from "flakekit/lease";
import { resetGenerators } from "flakekit/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newOrder } from "./orders.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-01") }));
let ids: LeaseOf<typeof twitter> | undefined;
afterEach(async () => {
  await ids?.close(); // here, so that it is closed after a failed assertion too
  vi.useRealTimers();
  resetGenerators();
});

test("the first order of 2026", () => {
  expect(newOrder("tea")).toEqual({ id: "2006515713438650368", item: "tea" });
  expect(newOrder("milk").id).toBe("2006515713438650369");
});

test("an order a minute later", () => {
  vi.advanceTimersByTime(60_000);
  expect(twitter.date(newOrder("tea").id)).toEqual(new Date("2026-01-01T00:01:00Z"));
});

test("a lease extends its window while the timers advance", async () => {
  ids = await lease(twitter, { store: memory() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids.status().state).toBe("held");
  expect(twitter.timestamp(ids.next())).toBeGreaterThan(Date.now() - 5_000);
});
