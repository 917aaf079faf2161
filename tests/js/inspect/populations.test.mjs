// What the reader says of numbers whose truth is known: most of what it is sure of is right, and it warns of rounded IDs. The whole table
// is in docs/testing.md.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calibration, figuresOf, measure } from "../populations/measure.mjs";

// The bounds also hold with the seeds 1 to 3 and 300 values of each population.
const measured = measure(100, 4);
const figures = new Map(measured.map((population) => [population.name, figuresOf(population)]));
const names = [...figures.keys()];

test("at most 5 in 100 numbers of a population get a wrong date with a score of 0.9 or more", () => {
  for (const name of names) assert.ok(figures.get(name).surelyWrong <= 0.05, name);
});

test("IDs of makers with an epoch of their own get no likely wrong date", () => {
  const most = {
    "own epoch, 8 machines (README)": 0.08,
    CosId: 0.08,
    NocoBase: 0.03,
    "Nextcloud 33": 0.3,
    pgEdge: 0.5,
  };
  for (const [name, share] of Object.entries(most)) assert.ok(figures.get(name).wrong <= share, name);
});

test("IDs of services, counts of units and rounded IDs get their time", () => {
  const least = {
    discord: 0.78,
    x: 0.95,
    instagram: 0.6,
    mastodon: 0.95,
    tiktok: 0.95,
    "Unix ns": 0.35,
    "Unix us": 0.95,
    FILETIME: 0.88,
    "discord, by JSON.parse": 0.82,
    "x, by JSON.parse": 0.88,
  };
  for (const [name, share] of Object.entries(least)) assert.ok(figures.get(name).right >= share, name);
});

test("numbers that hold no time seldom get a likely one", () => {
  const most = { "18 random digits": 0.45, "Telegram group": 0, "order number with a date": 0.03, SSCC: 0.3 };
  for (const [name, share] of Object.entries(most)) assert.ok(figures.get(name).wrong <= share, name);
});

test("IDs that JSON has rounded are called rounded, and few others are", () => {
  assert.ok(figures.get("discord, by JSON.parse").rounded >= 0.9);
  assert.ok(figures.get("x, by JSON.parse").rounded >= 0.82);
  for (const name of ["discord", "x", "instagram", "mastodon", "tiktok"]) {
    assert.ok(figures.get(name).rounded <= 0.04, name);
  }
});

test("the readings with high scores are right", () => {
  const [high, highest] = calibration(measured, [
    [0.8, 0.9],
    [0.9, 1],
  ]);
  assert.ok(high.right >= 0.75, String(high.right));
  assert.ok(highest.right >= 0.93, String(highest.right));
});
