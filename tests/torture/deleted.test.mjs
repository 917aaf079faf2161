// The records of leases are deleted under processes that make IDs, and other processes make them anew.
//
// It runs in target/consumer, where the folders of tests/js/ are beside this one.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { size } from "../support/shared.mjs";

/**
 * How often the records are deleted, and how many seats there are: as many as processes before and after a deletion.
 */
const ROUNDS = size(4, 20);
const SEATS = 4;

/** How long both generations of processes make IDs after the deletion, in ms: longer than it takes to get a seat. */
const BOTH_MS = 700;

const folder = mkdtempSync(join(tmpdir(), "flakekit-deleted-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** A process that is ready to lease. */
async function start(directory, role, number) {
  const path = `${directory}-${role}-${number}.ids`;
  const order = { role, directory, path, seats: SEATS };
  const child = fork(new URL("lib/deleted.mjs", import.meta.url), [JSON.stringify(order)]);
  await once(child, "message");
  const tell = (message) => once(child, "message", child.send(message));
  const ids = () => new BigUint64Array(new Uint8Array(readFileSync(path)).buffer);
  return { role, number, child, tell, ids };
}

const processes = (directory, role) =>
  Promise.all(Array.from({ length: SEATS }, (_, number) => start(directory, role, number)));

/** Deletes the records while processes make IDs. Returns the processes that had seats before and after it. */
async function round(directory) {
  mkdirSync(directory);
  const [before, after] = await Promise.all([processes(directory, "before"), processes(directory, "after")]);
  await Promise.all(before.map(({ tell }) => tell("lease")));
  // One process makes IDs in a loop that never ends its turn, and another process is stopped while the records are
  // deleted.
  const [, blocked, stopped] = before;
  await blocked.tell("block");
  await sleep(100);
  stopped.child.kill("SIGSTOP");
  const [first, ...others] = after;
  await first.tell("deleteAndLease");
  await Promise.all(others.map(({ tell }) => tell("lease")));
  stopped.child.kill("SIGCONT");
  await sleep(BOTH_MS);
  const all = [...before, ...after];
  const errors = await Promise.all(all.map(async ({ tell }) => (await tell("end"))[0]));
  return all.map((one, i) => ({ ...one, error: errors[i] }));
}

test(`records that are deleted under running processes ${ROUNDS} times lead to no repeated ID`, async () => {
  let repeats = 0;
  const errors = [];
  const made = { before: 0, after: 0 };
  for (let i = 0; i < ROUNDS; i++) {
    const all = await round(join(folder, `leases-${i}`));
    const lists = all.map(({ ids }) => ids());
    all.forEach(({ role }, i) => (made[role] += lists[i].length));
    const ids = new BigUint64Array(lists.reduce((sum, { length }) => sum + length, 0));
    lists.reduce((at, list) => (ids.set(list, at), at + list.length), 0);
    ids.sort();
    repeats += ids.filter((id, i) => i > 0 && id === ids[i - 1]).length;
    errors.push(...all);
  }
  const text = `${made.before} and ${made.after} IDs of the processes before and after it`;
  assert.equal(repeats, 0, text);
  assert.ok(made.before > 0 && made.after > 0, text);
  // The processes know what has happened, and say it.
  for (const { role, error } of errors) {
    if (role === "before") assert.match(error, /is gone|was replaced/);
    else assert.equal(error, "");
  }
});
