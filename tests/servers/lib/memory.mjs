import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's file system in memory. No test cuts the power, so no server needs to wait for the disk. */
const MEMORY = "/dev/shm";

/** The room that the servers of all tests need, in bytes. Containers often have 64 MB of such memory. */
const ROOM = 4 * 2 ** 30;

function hasRoom() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM;
}

/** Makes a folder of temporary files: in memory where that is possible. */
export function newFolderInMemory(name) {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `flakekit-${name}-`));
}
