// The torture must find the repeats of a store without windows.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("run.mjs", import.meta.url));

/** The most runs until one finds repeats: in a run, no fault may strike at a moment at which IDs repeat. */
const MOST_RUNS = 4;

const OPTIONS = ["--store", "no-windows", "--minutes", "0.12", "--ids", "25000", "--children", "8", "--seats", "4"];

/** Runs the torture. Returns its exit code, what it has printed, and the number of repeats. */
function torture(seed) {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-no-windows-"));
  const { status, stderr } = spawnSync(process.execPath, [RUN, ...OPTIONS, "--seed", `${seed}`], {
    encoding: "utf8",
    // The files of a run that fails are kept.
    env: { ...process.env, TMPDIR: folder, TMP: folder },
  });
  rmSync(folder, { recursive: true });
  const [, repeats] = /: (\d+) repeats/.exec(stderr) ?? assert.fail(stderr);
  return { status, stderr, repeats: Number(repeats) };
}

test("with a store that grants seats without windows, the torture finds repeats", () => {
  let run;
  for (let seed = 1; seed <= MOST_RUNS && !(run?.repeats > 0); seed++) run = torture(seed);
  const { status, stderr, repeats } = run;
  assert.ok(repeats > 0, stderr);
  assert.match(stderr, /repeat of \w+: \d+, seat/);
  assert.equal(status, 1, stderr);
});
