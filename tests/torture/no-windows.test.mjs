// The torture must find what it looks for.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const RUN = fileURLToPath(new URL("run.mjs", import.meta.url));

test("with a store that grants seats without windows, the torture finds repeats", () => {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-no-windows-"));
  const options = ["--store", "no-windows", "--minutes", "0.15", "--ids", "30000", "--seed", "1"];
  const { status, stderr } = spawnSync(process.execPath, [RUN, ...options, "--children", "8", "--seats", "2"], {
    encoding: "utf8",
    // The files of a run that fails are kept.
    env: { ...process.env, TMPDIR: folder, TMP: folder },
  });
  rmSync(folder, { recursive: true });
  const [, repeats] = /: (\d+) repeats/.exec(stderr) ?? assert.fail(stderr);
  assert.ok(Number(repeats) > 0, stderr);
  assert.match(stderr, /repeat of \w+: \d+, seat/);
  assert.equal(status, 1, stderr);
});
