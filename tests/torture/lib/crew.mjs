// The children of a run: a process for each slot, and some processes that wait to replace a killed process at once.

import { spawn } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../child.mjs", import.meta.url));

/** How many processes wait for their start. */
const SPARES = 3;

/** How far the clock of a process under faketime is ahead at first, in ms. */
const FIRST_OFFSET_MS = 1_000_000;

/** How long children may take to make the first IDs, in ms. */
const BEGIN_MS = 60_000;

/** How long processes may take to end, in ms: a lease is waited for up to 10 s, and calls of a store for 5 s each. */
const END_MS = 60_000;

/** A child process. Its number, `run`, is in the names of its files. */
class Child {
  slot;
  isReady = false;
  /** Whether the child has made IDs of the main space. */
  hasIds = false;
  isStopped = false;
  /** Whether the child may be killed at any moment. */
  isDoomed = false;
  hasEnded = false;
  /** Whether the child was told to end. */
  #isDismissed = false;
  /** The text that the child has written to its standard error. */
  output = "";
  #process;
  #clockFile;

  constructor(run, settings, preload) {
    this.run = run;
    this.#clockFile = preload === undefined ? undefined : join(settings.folder, `${run}.clock`);
    const env = this.#clockFile === undefined ? {} : faketime(preload, this.#clockFile);
    if (this.#clockFile !== undefined) this.#writeClock(FIRST_OFFSET_MS);
    const { program = process.execPath } = settings;
    this.#process = spawn(program, [PROGRAM, JSON.stringify({ run, ...settings })], {
      stdio: ["ignore", "inherit", "pipe", "ipc"],
      env: { ...process.env, ...env },
    });
    this.#process.stderr.setEncoding("utf8").on("data", (text) => (this.output = (this.output + text).slice(-5000)));
    // A message to a process that has just died causes an error.
    this.#process.on("error", () => undefined);
  }

  /** Calls `onMessage` with each message, and `onEnd` with the exit code and the signal. */
  listen(onMessage, onEnd) {
    this.#process.on("message", onMessage);
    this.#process.on("close", (code, signal) => {
      this.hasEnded = true;
      this.#forgetClock();
      onEnd(code, signal);
    });
  }

  order(order, rest = {}) {
    if (order === "quit") this.#isDismissed = true;
    if (this.#process.connected) this.#process.send({ order, ...rest }, () => undefined);
  }

  /** Whether this end was expected. */
  mayEnd(code, signal) {
    // Windows has no signals: a process that kills itself ends with a code.
    const wasKilled = this.isDoomed && (signal === "SIGKILL" || process.platform === "win32");
    return wasKilled || (code === 0 && this.#isDismissed);
  }

  kill() {
    this.isDoomed = true;
    this.#process.kill("SIGKILL");
    // The parent may end before it learns of the end.
    this.#forgetClock();
  }

  stop() {
    this.isStopped = this.#process.kill("SIGSTOP");
  }

  resume() {
    this.isStopped = false;
    this.#process.kill("SIGCONT");
  }

  /** Sets the child's wall clock ahead by `wall` ms, and the speed of its monotonic clock. */
  setClocks(wall, rate) {
    if (this.#clockFile !== undefined) this.#writeClock(wall);
    this.order("clocks", { wall: this.#clockFile === undefined ? wall : 0, rate });
  }

  /** Whether the child's clock has the reading to which it was set, when the child has begun. */
  isClockRight(reading) {
    return this.#clockFile === undefined || Math.abs(reading - Date.now() - FIRST_OFFSET_MS) < FIRST_OFFSET_MS / 2;
  }

  #forgetClock() {
    if (this.#clockFile !== undefined) removeSharedMemory(this.#process.pid);
  }

  #writeClock(ms) {
    // The file can be read at any moment, so it is replaced as a whole.
    const draft = `${this.#clockFile}.draft`;
    writeFileSync(draft, `${ms < 0 ? "-" : "+"}${Math.abs(ms / 1000).toFixed(3)}`);
    renameSync(draft, this.#clockFile);
  }
}

/** The environment in which the wall clock reads as the file says, and other clocks and times of files as usual. */
function faketime(preload, file) {
  return {
    LD_PRELOAD: preload,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}

/** Removes the shared memory of faketime's library on the host, which a killed process leaves behind. */
function removeSharedMemory(pid) {
  for (const name of [`faketime_shm_${pid}`, `sem.faketime_sem_${pid}`])
    rmSync(join("/dev/shm", name), { force: true });
}

export class Crew {
  /** The child of each slot. */
  slots = [];
  /** All children that were started, by their number. */
  runs = [];
  /** The failures of children. */
  failures = [];
  #settings;
  #preload;
  #onError;
  #orders;
  #spares = [];
  #isEnding = false;
  /** Whether children that end are not replaced. */
  #isPaused = false;

  /**
   * @param settings - the settings that children get when they are made, and the program that runs them
   * @param preload - faketime's library, for every other process
   * @param orders - makes the order that a child gets when it starts in a slot
   * @param onError - called with the code and the message of each error
   */
  constructor({ settings, preload, orders, onError }) {
    this.#settings = settings;
    this.#preload = preload;
    this.#orders = orders;
    this.#onError = onError;
  }

  /**
   * Starts this many children, and waits for a while until the children for which there are seats make IDs. Resolves to
   * the count of children that make IDs.
   */
  async start(count) {
    for (let slot = 0; slot < count; slot++) this.replace(slot);
    const { seats } = this.#settings;
    const makers = () => this.slots.filter(({ hasIds }) => hasIds).length;
    const isReady = () => this.slots.every(({ isReady }) => isReady) && makers() >= Math.min(seats, count);
    const deadline = Date.now() + BEGIN_MS;
    while (this.failures.length === 0 && !isReady() && Date.now() < deadline) await sleep(20);
    return makers();
  }

  /** Starts a waiting process in a slot. */
  replace(slot) {
    if (this.#isPaused) return;
    while (this.#spares.length <= SPARES) this.#spares.push(this.#create());
    const child = this.#spares.shift();
    child.slot = slot;
    this.slots[slot] = child;
    child.order("start", { slot, ...this.#orders() });
  }

  /** Kills all children, calls `work` when they have ended, and starts other children in their place. */
  async restartAll(work) {
    this.#isPaused = true;
    for (const child of this.slots) child.kill();
    while (this.slots.some(({ hasEnded }) => !hasEnded)) await sleep(1);
    work();
    this.#isPaused = false;
    for (const { slot } of this.slots) this.replace(slot);
  }

  #create() {
    const run = this.runs.length;
    const child = new Child(run, this.#settings, run % 2 === 1 ? this.#preload : undefined);
    this.runs.push(child);
    child.listen(
      (message) => this.#handle(child, message),
      (code, signal) => this.#handleEnd(child, code, signal),
    );
    return child;
  }

  #handle(child, { ready, hasIds, code, message }) {
    if (code !== undefined) this.#onError(code, message);
    if (hasIds) child.hasIds = true;
    if (ready === undefined) return;
    child.isReady = true;
    if (!child.isClockRight(ready)) this.failures.push("faketime has no effect");
  }

  #handleEnd(child, code, signal) {
    if (!child.mayEnd(code, signal)) {
      this.failures.push(`child ${child.run} has ended with ${signal ?? `code ${code}`}: ${child.output}`);
    }
    if (this.#isPaused) return;
    if (!this.#isEnding && this.slots[child.slot] === child) this.replace(child.slot);
  }

  /** The children that have begun, and are not stopped. */
  get active() {
    return this.slots.filter(({ isReady, hasEnded, isStopped }) => isReady && !hasEnded && !isStopped);
  }

  /** The children that were started in a slot, in this order. */
  ofSlot(slot) {
    return this.runs.filter((child) => child.slot === slot);
  }

  /** Ends all children: first the children that work, in an orderly way. */
  async end() {
    this.#isEnding = true;
    for (const child of this.slots) {
      child.resume();
      child.order("quit");
    }
    const deadline = Date.now() + END_MS;
    while (this.slots.some(({ hasEnded }) => !hasEnded) && Date.now() < deadline) await sleep(20);
    for (const { run, hasEnded } of this.slots) if (!hasEnded) this.failures.push(`child ${run} does not end`);
    this.killAll();
    while (this.runs.some(({ hasEnded }) => !hasEnded)) await sleep(20);
  }

  killAll() {
    this.#isEnding = true;
    for (const child of this.runs) if (!child.hasEnded) child.kill();
  }
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
