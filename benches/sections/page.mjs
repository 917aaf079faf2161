// The page's speed in Chromium and its size.

import { buildPage, weight } from "../../scripts/site/page.mjs";
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
  const longest = (ms) => (ms ? `${ms} ms` : "none above 50 ms");
  printTable(`The page, in Chromium ${chromium}`, [
    ["", ""],
    ["first contentful paint", `${firstPaint} ms`],
    ["layout shift", String(shift)],
    ["longest task while the page loads", longest(busyLoading)],
    ["longest task while an ID is typed", longest(busyTyping)],
    ["time from pasting 50 000 IDs until the table is complete", `${pasting} ms`],
    ["longest task during that time", longest(busyPasting)],
    ["all files, gzipped", `${grouped(bytes)} bytes`],
  ]);
}
