// A run: starts the children, disturbs them, and checks what they have made.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { check } from "../check.mjs";
import { FAULTS, FULL_DISK } from "../faults.mjs";
import { TOLD_WINDOW_MS } from "../no-windows.mjs";
import { Crew } from "./crew.mjs";
import { openDisk } from "./disk.mjs";
import { countIds } from "./journal.mjs";
import { Random } from "./random.mjs";
import { spacesOf, WINDOW_MS } from "./spaces.mjs";

/** The mean time between two faults, in ms. */
const FAULT_MS = 200;

/** The time between two lines of progress, in ms. */
const REPORT_MS = 5_000;

/** How much faster IDs are asked for than needed, because faults take time. */
const HASTE = 2;

/** How much longer than asked for a run may take to make its IDs. */
const PATIENCE = 3;

/** The errors that faults cause. */
const EXPECTED = ["LEASE_EXPIRED", "NO_FREE_SEAT", "WAIT_TOO_LONG"];

/** The errors of stores that faults cause: a full disk, and a process that was stopped or that others have overtaken. */
const EXPECTED_OF_STORES = /ENOSPC|has not answered within|did not answer|changed during each of/;

/** Runs the torture. Prints its progress, and returns whether all went well. */
export async function torture({ minutes, ids, seed, children, seats, store, preload, print }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "flakekit-torture-")));
  const disk = openDisk(folder);
  const spaces = spacesOf(seats);
  const random = new Random(seed);
  const totals = new Totals(folder);
  const [main, other] = ratesOf(ids, minutes, seats, children);
  const crew = new Crew({
    settings: {
      folder,
      directory: disk.folder,
      kind: store,
      seats,
      window: store === "file" ? WINDOW_MS : TOLD_WINDOW_MS,
    },
    preload,
    orders: () => ({ seed: random.below(2 ** 31), rates: [main, other] }),
    onError: (code, message) => totals.addError(code, message),
  });
  const killAll = () => crew.killAll();
  process.on("exit", killAll);
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  await crew.start(children);
  totals.start();
  await disturb({ crew, random, disk, totals, print, ms: minutes * 60_000, ids });
  disk.empty?.();
  await crew.end();
  process.off("exit", killAll);
  print(totals.line());
  const found = check(folder, spaces);
  const failures = [...crew.failures, ...totals.failures(ids)];
  for (const line of [...found.lines, ...failures]) print(line);
  const { repeats, outside, overlaps, windows } = found;
  print(
    `${found.ids} IDs, ${totals.faultCount} faults, ${crew.runs.length} processes, ${windows} windows: ` +
      `${repeats} repeats, ${outside} IDs outside of their windows, ${overlaps} overlapping windows`,
  );
  disk.close();
  const isSound = repeats + outside + overlaps + failures.length === 0;
  if (isSound) rmSync(folder, { recursive: true, force: true });
  else print(`The files are in ${folder}`);
  return isSound;
}

/** How many IDs per ms a child makes in the main space, and in its other one. */
function ratesOf(ids, minutes, seats, children) {
  const perMs = (ids * HASTE) / (minutes * 60_000);
  return [(perMs * 0.75) / Math.min(seats, children), (perMs * 0.25) / Math.max(1, children / 2)];
}

async function disturb({ crew, random, disk, totals, print, ms, ids }) {
  const faults = disk.canBeFull ? [...FAULTS, FULL_DISK] : FAULTS;
  const isOver = () => totals.elapsed >= ms * PATIENCE || (totals.elapsed >= ms && totals.ids >= ids);
  let reported = 0;
  while (!isOver() && crew.failures.length === 0) {
    await sleep(random.between(0, 2 * FAULT_MS));
    const fault = random.pick(faults);
    fault.apply({ crew, random, disk });
    totals.addFault(fault.name);
    if (totals.elapsed - reported < REPORT_MS) continue;
    reported = totals.elapsed;
    print(totals.line());
  }
}

/** What has happened so far. */
class Totals {
  #folder;
  #started;
  #faults = new Map();
  #errors = new Map();
  #unexpected = [];

  constructor(folder) {
    this.#folder = folder;
  }

  start() {
    this.#started = performance.now();
  }

  get elapsed() {
    return performance.now() - this.#started;
  }

  get ids() {
    return countIds(this.#folder);
  }

  get faultCount() {
    return [...this.#faults.values()].reduce((sum, count) => sum + count, 0);
  }

  addFault(name) {
    increase(this.#faults, name);
  }

  addError(code, message) {
    const cause = code === "STORE_FAILED" ? EXPECTED_OF_STORES.exec(message)?.[0] : undefined;
    increase(this.#errors, cause === undefined ? code : `${code} (${cause})`);
    if (!EXPECTED.includes(code) && cause === undefined) this.#unexpected.push(`${code}: ${message}`);
  }

  line() {
    const seconds = (this.elapsed / 1000).toFixed(0).padStart(5);
    return `${seconds} s  ${this.ids} IDs; faults: ${counts(this.#faults)}; errors: ${counts(this.#errors)}`;
  }

  /** What is wrong, apart from the IDs. */
  failures(ids) {
    const unexpected = [...new Set(this.#unexpected)].map((error) => `unexpected error: ${error}`);
    return this.ids < ids ? [...unexpected, `fewer than ${ids} IDs`] : unexpected;
  }
}

function increase(counts, name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function counts(map) {
  const parts = [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${count} ${name}`);
  return parts.join(", ") || "none";
}
