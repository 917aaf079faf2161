// The torture of servers must find what it looks for.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("../run.mjs", import.meta.url));

/** As many seats as children, so that each seat is somebody's. */
const OPTIONS = ["--store", "redis-durable", "--minutes", "0.2", "--ids", "60000", "--children", "8", "--seats", "8"];

/** The exit code of a run, and what it has printed. */
function torture(seed) {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-durable-"));
  // The user of the servers has folders of its own in it.
  chmodSync(folder, 0o755);
  const run = spawnSync(process.execPath, [RUN, ...OPTIONS, "--seed", String(seed)], {
    encoding: "utf8",
    // The files of a run that fails are kept.
    env: { ...process.env, TMPDIR: folder },
  });
  rmSync(folder, { recursive: true });
  return run;
}

test("with durable: true and a Redis that forgets, the torture finds repeats", () => {
  // Usually the first run does; it depends on who makes IDs in the moment in which the server forgets.
  for (let seed = 1; ; seed++) {
    const { status, stderr } = torture(seed);
    const [, repeats] = /: (\d+) repeats/.exec(stderr) ?? assert.fail(stderr);
    if (repeats === "0" && seed < 5) continue;
    assert.notEqual(repeats, "0", stderr);
    assert.match(stderr, /repeat of \w+: \d+, seat/);
    assert.match(stderr, /overlap of \w+ seat/);
    assert.equal(status, 1, stderr);
    return;
  }
});
