// How quick the page is in a real Chromium, and what it weighs.

import { buildPage, weight } from "../../scripts/page.mjs";
import { median, rounded } from "../lib/stats.mjs";
import { grouped, printTable } from "../lib/table.mjs";

export async function measure({ quick }) {
  await buildPage();
  const { facts } = await import("../../www/tests/facts.mjs");
  const visits = [];
  for (let visit = 0; visit < (quick ? 1 : 5); visit++) visits.push(await facts());
  const [{ chromium, ...first }] = visits;
  const medians = Object.keys(first).map((name) => [name, rounded(median(visits.map((visit) => visit[name])))]);
  return { chromium, visits: visits.length, bytes: weight().total, ...Object.fromEntries(medians) };
}

export function print({ chromium, bytes, firstPaint, shift, busyLoading, busyTyping, pasting, busyPasting }) {
  const longest = (ms) => (ms ? `${ms} ms` : "none over 50 ms");
  printTable(`The page, in Chromium ${chromium}`, [
    ["", ""],
    ["first contentful paint", `${firstPaint} ms`],
    ["layout shift", String(shift)],
    ["longest task while it loads", longest(busyLoading)],
    ["longest task while an ID is typed", longest(busyTyping)],
    ["from pasting 50 000 IDs to all in the table", `${pasting} ms`],
    ["longest task meanwhile", longest(busyPasting)],
    ["all files, gzipped", `${grouped(bytes)} bytes`],
  ]);
}
