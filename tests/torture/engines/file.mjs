// The store in files: a directory on a small disk, if possible.

import { openDisk } from "../lib/disk.mjs";
import { fullDisk } from "./full-disk.mjs";

const DISK_BYTES = 2 ** 20;

export async function start({ folder }) {
  const disk = openDisk(folder, DISK_BYTES);
  return {
    connection: { directory: disk.folder },
    faults: fullDisk(disk),
    pause: 9_000,
    pauseOfChild: 3_200,
    explained: /ENOSPC/,
    end: () => disk.close(),
  };
}
