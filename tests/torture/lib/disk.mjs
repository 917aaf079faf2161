// A small disk that can be filled: a tmpfs. Only Linux has it, in a name space of mounts of its own.

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SIZE = 2 ** 20;

/** The programs that run a command in a name space of mounts of its own, in which it may mount. */
export const OWN_MOUNTS = ["unshare", "--map-root-user", "--mount"];

/** Whether there are such name spaces. */
export function canMount() {
  if (process.platform !== "linux") return false;
  const [command, ...args] = OWN_MOUNTS;
  return spawnSync(command, [...args, "true"]).status === 0;
}

/** Mounts a small disk at a new folder. Returns undefined if that is not possible. */
export function mountDisk(folder) {
  mkdirSync(folder);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "torture", folder]);
  return status === 0 ? new Disk(folder) : undefined;
}

class Disk {
  #mounted;
  #ballast;

  constructor(folder) {
    this.#mounted = folder;
    this.folder = join(folder, "store");
    mkdirSync(this.folder);
    this.#ballast = join(folder, "ballast");
  }

  fill() {
    try {
      writeFileSync(this.#ballast, new Uint8Array(SIZE));
    } catch (error) {
      if (error.code !== "ENOSPC") throw error;
    }
  }

  empty() {
    rmSync(this.#ballast, { force: true });
  }

  unmount() {
    spawnSync("umount", [this.#mounted]);
  }
}
