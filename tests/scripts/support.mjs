// Temporary folders for the tests of scripts/.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Calls `work` with a temporary folder that contains these files: a text or bytes for each path. */
export async function withFiles(files, work) {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-scripts-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
