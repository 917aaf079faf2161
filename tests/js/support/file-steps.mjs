// Runs calls of the file store step by step. Each call of the file system is a step, which a scheduler grants. The
// directory is a real one; the test controls the clock, and the names that a listing misses.
//
// A world keeps the truth: the states in the order in which they were linked. It asserts the promises of swaps and
// reads.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs/promises";
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import timers from "node:timers/promises";

const actors = new AsyncLocalStorage();
const handles = new WeakMap();

/**
 * Replaces the functions that the store calls. For calls without an actor, the functions do not change. Returns a
 * function that puts the original functions back.
 */
export async function takeOver() {
  const probe = await fs.open(process.execPath, "r");
  const FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const undo = [];
  // No machine loses power in a test, and without syncing the test is faster.
  const { sync } = FileHandle;
  FileHandle.sync = async () => undefined;
  undo.push(() => (FileHandle.sync = sync));
  const replace = (object, name, make) => {
    const original = object[name];
    object[name] = function (...args) {
      const actor = actors.getStore();
      const work = () => original.apply(this, args);
      return actor === undefined ? work() : make(actor, work, args, this);
    };
    undo.push(() => (object[name] = original));
  };
  const plain = (name) => (actor, work, args) => actor.step(`${name} ${basename(args[0])}`, work);
  // The times of a directory are made to differ, so that steps do not depend on the real clock: the store changes a
  // directory whose times are equal.
  const changed = (stats) => Object.assign(stats, { ctimeMs: stats.ctimeMs + Number(stats.isDirectory()) });
  const stat = fs.stat;
  fs.stat = async (...args) => changed(await stat(...args));
  undo.push(() => (fs.stat = stat));
  for (const name of ["stat", "statfs", "unlink", "utimes", "mkdir", "chmod", "rm"]) replace(fs, name, plain(name));
  replace(fs, "open", (actor, work, [path, flags]) =>
    actor.step(`open ${basename(path)}`, () => actor.open(path, flags, work)),
  );
  replace(fs, "link", (actor, work, [, to]) => actor.step(`link ${basename(to)}`, () => actor.link(to, work)));
  replace(fs, "rename", (actor, work, [, to]) => actor.step("rename", () => actor.rename(to, work)));
  replace(fs, "readdir", (actor, work, [path]) => actor.list(path, work));
  replace(timers, "setTimeout", (actor) => actor.step("sleep", async () => undefined));
  for (const name of ["readFile", "writeFile"]) replace(FileHandle, name, (actor, work) => actor.step(name, work));
  replace(FileHandle, "sync", (actor, work) => actor.step("sync", work));
  replace(FileHandle, "stat", (actor, work, _, handle) =>
    actor.step("fstat", async () => {
      const stats = await work();
      const now = handles.get(handle);
      return now === undefined ? stats : Object.assign(stats, { mtimeMs: now + 0.9 });
    }),
  );
  return () => undo.reverse().forEach((restore) => restore());
}

/** One process: a sequence of calls of a store. It waits before each step until `grant` is called. */
class Actor {
  constructor(world, name) {
    Object.assign(this, { world, name, handles: new Map(), next: undefined, ended: false });
  }

  /** Starts `work`, which runs up to its first step. */
  async start(work) {
    await this.until(() => {
      const end = () => this.stop(() => (this.ended = true));
      actors.run(this, work).then(end, (error) => {
        this.world.error ??= error;
        end();
      });
    });
  }

  /** Does one step, and the code that follows it up to the next step. */
  async grant() {
    await this.until(this.next);
  }

  async until(go) {
    await new Promise((resolve) => {
      this.stopped = resolve;
      go();
    });
  }

  stop(change) {
    change();
    this.stopped();
  }

  async step(label, work) {
    await new Promise((resolve) => this.stop(() => Object.assign(this, { next: resolve, label })));
    this.world.log.push(`${this.world.now} ${this.name}: ${label}`);
    return work();
  }

  async open(path, flags, work) {
    const handle = await work();
    if (flags === "wx") handles.set(handle, this.world.now);
    // Each handle has a function of its own.
    const { close } = handle;
    this.handles.set(handle, close);
    handle.close = () => this.step("close", () => close().finally(() => this.handles.delete(handle)));
    if (basename(path).startsWith("clock-")) this.clockAt = this.world.states.length - 1;
    return handle;
  }

  async link(path, work) {
    const text = () => JSON.parse(readFileSync(path, "utf8"));
    await work();
    if (basename(path).startsWith("version-") && !basename(path).startsWith("version-0-")) {
      this.world.linked(this, text());
    }
  }

  async rename(path, work) {
    await work();
    const [version] = readdirSync(path);
    this.world.began(JSON.parse(readFileSync(join(path, version), "utf8")));
  }

  /** A listing in two steps. It finds some of the names that come or go between the two steps. */
  async list(path, work) {
    const names = () => work().catch((error) => error);
    const before = await this.step(`list ${basename(path)}`, names);
    if (before instanceof Error) throw before;
    let after = await this.step("list the rest", names);
    if (after instanceof Error) after = before;
    const all = [...new Set([...before, ...after])];
    return all.filter((name) => (before.includes(name) && after.includes(name)) || this.world.random() < 0.5);
  }
}

export class World {
  /** `random` gives numbers from 0 to 1. `advance`: the most ms by which the clock advances in a step. */
  constructor(file, directory, random, advance) {
    Object.assign(this, { file, directory, random, advance, now: 1000, log: [], states: [], actors: [] });
    this.copy = `${directory}-copy`;
    this.seen = -Infinity;
  }

  /** A new process. `work` gets its store, through which each call is checked. */
  async actor(name, work) {
    const actor = new Actor(this, name);
    this.actors.push(actor);
    const store = this.file(this.directory);
    const checked = {
      read: (space, keys) => this.read(actor, store, space, keys),
      swap: (...args) => this.swap(actor, store, args),
    };
    await actor.start(() => work(checked));
    return actor;
  }

  get waiting() {
    return this.actors.filter(({ ended, killed }) => !ended && !killed);
  }

  async grant(actor) {
    this.now += Math.floor(this.random() * (this.advance + 1));
    await actor.grant();
    if (this.error !== undefined) throw this.error;
  }

  /** Closes what killed actors have left open. */
  async end() {
    for (const actor of this.actors) for (const close of actor.handles.values()) await close();
  }

  /** A space has begun. */
  began({ generation, records }) {
    this.states.push({ generation, records, before: Infinity });
  }

  /** Somebody deletes the directory. */
  delete() {
    this.log.push("the directory is deleted");
    rmSync(this.directory, { recursive: true });
  }

  /** Somebody copies the directory, to restore it later: its files, or hard links to them. */
  backUp() {
    const [copies, restores] = BACKUPS[Math.floor(this.random() * BACKUPS.length)];
    copies(this.directory, this.copy);
    this.restores = restores;
    this.copied = this.states.at(-1);
  }

  /** Somebody restores the copy, but not while a process removes files that it has listed: see file-space.ts. */
  restore() {
    if (this.waiting.some(({ applied }) => applied)) return;
    this.log.push("the directory is restored");
    this.restores(this.copy, this.directory);
    // If writes are forgotten, the generation must be a new one.
    const later = this.states.slice(this.states.indexOf(this.copied) + 1);
    const isForgotten = later.some(({ generation }) => generation !== undefined);
    const old = isForgotten ? this.states.map(({ generation }) => generation) : [];
    this.states.push({ generation: undefined, old, records: this.copied.records, before: Infinity });
  }

  /** A swap has applied. */
  linked(actor, { generation, records }) {
    const last = this.states.at(-1);
    const { key, next, guard } = actor.call;
    assert.equal(actor.applied, false, `${actor.name}: one swap has applied twice`);
    actor.applied = true;
    assert.ok(guardHolds(actor.call, last), `${actor.name}: the swap has applied to another state`);
    assert.deepEqual(records, { ...last.records, [key]: next }, `${actor.name}: the swap has changed other records`);
    assert.equal(generation, guard.generation);
    assert.ok(guard.before > this.seen, `${actor.name}: the swap has applied after its time was seen to pass`);
    this.states.push({ generation, records, before: guard.before });
  }

  async swap(actor, store, [space, key, previous, next, guard]) {
    const first = Math.max(this.states.length - 1, 0);
    Object.assign(actor, { call: { key, previous, next, guard }, applied: false });
    const result = await store.swap(space, key, previous, next, guard);
    assert.equal(result, actor.applied, `${actor.name}: the swap has answered ${result}`);
    actor.applied = false;
    const held = (state) => state.generation !== undefined && guardHolds(actor.call, state);
    const could = this.now < guard.before && this.states.slice(first).every(held);
    assert.ok(result || !could, `${actor.name}: the swap could have applied`);
    return result;
  }

  async read(actor, store, space, keys) {
    const answer = await store.read(space, keys);
    const state = this.states[actor.clockAt];
    const expected = keys.map((key) => state.records[key] ?? null);
    assert.deepEqual(answer.records, expected, `${actor.name}: the records are not those of the clock's time`);
    assert.ok(isGeneration(state, answer.generation), `${actor.name}: not the generation of the clock's time`);
    for (const { before } of this.states.slice(actor.clockAt + 1)) {
      assert.ok(before > answer.now, `${actor.name}: a swap has applied after its time was seen to pass`);
    }
    this.seen = Math.max(this.seen, answer.now);
    return answer;
  }
}

/** Whether a backup has a file of a directory. */
const isKept = (path) => !/^(draft|clock)-|\.[0-9a-f]{16}$/.test(basename(path));

function copyFiles(from, to) {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: isKept });
}

function linkFiles(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true }).filter(({ name }) => isKept(name))) {
    (entry.isDirectory() ? linkFiles : linkSync)(join(from, entry.name), join(to, entry.name));
  }
}

function replaceBy(copies) {
  return (from, to) => {
    rmSync(to, { recursive: true });
    copies(from, to);
  };
}

/** Puts hard links back into the directory, which stays. */
function putBack(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!entry.isDirectory()) {
      const { ctimeMs } = statSync(source);
      linkSync(source, target);
      // The clock of a file system has steps of some ms.
      for (; statSync(target).ctimeMs === ctimeMs; linkSync(source, target)) rmSync(target);
      continue;
    }
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(target)) rmSync(join(target, name));
    putBack(source, target);
  }
}

/** The ways to make backups, each with a way to restore them. */
const BACKUPS = [
  [copyFiles, replaceBy(copyFiles)],
  [linkFiles, replaceBy(linkFiles)],
  [linkFiles, putBack],
];

function guardHolds({ key, previous, guard }, state) {
  const record = (name) => state.records[name] ?? null;
  return record(key) === previous && record("head") === guard.head && isGeneration(state, guard.generation);
}

function isGeneration(state, generation) {
  return state.generation === undefined ? !state.old.includes(generation) : generation === state.generation;
}

/** Numbers from 0 to 1 that depend on the seed alone. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
