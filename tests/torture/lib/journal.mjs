// What children write down, each in files of its own: the IDs that they make, and the swaps of their stores.
//
// A process that is killed may leave the last line or the last ID incomplete.

import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** How many bytes of IDs are read at a time. */
const CHUNK_BYTES = 2 ** 22;

const ID_BYTES = 8;

/** The IDs of one space that one process makes. */
export class IdJournal {
  #file;
  #buffer = new BigUint64Array(2 ** 16);
  #count = 0;

  constructor(folder, space, run) {
    this.#file = openSync(join(folder, `${space}-${run}.ids`), "a");
  }

  /** Keeps a packed ID until the next `write`. */
  add(id) {
    this.#buffer[this.#count++] = id;
    if (this.#count === this.#buffer.length) this.write();
  }

  /** Writes what was added. Returns how many IDs. */
  write() {
    const bytes = new Uint8Array(this.#buffer.buffer, 0, this.#count * ID_BYTES);
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}

/** The files of IDs of a space: for each the number of the process and the path. */
export function idFiles(folder, space) {
  return filesOf(folder, `${space}-`, ".ids");
}

/** The count of all IDs that were written. */
export function countIds(folder) {
  const sizes = filesOf(folder, "", ".ids").map(({ path }) => statSync(path).size);
  return sizes.reduce((sum, size) => sum + Math.floor(size / ID_BYTES), 0);
}

/** Calls `visit(words, index)` with the 32-bit words of successive IDs, the lower one first, and the index of the first. */
export function readIds(path, visit) {
  const file = openSync(path, "r");
  const buffer = new ArrayBuffer(CHUNK_BYTES);
  let index = 0;
  try {
    for (;;) {
      let filled = 0;
      for (let read; filled < CHUNK_BYTES; filled += read) {
        read = readSync(file, new Uint8Array(buffer), filled, CHUNK_BYTES - filled, index * ID_BYTES + filled);
        if (read === 0) break;
      }
      const count = Math.floor(filled / ID_BYTES);
      if (count === 0) return;
      visit(new Uint32Array(buffer, 0, 2 * count), index);
      index += count;
    }
  } finally {
    closeSync(file);
  }
}

/** Writes down a swap, or what came of it. */
export function writeSwap(folder, run, entry) {
  appendFileSync(join(folder, `${run}.swaps`), `${JSON.stringify(entry)}\n`);
}

/**
 * All swaps of seats: `{ run, space, key, previous, next, applied }`. `applied` is undefined if nobody knows: the swap
 * threw an error, or its process died.
 */
export function readSwaps(folder) {
  return filesOf(folder, "", ".swaps").flatMap(({ run, path }) => {
    const swaps = new Map();
    for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
      const { number, ...entry } = JSON.parse(line);
      swaps.set(number, { run, ...swaps.get(number), ...entry });
    }
    return [...swaps.values()].filter(({ key }) => key !== "meta");
  });
}

function filesOf(folder, before, after) {
  const names = readdirSync(folder).filter((name) => name.startsWith(before) && name.endsWith(after));
  return names.map((name) => ({
    run: Number(name.slice(before.length, -after.length)),
    path: join(folder, name),
  }));
}

/** The parts of a seat's record. */
export function parseSeat(record) {
  const [, owner, from, until] = /^1 owner=(.+) from=(\d+) until=(\d+)$/.exec(record);
  return { owner, from: Number(from), until: Number(until) };
}
