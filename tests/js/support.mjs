// What the suites share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as flakekit from "flakekit";

/** Every format, ready to use, with the options of one machine. */
export const formats = [
  [flakekit.snowflakeSI.with({ epoch: "2024-01-01" }), { machineId: 3 }],
  [flakekit.twitter, { machineId: 378 }],
  [flakekit.discord, { workerId: 1, processId: 0 }],
  [flakekit.instagram, { shardId: 1341 }],
  [flakekit.mastodon, {}],
  [flakekit.sonyflake, { machineId: 7 }],
  [flakekit.nanoflake.with({ epoch: "2024-01-01" }), { generatorId: 5 }],
  [flakekit.uid60, {}],
];

/** How many IDs a tick of each format holds. */
export const capacity = {
  snowflakeSI: 256,
  twitter: 4096,
  discord: 4096,
  instagram: 1024,
  mastodon: 65_536,
  sonyflake: 256,
  nanoflake: 4096,
  uid60: 512,
};

/** sno's IDs are texts: it has a suite of its own, and takes part where its ways are the same. */
export const sno = [flakekit.sno, { partition: 4097 }];

/** IDs of these formats do not strictly increase: their sequence is rolling. */
export const rolling = ["uid60"];

export const NOW = Date.UTC(2026, 0, 1);

/** Reads a file of reference vectors. */
export function vectors(name) {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8"));
}

/** Asserts that something is refused with a FlakeError of this code whose message holds these words. */
export function refused(code, work, ...words) {
  let thrown;
  assert.throws(work, (error) => {
    thrown = error;
    return true;
  });
  assert.ok(thrown instanceof flakekit.FlakeError, `not a FlakeError: ${thrown?.stack}`);
  assert.equal(thrown.code, code, thrown.message);
  for (const word of words) assert.ok(thrown.message.includes(word), `'${word}' is not in: ${thrown.message}`);
}

/** How many of the IDs are repeats. */
export function repeats(ids) {
  const sorted = Array.isArray(ids) ? ids.slice() : ids.slice().sort();
  if (Array.isArray(ids)) sorted.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  let count = 0;
  for (let i = 1; i < sorted.length; i++) count += sorted[i] === sorted[i - 1] ? 1 : 0;
  return count;
}

/** Whether each ID is larger than the one before. */
export function increasing(ids) {
  for (let i = 1; i < ids.length; i++) if (!(ids[i] > ids[i - 1])) return false;
  return true;
}
