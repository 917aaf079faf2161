// The file store where somebody restores a backup, or deletes the directory, while processes use it.

import assert from "node:assert/strict";
import fs from "node:fs";
import promises from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import timers, { setImmediate as turn, setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { batch, discord } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { asOtherProcess, fails, FileHandle, prepared, versionIn } from "../support/file-store.mjs";

const swapIn = (store, key, generation, next = "1") =>
  store.swap("s", key, null, next, { head: "m", generation, before: Infinity });

/** A backup of the space that has hard links of its version, and the ways to put them back into the directory. */
function backUp(space) {
  const version = versionIn(space);
  const kept = join(dirname(dirname(space)), basename(version));
  fs.linkSync(version, kept);
  return (restore) => {
    for (const name of fs.readdirSync(space)) fs.unlinkSync(join(space, name));
    restore(kept, version);
  };
}

const WAYS = { linkSync: fs.linkSync, renameSync: fs.renameSync };

for (const [way, restore] of Object.entries(WAYS)) {
  test(`hard links of an older version that ${way} puts back into the directory count as a copy`, async () => {
    const { directory, space, store, guard } = await prepared();
    const putBack = backUp(space);
    // This process has seen the version that comes back, and no later version.
    const behind = asOtherProcess(directory);
    await behind.read("s", []);
    assert.ok(await swapIn(store, "a", guard.generation));
    putBack(restore);
    const generations = [];
    for (const reader of [asOtherProcess(directory), behind, store]) {
      const { generation, records } = await reader.read("s", ["a", "head"]);
      assert.deepEqual(records, [null, "m"]);
      assert.notEqual(generation, guard.generation, "the generation of what was forgotten");
      generations.push(generation);
      assert.equal(await swapIn(reader, "a", guard.generation), false);
    }
    assert.equal(new Set(generations).size, 1);
    assert.ok(await swapIn(store, "a", generations[0]));
    for (const reader of [asOtherProcess(directory), behind, store]) {
      const { generation, records } = await reader.read("s", ["a"]);
      assert.deepEqual([generation, records], [generations[0], ["1"]]);
    }
  });
}

test("a version that a process replaced before it was killed counts as a copy once another process has read on", async (t) => {
  const { directory, space, store, guard } = await prepared();
  const putBack = backUp(space);
  // No file can be removed, as if the process were killed when it has linked the next version.
  const killed = async () => {
    throw Object.assign(new Error("EIO: killed"), { code: "EIO" });
  };
  for (const name of ["utimes", "unlink"]) t.mock.method(promises, name, killed);
  await fails(swapIn(store, "a", guard.generation), "may have been made");
  t.mock.restoreAll();
  assert.deepEqual((await asOtherProcess(directory).read("s", ["a"])).records, ["1"]);
  putBack(fs.linkSync);
  assert.notEqual((await asOtherProcess(directory).read("s", [])).generation, guard.generation);
});

test("a version that was not replaced keeps its generation, wherever hard links of it are", async () => {
  const { directory, space, store, guard } = await prepared();
  const putBack = backUp(space);
  putBack(fs.linkSync);
  for (const reader of [asOtherProcess(directory), store]) {
    assert.equal((await reader.read("s", [])).generation, guard.generation);
  }
  assert.ok(await swapIn(store, "a", guard.generation));
});

test("hard links in another directory of the same name count as a copy, also for a process that saw the version", async () => {
  const { directory, space, store, guard } = await prepared();
  fs.mkdirSync(`${space}-copy`);
  fs.linkSync(versionIn(space), join(`${space}-copy`, basename(versionIn(space))));
  fs.rmSync(space, { recursive: true });
  fs.renameSync(`${space}-copy`, space);
  const { generation } = await asOtherProcess(directory).read("s", []);
  assert.notEqual(generation, guard.generation);
  assert.equal((await store.read("s", [])).generation, generation);
});

test("a process whose directory was deleted and made by another process fails, however much is written there", async () => {
  const { directory, store, guard } = await prepared();
  fs.rmSync(directory, { recursive: true });
  const other = asOtherProcess(directory);
  const { generation } = await other.read("s", []);
  const first = { ...guard, generation, head: null };
  assert.ok(await other.swap("s", "head", null, "m", first));
  assert.ok(await swapIn(other, "a", generation));
  await fails(store.read("s", []), "replaced by a new space", "start them again");
  await fails(swapIn(store, "b", generation), "replaced by a new space");
});

test("a directory that vanishes is not made anew by another store of the process, however it names the directory", async (t) => {
  const { directory, space, store, guard } = await prepared();
  const link = `${dirname(directory)}-link`;
  fs.symlinkSync(dirname(directory), link);
  t.after(() => fs.unlinkSync(link));
  // Other copies of this version: by require, and in a bundle.
  const { file: required } = createRequire(import.meta.url)("../node_modules/flakekit/umd/lease/file.js");
  const { file: bundled } = await import("../node_modules/flakekit/lease/file.js?copy");
  const paths = [directory, join(link, basename(directory)), pathToFileURL(directory)];
  const stores = () => [file, required, bundled].flatMap((open) => paths.map((path) => open(path)));
  for (const path of [directory, space]) {
    fs.renameSync(path, `${path}-moved`);
    for (const one of [store, ...stores()]) {
      await fails(one.read("s", []), "space-s", "is gone", "bring it back");
      await fails(swapIn(one, "a", guard.generation), "is gone");
    }
    assert.equal(fs.existsSync(path), false);
    fs.renameSync(`${path}-moved`, path);
    for (const one of [store, ...stores()]) assert.deepEqual((await one.read("s", ["head"])).records, ["m"]);
  }
});

test("a lease that is opened anew after its directory has vanished does not make the directory", async () => {
  const { directory, space } = await prepared();
  const options = () => ({ store: file(directory), space: "t", nodes: [0, 1] });
  await (await lease(discord, options())).close();
  fs.renameSync(directory, `${directory}-moved`);
  // Without this signal, the lease would try again until it ends.
  const ended = new AbortController();
  const error = await new Promise((resolve) => {
    const onChange = ({ lastError }) => lastError && resolve(lastError);
    lease(discord, { ...options(), onChange, signal: ended.signal }).catch(() => undefined);
  });
  ended.abort();
  assert.equal(error.code, "STORE_FAILED");
  assert.match(error.message, /space-t.*is gone/);
  assert.equal(fs.existsSync(directory), false);
  fs.renameSync(`${directory}-moved`, directory);
  assert.ok(fs.existsSync(space));
  await (await lease(discord, options())).close();
});

/** Makes IDs until there is no window, for 10 s at most. */
async function makeUntilRefused(ids) {
  for (const end = Date.now() + 10_000; Date.now() < end; await turn()) ids.next();
}

/** How long the last look of a lease at its directory counts, in ms. */
const LOOK_MS = 10;

/** A window that no attempt extends while a test runs. */
const LONG = { space: "t", nodes: [0, 1], window: 3_600_000 };

for (const [what, pathOf] of Object.entries({
  "directory is deleted": ({ directory }) => directory,
  "space is deleted": ({ directory }) => join(directory, "space-t"),
})) {
  test(`a lease whose ${what} makes no ID although its window runs, until it is back`, async () => {
    const { directory } = await prepared();
    const ids = await lease(discord, { store: file(directory), ...LONG });
    ids.next();
    const path = pathOf({ directory });
    fs.renameSync(path, `${path}-moved`);
    await assert.rejects(makeUntilRefused(ids), { code: "LEASE_EXPIRED" });
    assert.equal(ids.status().state, "expired");
    await fails(ids.nextAsync(), "space-t", "is gone", "bring it back");
    fs.renameSync(`${path}-moved`, path);
    await ids.nextAsync();
    await ids.close();
  });
}

test("a lease whose directory was deleted and made again makes no ID of a window that others may have", async () => {
  const { directory } = await prepared();
  const ids = await lease(discord, { store: file(directory), ...LONG });
  fs.rmSync(directory, { recursive: true });
  // This lease stands for another process, which takes the same seat.
  const other = await lease(discord, { store: { durable: true, ...asOtherProcess(directory) }, ...LONG });
  await assert.rejects(makeUntilRefused(ids), { code: "LEASE_EXPIRED" });
  assert.ok(other.next() > 0n);
  await Promise.all([ids.close(), other.close()]);
});

test("a space is made after a wait in which each lease looks whether its directory is gone", async (t) => {
  const { directory, space } = await prepared();
  fs.rmSync(directory, { recursive: true });
  const waits = [];
  t.mock.method(timers, "setTimeout", (ms, ...args) => {
    if (!fs.existsSync(space)) waits.push(ms);
    return setTimeout(ms, ...args);
  });
  await asOtherProcess(directory).read("s", []);
  assert.ok(Math.max(...waits) > LOOK_MS, `it has waited for ${waits} ms`);
});

test("where only the calls of a store tell that its directory is gone, a lease stops at its next attempt", async () => {
  const { directory } = await prepared();
  const store = file(directory);
  let resolve;
  const failed = new Promise((given) => (resolve = given));
  const ids = await lease(discord, {
    store: { durable: true, read: store.read.bind(store), swap: store.swap.bind(store) },
    onChange: ({ lastError }) => lastError && resolve(lastError),
    ...LONG,
    // The window is extended after 20 s, and has room for 240 000 IDs.
    window: 60_000,
    shares: 1024,
  });
  fs.rmSync(directory, { recursive: true });
  ids.next();
  // There is no room for a million IDs, so the lease begins an attempt to extend its window.
  assert.throws(() => batch(ids, 1_000_000), { code: "LEASE_EXPIRED" });
  assert.match((await failed).message, /is gone/);
  assert.throws(() => ids.next(), { code: "LEASE_EXPIRED" });
  await ids.close();
});

/** A backup that nobody could mark, because another user owns the files. */
function cannotMark(t) {
  t.mock.method(promises, "utimes", async () => {
    throw Object.assign(new Error("EPERM: operation not permitted, utime"), { code: "EPERM" });
  });
}

test("a process that saw a newer state than the one that it finds fails, and names resetSpace", async (t) => {
  cannotMark(t);
  const { store, space, guard } = await prepared();
  const putBack = backUp(space);
  assert.ok(await swapIn(store, "a", guard.generation));
  putBack(fs.linkSync);
  await fails(store.read("s", []), space, "gone back from version 2 to 1", "resetSpace");
  await fails(swapIn(store, "b", guard.generation), "gone back");
});

test("it fails also when others have written as many versions as it saw", async (t) => {
  cannotMark(t);
  const { directory, store, space, guard } = await prepared();
  const putBack = backUp(space);
  assert.ok(await swapIn(store, "a", guard.generation));
  putBack(fs.linkSync);
  assert.ok(await swapIn(asOtherProcess(directory), "a", guard.generation, "another"));
  await fails(store.read("s", ["a"]), space, "gone back", "another version 2", "resetSpace");
  await fails(swapIn(store, "b", guard.generation), "gone back");
});

/** A file system without times of birth, which gives the inode number of a removed file to the next file. */
function birthless(t, instead) {
  const waits = [];
  const later = (time) => waits.reduce((sum, { after, ms }) => (time > after ? sum + ms : sum), time);
  const changed = (stats) => {
    const [mtimeMs, ctimeMs] = [later(stats.mtimeMs), later(stats.ctimeMs)];
    const birthtimeMs = instead === "ctime" ? ctimeMs : 0;
    return Object.assign(stats, { ino: stats.isDirectory() ? 2 : 3, mtimeMs, ctimeMs, birthtimeMs });
  };
  for (const object of [promises, FileHandle]) {
    const { stat } = object;
    t.mock.method(object, "stat", async function (...args) {
      return changed(await stat.apply(this, args));
    });
  }
  return {
    /** Waits, so that further changes have times that are later by this many ms. */
    async wait(ms) {
      // This is longer than a step of the file system's clock.
      await setTimeout(20);
      waits.push({ after: Date.now(), ms });
      await setTimeout(20);
    },
  };
}

for (const [what, instead] of [
  ["0", "0"],
  ["that of the last change", "ctime"],
]) {
  test(`where the time of birth is ${what} and numbers are used again, a copy has another generation`, async (t) => {
    const disk = birthless(t, instead);
    const { directory, space, guard } = await prepared();
    const { generation } = await asOtherProcess(directory).read("s", []);
    assert.equal(generation, guard.generation);
    for (const preserveTimestamps of [true, false]) {
      const before = await asOtherProcess(directory).read("s", []);
      fs.cpSync(space, `${space}-copy`, { recursive: true, preserveTimestamps });
      fs.rmSync(space, { recursive: true });
      await disk.wait(60_000);
      fs.cpSync(`${space}-copy`, space, { recursive: true, preserveTimestamps });
      fs.rmSync(`${space}-copy`, { recursive: true });
      const copied = await asOtherProcess(directory).read("s", []);
      assert.notEqual(copied.generation, before.generation);
      assert.equal((await asOtherProcess(directory).read("s", [])).generation, copied.generation);
    }
  });

  test(`where the time of birth is ${what} and numbers are used again, a process notices as many other versions as it saw`, async (t) => {
    const disk = birthless(t, instead);
    const { directory, space, store, guard } = await prepared();
    fs.cpSync(space, `${space}-copy`, { recursive: true });
    assert.ok(await swapIn(store, "a", guard.generation));
    for (const name of fs.readdirSync(space)) fs.unlinkSync(join(space, name));
    await disk.wait(60_000);
    fs.cpSync(`${space}-copy`, space, { recursive: true });
    const other = asOtherProcess(directory);
    const { generation } = await other.read("s", []);
    assert.ok(await swapIn(other, "b", generation));
    const seen = await store.read("s", ["a", "b"]);
    assert.deepEqual([seen.generation, seen.records], [generation, [null, "1"]]);
  });
}
