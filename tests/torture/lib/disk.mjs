// The place of the store: a small disk that can be filled, if possible.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Runs a command in a namespace of mounts of its own, in which it may mount. */
export const OWN_MOUNTS = ["unshare", "--map-root-user", "--mount"];

/** The environment variable that says that this process has a namespace of mounts of its own. */
export const HAS_OWN_MOUNTS = "FLAKEKIT_TORTURE_MOUNTS";

/** Linux's file system in memory. Files of one process survive its end, so it serves as well as a disk, and is faster. */
const MEMORY = "/dev/shm";

/** Whether Linux allows this process to have a namespace of mounts of its own. */
export function canMount() {
  if (process.platform !== "linux") return false;
  const [command, ...args] = OWN_MOUNTS;
  return spawnSync(command, [...args, "true"]).status === 0;
}

/** Makes the folder of the store: on a disk of its own of this size, otherwise in memory, otherwise in a given folder. */
export function openDisk(folder, size) {
  const mounted = join(folder, "disk");
  mkdirSync(mounted);
  const args = ["-t", "tmpfs", "-o", `size=${size}`, "torture", mounted];
  if (process.env[HAS_OWN_MOUNTS] && spawnSync("mount", args).status === 0) return new SmallDisk(mounted, size);
  return new Folder(existsSync(MEMORY) ? mkdtempSync(join(MEMORY, "flakekit-torture-")) : mounted);
}

/** A disk that only this run has. */
class SmallDisk {
  canBeFull = true;
  #mounted;
  #size;
  #ballast;

  constructor(mounted, size) {
    this.#mounted = mounted;
    this.#size = size;
    this.#ballast = join(mounted, "ballast");
    this.folder = join(mounted, "store");
    mkdirSync(this.folder);
  }

  fill() {
    try {
      writeFileSync(this.#ballast, new Uint8Array(this.#size));
    } catch (error) {
      if (error.code !== "ENOSPC") throw error;
    }
  }

  empty() {
    rmSync(this.#ballast, { force: true });
  }

  close() {
    spawnSync("umount", [this.#mounted]);
  }
}

class Folder {
  canBeFull = false;
  // Children that were just killed may still write into it.
  #remove = () => rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });

  constructor(folder) {
    this.folder = folder;
    // The folder is also removed if the run is interrupted.
    process.on("exit", this.#remove);
  }

  close() {
    process.off("exit", this.#remove);
    this.#remove();
  }
}
