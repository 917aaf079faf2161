// The torture of servers must find the repeats of stores that forget.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../run.mjs", import.meta.url));

/**
 * The runs, of which the first with a repeat ends the test. On a busy machine the children make IDs too seldom to be struck:
 * the later runs are longer, and have fewer children.
 */
const RUNS = [
  { minutes: 0.2, children: 8 },
  { minutes: 0.2, children: 8 },
  { minutes: 0.4, children: 4 },
  { minutes: 0.4, children: 4 },
  { minutes: 0.8, children: 4 },
  { minutes: 0.8, children: 4 },
];

/** The exit code of a run with a store, and what it has printed. */
function torture({ store, seatsOf }, { minutes, children }, seed) {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-durable-"));
  // The user of the servers has folders and temporary files in it.
  chmodSync(folder, 0o1777);
  const amounts = { minutes, ids: 20_000, children, seats: seatsOf(children), seed };
  const options = Object.entries(amounts).map(([name, value]) => `--${name}=${value}`);
  const run = spawnSync(process.execPath, [RUN, `--store=${store}`, ...options], {
    encoding: "utf8",
    // The files of a run that fails are kept.
    env: { ...process.env, TMPDIR: folder },
  });
  rmSync(folder, { recursive: true });
  return run;
}

/**
 * The stores that forget although somebody has promised that they do not. Stores with long runs are tested in the long
 * form only.
 */
const FORGETFUL = {
  // There are as many seats as children, so that each seat is held.
  "durable: true and a Redis that forgets": { store: "redis-durable", seatsOf: (children) => children },
  // There are fewer seats than children: children without a seat wait for a seat that looks free.
  "a constant generation and a MariaDB that forgets": {
    store: "mysql-constant",
    seatsOf: (children) => children / 2,
    isLong: true,
  },
};

const isLongForm = process.env.FLAKEKIT_LONG === "1";

for (const [name, forgetful] of Object.entries(FORGETFUL).filter(([, { isLong = false }]) => isLongForm || !isLong)) {
  test(`with ${name}, the torture finds repeats`, () => {
    // Usually the first run finds repeats. This depends on which children make IDs at the moment at which the server
    // forgets.
    for (const [seed, amounts] of RUNS.entries()) {
      const { status, stderr } = torture(forgetful, amounts, seed + 1);
      const [, repeats] = /: (\d+) repeats/.exec(stderr) ?? assert.fail(stderr);
      if (repeats === "0" && seed + 1 < RUNS.length) continue;
      assert.notEqual(repeats, "0", stderr);
      assert.match(stderr, /repeat of \w+: \d+, seat/);
      assert.match(stderr, /overlap of \w+ seat/);
      assert.equal(status, 1, stderr);
      return;
    }
  });
}
