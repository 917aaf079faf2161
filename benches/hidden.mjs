// Measures hidden IDs: the processor's time of a text and of reading it, in us, for each length of keys and each entry.
//   node benches/hidden.mjs             after npm run build; a minute

import { randomBytes } from "node:crypto";
import { hidden } from "../dist/hidden.js";
import * as noWasm from "../dist/hidden/no-wasm.js";
import { discord } from "../dist/index.js";
import { median, rounded } from "./lib/stats.mjs";
import { printTable } from "./lib/table.mjs";

const IDS = 50_000;
const ROUNDS = 7;

const first = discord.firstAt("2026-01-01");
const ids = Array.from({ length: IDS }, (_, i) => first + BigInt(i));

/** The time of the processor in us, so that other programs do not count. */
const now = () => process.cpuUsage().user;

/** The median time of a call for each of the values. */
function timeOf(call, values) {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = now();
    for (const value of values) call(value);
    return (now() - started) / IDS;
  });
  return rounded(median(times));
}

/** The first call of new hidden IDs, which opens their cipher. */
function openingTime(hide, length) {
  const keys = Array.from({ length: 2000 }, () => randomBytes(length));
  const started = now();
  for (const key of keys) hide(discord, { key }).toText(first);
  return rounded((now() - started) / keys.length);
}

const rows = [
  ["flakekit/hidden", hidden],
  ["flakekit/hidden/no-wasm", noWasm.hidden],
].flatMap(([entry, hide]) =>
  [16, 24, 32].map((length) => {
    const { toText, fromText } = hide(discord, { key: randomBytes(length) });
    return [
      entry,
      `${8 * length} bits`,
      timeOf(toText, ids),
      timeOf(fromText, ids.map(toText)),
      openingTime(hide, length),
    ];
  }),
);
printTable("us of the processor", [["entry", "key", "toText", "fromText", "hidden() and its first text"], ...rows]);
