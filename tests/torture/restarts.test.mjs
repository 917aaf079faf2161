// Processes that are killed and replaced at once.
//
// It runs in target/consumer, where the folders of tests/js/ are beside this one.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { size } from "../support/shared.mjs";

const PROGRAM = fileURLToPath(new URL("lib/leader.mjs", import.meta.url));

const RESTARTS = size(8, 20);

/** The next message of a child. */
async function message(child) {
  const died = once(child, "exit").then(() => assert.fail("a child has died"));
  const [value] = await Promise.race([once(child, "message"), died]);
  died.catch(() => undefined);
  return value;
}

/** Starts a process that waits for its order. */
async function waiting() {
  const child = fork(PROGRAM);
  await message(child);
  return child;
}

/** Starts the two processes of a restart. */
const twoWaiting = () => Promise.all([waiting(), waiting()]);

test(`${RESTARTS} processes, each killed with a lead and replaced within the same ms, never repeat an ID`, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-restarts-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "ids");
  let count = 0;
  let next = twoWaiting();
  for (let restart = 0; restart < RESTARTS; restart++) {
    const [first, second] = await next;
    // There is no pause between two restarts, so the IDs of the last restart are still ahead of the clock.
    if (restart + 1 < RESTARTS) next = twoWaiting();
    const order = { directory: join(folder, "store"), path, nodes: restart % 2 === 0 ? [0, 0] : [1, 2] };
    first.send(order);
    count += await message(first);
    first.kill("SIGKILL");
    second.send(order);
    count += await message(second);
    second.kill("SIGKILL");
  }
  const ids = new Float64Array(new Uint8Array(readFileSync(path)).buffer).sort();
  assert.equal(ids.length, count);
  assert.equal(ids.filter((id, i) => id === ids[i - 1]).length, 0);
});
