// A database of SQLite on a small disk, if possible. Its children run in a Node that has node:sqlite.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDisk } from "../lib/disk.mjs";
import { WINDOW_MS } from "../lib/spaces.mjs";
import { fullDisk } from "./full-disk.mjs";

const DISK_BYTES = 2 ** 24;

const PROGRAM = fileURLToPath(new URL("../node_modules/node24/bin/node", import.meta.url));
const INTRUDER = fileURLToPath(new URL("sqlite-intruder.mjs", import.meta.url));

class Sqlite {
  #path;
  #crew;

  constructor(path, crew) {
    this.#path = path;
    this.#crew = crew;
  }

  get faults() {
    return [
      { name: "locked by another process", weight: 4, apply: (random) => this.#lock(random, "SIGTERM") },
      { name: "killed in a transaction", weight: 4, apply: (random) => this.#lock(random, "SIGKILL") },
      { name: "an older copy", weight: 4, apply: (random) => this.#restoreCopy(random) },
    ];
  }

  /** Another process writes in a transaction, and is ended before it commits. */
  async #lock(random, signal) {
    const intruder = await this.#intrude("lock");
    await sleep(random.pick([{ weight: 3, ms: random.between(100, 1_500) }, { ms: random.between(4_100, 5_000) }]).ms);
    const ended = once(intruder, "close");
    intruder.kill(signal);
    await ended;
  }

  /** All children are killed. The new children find an older copy, which is another file. */
  async #restoreCopy(random) {
    const copy = `${this.#path}.copy`;
    await once(await this.#intrude("copy", copy), "close");
    await sleep(random.between(0, 3) * WINDOW_MS);
    await this.#crew.restartAll(() => {
      for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(`${this.#path}${suffix}`, { force: true });
      renameSync(copy, this.#path);
    });
  }

  /** Starts sqlite-intruder.mjs, and resolves when it has begun. */
  async #intrude(...work) {
    const intruder = spawn(PROGRAM, [INTRUDER, this.#path, ...work], { stdio: ["pipe", "pipe", "inherit"] });
    const died = once(intruder, "exit").then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
    died.catch(() => undefined);
    await Promise.race([once(intruder.stdout, "data"), died]);
    return intruder;
  }
}

export async function start({ folder, crew }) {
  const disk = openDisk(folder, DISK_BYTES);
  const path = join(disk.folder, "leases.db");
  return {
    connection: { path },
    faults: [...new Sqlite(path, crew).faults, ...fullDisk(disk)],
    pause: 2_000,
    pauseOfChild: 15_000,
    explained:
      /ENOENT|is gone|another connection has held the lock|disk is full|was replaced by another file|disk I\/O error/,
    points: ["in a transaction"],
    program: PROGRAM,
    end: () => disk.close(),
  };
}
