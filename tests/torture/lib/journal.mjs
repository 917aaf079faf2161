// The journals of children, each in files of its own: the IDs that they make, the times of these, and the swaps of
// their stores.
//
// A process that is killed may leave the last line or the last ID incomplete.

import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { hostTime } from "./host-time.mjs";

/** How many bytes of IDs are read at a time. */
const CHUNK_BYTES = 2 ** 22;

const ID_BYTES = 8;

/** The shortest time between two times that are written, in ms. */
const RESOLUTION_MS = 5;

/** The IDs of one space that one process makes. */
export class IdJournal {
  #file;
  #buffer = new BigUint64Array(2 ** 16);
  #count = 0;
  #written = 0;

  constructor(folder, space, run) {
    this.#file = openSync(join(folder, `${space}-${run}.ids`), "a");
  }

  /** Keeps a packed ID until the next call of `write`. */
  add(id) {
    this.#buffer[this.#count++] = id;
    if (this.#count === this.#buffer.length) this.#flush();
  }

  /** Writes the added IDs. Returns how many IDs were written since the last call. */
  write() {
    this.#flush();
    const written = this.#written;
    this.#written = 0;
    return written;
  }

  #flush() {
    const bytes = new Uint8Array(this.#buffer.buffer, 0, this.#count * ID_BYTES);
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    this.#written += this.#count;
    this.#count = 0;
  }
}

/** When a process made IDs of a space, and how many: pairs of numbers. */
export class TimeJournal {
  #file;
  #count = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(folder, space, run) {
    this.#file = openSync(join(folder, `${space}-${run}.times`), "a");
  }

  /** Notes that IDs were made now. */
  write(count) {
    this.#count += count;
    const now = hostTime();
    if (now - this.#writtenAt < RESOLUTION_MS) return;
    writeSync(this.#file, new Uint8Array(Float64Array.of(now, this.#count).buffer));
    this.#writtenAt = now;
    this.#count = 0;
  }
}

/** The times at which a process made IDs of a space: pairs `[time, count]`. A pair counts the IDs since the last one. */
export function* readTimes(folder, space, run) {
  const path = join(folder, `${space}-${run}.times`);
  const bytes = existsSync(path) ? new Uint8Array(readFileSync(path)) : new Uint8Array(0);
  const numbers = new Float64Array(bytes.buffer, 0, 2 * Math.floor(bytes.length / 16));
  for (let i = 0; i < numbers.length; i += 2) yield [numbers[i], numbers[i + 1]];
}

/** The files of IDs of a space: for each the number of the process and the path. */
export function idFiles(folder, space) {
  return filesOf(folder, `${space}-`, ".ids");
}

/** The count of the IDs of a space that a process has written. */
export function countIds(folder, space, run) {
  const size = statSync(join(folder, `${space}-${run}.ids`), { throwIfNoEntry: false })?.size ?? 0;
  return Math.floor(size / ID_BYTES);
}

/**
 * Calls `visit(words, index)` with the 32-bit words of successive IDs, the lower word first, and the index of the first
 * ID.
 */
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

/** Writes down a swap, or its outcome. */
export function writeSwap(folder, run, entry) {
  appendFileSync(join(folder, `${run}.swaps`), `${JSON.stringify(entry)}\n`);
}

/**
 * Calls `visit` with each swap of a seat: `{ run, space, key, previous, next, applied }`. `applied` is undefined if its
 * process did not learn the outcome: the swap threw an error, or the process died. Only the swaps of one process are in
 * memory at a time.
 */
export function readSwaps(folder, visit) {
  for (const { run, path } of filesOf(folder, "", ".swaps")) {
    const swaps = new Map();
    for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
      const { number, ...entry } = JSON.parse(line);
      swaps.set(number, { run, ...swaps.get(number), ...entry });
    }
    for (const swap of swaps.values()) if (swap.key !== "head") visit(swap);
  }
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
  const [, owner, from, until] = /^1 owner=(.+) from=(\d+) until=(\d+)(?: holder=\w+)?$/.exec(record);
  return { owner, from: Number(from), until: Number(until) };
}
