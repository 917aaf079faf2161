import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's file system in memory. No test cuts the power, so no server needs to wait for the disk. */
const MEMORY = "/dev/shm";

/** Makes a folder of temporary files: in memory where that is possible. */
export function newFolderInMemory(name) {
  return mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), `flakekit-${name}-`));
}
