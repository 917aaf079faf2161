// Temporary directories of tests.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

const directories = [];
process.on("exit", () => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

// Without a listener, these signals end the process without the event "exit". The runner of tests sends SIGTERM when a
// test takes too long.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/** A new directory, which is deleted when the process ends. */
export function temporaryDirectory() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "flakekit-")));
  directories.push(directory);
  return directory;
}
