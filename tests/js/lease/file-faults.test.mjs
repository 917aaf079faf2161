// The file store where calls of the system fail, and where processes are stopped or killed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import promises from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import timers from "node:timers/promises";
import { file } from "flakekit/lease/file";
import { asOtherProcess, fails, FileHandle } from "../support/file-store.mjs";
import { size } from "../support/shared.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

/** The calls of the system that the store makes. */
const CALLS = [
  ...["readdir", "stat", "statfs", "open", "link", "unlink", "utimes", "mkdir", "chmod", "rename", "rm"].map((n) => [
    promises,
    n,
  ]),
  ...["stat", "readFile", "writeFile", "sync"].map((name) => [FileHandle, name]),
];

/** Calls `fail` with the name of each call of the system, which fails with the code that it returns. */
function failWhere(t, fail) {
  const open = new Set();
  const check = (name) => {
    const code = fail(name);
    if (code !== undefined) throw Object.assign(new Error(`${code}: as the test wants, ${name}`), { code });
  };
  for (const [object, name] of CALLS) {
    const original = object[name];
    t.mock.method(object, name, async function (...args) {
      check(name);
      const result = await original.apply(this, args);
      if (name === "open") watch(result);
      return result;
    });
  }
  const watch = (handle) => {
    const { close } = handle;
    open.add(handle);
    handle.close = async () => {
      await close();
      open.delete(handle);
      // A file whose `close` fails is closed nevertheless.
      check("close");
    };
  };
  return open;
}

const RECORDS = ["a", "head"];

/** A store in which a = 1. */
async function prepared() {
  const directory = join(temporaryDirectory(), "leases");
  const store = file(directory);
  const { generation } = await store.read("s", []);
  const guard = { head: null, generation, before: Infinity };
  assert.ok(await store.swap("s", "a", null, "1", guard));
  return { directory, space: join(directory, "space-s"), store, guard };
}

test("a directory in which another process is making the space does not stop a lease", async (t) => {
  const { directory } = await prepared();
  const begun = join(directory, "space-s.0123456789abcdef");
  fs.mkdirSync(begun);
  // The other process has made a file since the directory was found empty.
  failWhere(t, (name) => (name === "rm" ? "ENOTEMPTY" : undefined));
  // Only a process that has not seen the space removes the directories of others.
  assert.deepEqual((await asOtherProcess(directory).read("s", ["a"])).records, ["1"]);
});

for (const [code, outcome] of [
  ["EIO", "any call"],
  ["ENOSPC", "free some space"],
  ["EMFILE", "limit of open files"],
]) {
  // After a failure, the store behaves equally for all codes. Only the message differs.
  const step = code === "EIO" ? 1 : size(3, 1);
  const which = step === 1 ? "whatever call" : "whichever of every third call";

  test(`${which} fails with ${code}, the store tells it, works afterwards, and leaves nothing`, async (t) => {
    let failing = Infinity;
    const open = failWhere(t, () => (--failing === 0 ? code : undefined));
    for (const work of ["read a new space", "read", "swap"]) {
      for (let i = 1; failing === Infinity || failing <= 0; i += step) {
        failing = Infinity;
        const { directory, space, guard } = await prepared();
        const store = asOtherProcess(directory);
        failing = i;
        const call =
          work === "swap" ? store.swap("s", "a", "1", "2", guard) : store.read(work === "read" ? "s" : "new", RECORDS);
        const error = await call.then(
          () => undefined,
          (thrown) => thrown,
        );
        if (failing > 0) {
          assert.ok(i > 15, `${work}: ${i} calls`);
          assert.equal(error, undefined);
          break;
        }
        failing = Infinity;
        assert.equal(open.size, 0, `${work}: a file is open when call ${i} has failed`);
        const { records } = await store.read("s", RECORDS);
        if (error !== undefined) {
          assert.equal(error.code, "STORE_FAILED", error.stack);
          assert.equal(error.cause.code, code);
          assert.ok(code === "EIO" || error.message.includes(outcome), error.message);
          const mayBeMade = error.message.endsWith("the swap may have been made");
          if (!mayBeMade) assert.deepEqual(records, ["1", null], `${work}: call ${i} has changed something`);
        }
        assert.ok(await store.swap("s", "a", records[0], "3", guard));
        const left = fs.readdirSync(space);
        assert.ok(left.length === 1 && left[0].startsWith("version-"), `${work}: call ${i} has left ${left}`);
        await store.read("new", []);
        assert.deepEqual(fs.readdirSync(directory), ["space-new", "space-s"]);
      }
      failing = Infinity;
    }
  });
}

test("a file system without hard links is refused at the first use", async (t) => {
  for (const code of ["EPERM", "ENOTSUP", "EISDIR"]) {
    const directory = join(temporaryDirectory(), "leases");
    failWhere(t, (name) => (name === "link" ? code : undefined));
    await fails(asOtherProcess(directory).read("s", []), directory, "no hard links", "ext4");
    assert.deepEqual(fs.readdirSync(directory), []);
    t.mock.restoreAll();
    await asOtherProcess(directory).read("s", []);
  }
});

test("where the system tells types of file systems, one of a network is refused before anything is written in it", async (t) => {
  const { directory } = await prepared();
  const fresh = temporaryDirectory();
  for (const [type, name] of [
    [0x6969, "NFS"],
    [0xff534d42, "CIFS"],
    [0xff534d42 | 0, "CIFS"],
    [0x65735546, "FUSE"],
  ]) {
    t.mock.method(promises, "statfs", async () => ({ type }));
    if (process.platform === "linux") {
      await fails(file(fresh).read("s", []), fresh, name, "local disk");
      await fails(asOtherProcess(directory).read("s", []), directory, name);
      assert.deepEqual(fs.readdirSync(fresh), []);
    } else {
      // Systems other than Linux have other numbers for types of file systems.
      await asOtherProcess(directory).read("s", []);
    }
    t.mock.restoreAll();
  }
  for (const type of [0xef53, 0x58465342, 0x9123683e, 0x794c7630, 0x01021994]) {
    t.mock.method(promises, "statfs", async () => ({ type }));
    await asOtherProcess(directory).read("s", []);
    t.mock.restoreAll();
  }
  t.mock.property?.(promises, "statfs", undefined);
  await asOtherProcess(directory).read("s", []);
});

test("the generation is constant where files have no time of birth, or change it with each change", async (t) => {
  for (const birth of [() => 0, () => Number.NaN, ({ ctimeMs }) => ctimeMs]) {
    for (const object of [promises, FileHandle]) {
      const original = object.stat;
      t.mock.method(object, "stat", async function (...args) {
        const stats = await original.apply(this, args);
        return Object.assign(stats, { birthtimeMs: birth(stats) });
      });
    }
    const { directory, guard } = await prepared();
    for (let i = 1; i < 10; i++)
      assert.ok(await asOtherProcess(directory).swap("s", "a", String(i), String(i + 1), guard));
    t.mock.restoreAll();
    // Runtimes with and without this call can use one directory.
    assert.equal((await asOtherProcess(directory).read("s", [])).generation, guard.generation);
  }
});

test("a version is on the disk before it is reported, and before a swap succeeds", async (t) => {
  const { directory, store, space, guard } = await prepared();
  const other = asOtherProcess(directory);
  await other.read("s", []);
  const [log, paths] = [[], new WeakMap()];
  const names = { [space]: "space", [directory]: "top" };
  const nameOf = (path) => names[path] ?? path.slice(space.length + 1).split("-")[0];
  for (const [object, name] of CALLS) {
    const original = object[name];
    t.mock.method(object, name, async function (...args) {
      if (name === "sync") log.push(`sync ${paths.get(this)}`);
      if (name === "link" || name === "unlink") log.push(`${name} ${nameOf(args[0])}`);
      const result = await original.apply(this, args);
      if (name === "open") paths.set(result, nameOf(args[0]));
      return result;
    });
  }
  assert.ok(await store.swap("s", "a", "1", "2", guard));
  const order = ["sync draft", "link draft", "sync space", "unlink draft", "unlink version", "unlink draft"];
  assert.deepEqual(log.splice(0), order);
  // The store sees its own version, a version of another process, and this version again.
  await store.read("s", []);
  assert.deepEqual(log.splice(0), ["unlink clock"]);
  await other.read("s", []);
  assert.deepEqual(log.splice(0), ["sync space", "unlink clock"]);
  await other.read("s", []);
  assert.deepEqual(log.splice(0), ["unlink clock"]);
  assert.equal(await asOtherProcess(directory).swap("s", "a", null, "2", guard), false);
  assert.deepEqual(log.splice(0), ["sync top", "sync space"]);
});

test("a new directory and its space are on the disk before the space is used", async (t) => {
  const root = temporaryDirectory();
  const [log, paths] = [[], new WeakMap()];
  const nameOf = (path) => path.slice(root.length + 1).replaceAll(/[0-9a-f]{16}/g, "x");
  for (const [object, name] of CALLS) {
    const original = object[name];
    t.mock.method(object, name, async function (...args) {
      if (name === "sync") log.push(paths.get(this));
      if (name === "rename") log.push("rename");
      const result = await original.apply(this, args);
      if (name === "open") paths.set(result, nameOf(args[0]));
      return result;
    });
  }
  await file(join(root, "a", "b")).read("s", []);
  const made = ["", "a", "a/b/space-s.x/draft-0-0-x", "a/b/space-s.x", "rename", "a/b"];
  assert.deepEqual(log, [...made, "a/b", "a/b/space-s"]);
});

test("a call gives up when others are faster each time, and changes nothing", async (t) => {
  const { store, space, guard } = await prepared();
  t.mock.method(timers, "setTimeout", async () => undefined);
  let tries = 0;
  failWhere(t, (name) => {
    if (name === "link") tries++;
    return name === "link" ? "EEXIST" : undefined;
  });
  const left = fs.readdirSync(space);
  await fails(store.swap("s", "a", "1", "2", guard), space, "has changed during each of 100 tries");
  assert.equal(tries, 100);
  assert.deepEqual(fs.readdirSync(space), left);
});

test("drafts are removed before versions, and versions in ascending order", async (t) => {
  const { space, store, guard } = await prepared();
  const [version] = fs.readdirSync(space);
  for (let i = 2; i < 12; i++) {
    const text = fs.readFileSync(join(space, version));
    fs.writeFileSync(join(space, version.replace("version-1-", `version-${i}-`)), text);
    fs.writeFileSync(join(space, `draft-${i}-0-0123456789abcdef`), "");
  }
  const { generation } = await store.read("s", []);
  for (let i = 2; i < 12; i++)
    fs.writeFileSync(join(space, `draft-${i}-${Number.MAX_SAFE_INTEGER}-0123456789abcdef`), "");
  const removed = [];
  const { unlink } = promises;
  t.mock.method(promises, "unlink", (path) => {
    removed.push(path.slice(space.length + 1));
    return unlink(path);
  });
  assert.ok(await store.swap("s", "a", "1", "2", { ...guard, generation }));
  const versions = removed.filter((name) => name.startsWith("version"));
  assert.deepEqual(
    versions.map((name) => Number(name.split("-")[1])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  );
  const drafts = removed.slice(0, removed.indexOf(versions[0]));
  assert.equal(drafts.filter((name) => name.startsWith("draft")).length, 11);
});

/**
 * Runs a program in a process of its own. The program has `store`, `promises` and `tell`. Returns the process and its
 * lines.
 */
function start(t, directory, program) {
  const code = `
    import { writeSync } from "node:fs";
    import promises from "node:fs/promises";
    const { file } = await import("flakekit/lease/file");
    const store = file(${JSON.stringify(directory)});
    const tell = (value) => writeSync(1, JSON.stringify(value) + "\\n");
    ${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? "null");
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
  return { child, next, ended };
}

/** Counts up a record a given number of times, and tells each number. */
const COUNT = `
  const count = async (key, times) => {
    for (let done = 0; done < times; ) {
      const { now, generation, records } = await store.read("s", [key, "head"]);
      const next = Number(records[0]) + 1;
      const guard = { head: records[1], generation, before: now + 60_000 };
      if (!(await store.swap("s", key, records[0], String(next), guard))) continue;
      tell(next);
      done++;
    }
  };`;

test("processes that count up one record at the same time lose no swap", async (t) => {
  const { directory, store } = await prepared();
  const [processes, times] = [3, 60];
  const children = Array.from({ length: processes }, () => start(t, directory, `${COUNT} await count("a", ${times});`));
  const told = await Promise.all(
    children.map(async ({ next, ended }) => {
      const numbers = [];
      for (let number; (number = await next()) !== null;) numbers.push(number);
      assert.equal(await ended, 0);
      return numbers;
    }),
  );
  const expected = Array.from({ length: processes * times }, (_, i) => i + 2);
  assert.deepEqual(
    told.flat().sort((a, b) => a - b),
    expected,
  );
  assert.deepEqual((await store.read("s", ["a"])).records, [String(processes * times + 1)]);
});

test(`a process that is killed at ${size("every third", "any")} step of a swap loses no swap that it has confirmed`, async (t) => {
  const { directory, store, space, guard } = await prepared();
  // The program counts twice, and kills itself before its n-th call of the system.
  const program = (n) => `
    let calls = 0;
    for (const name of ["readdir", "stat", "open", "link", "unlink"]) {
      const original = promises[name];
      promises[name] = (...args) => (++calls === ${n} ? process.kill(process.pid, "SIGKILL") : original(...args));
    }
    ${COUNT}
    await count("a", 2);`;
  let ends;
  let swapped = null;
  for (let n = 1; ends !== 0; n += size(3, 1)) {
    const [before] = (await store.read("s", ["a"])).records;
    const { next, ended } = start(t, directory, program(n));
    let last = Number(before);
    for (let number; (number = await next()) !== null; last = number) assert.equal(number, last + 1);
    ends = await ended;
    assert.ok(ends === "SIGKILL" || (ends === 0 && n > 30), `${n}: ${ends}`);
    const [after] = (await asOtherProcess(directory).read("s", ["a"])).records;
    // A swap that was not confirmed may have been made.
    assert.ok(after >= last && after <= last + 1, `${n}: ${last} was confirmed, ${after} was read`);
    assert.ok(await store.swap("s", "b", swapped, String(n), guard));
    swapped = String(n);
    assert.equal(fs.readdirSync(space).length, 1);
  }
});

/** A process that swaps once, and stops itself before its first link. Resolves when it is about to stop. */
async function stopped(t, directory, swap) {
  const process = start(
    t,
    directory,
    `
    const { link } = promises;
    promises.link = async (...args) => {
      promises.link = link;
      tell("stops");
      process.kill(process.pid, "SIGSTOP");
      return link(...args);
    };
    const { now, generation } = await store.read("s", []);
    tell(await store.swap("s", ${JSON.stringify(swap.key)}, ${JSON.stringify(swap.previous)}, "late",
      { head: null, generation, before: now + ${swap.age} }));`,
  );
  assert.equal(await process.next(), "stops");
  return process;
}

const count = async (store, guard, from, to) => {
  for (let i = from; i < to; i++) assert.ok(await store.swap("s", "a", String(i), String(i + 1), guard));
};

test("a swap that is stopped before its link does not apply to a record that others have replaced", async (t) => {
  for (const others of [1, 2, 5]) {
    const { directory, store, space, guard } = await prepared();
    const { child, next, ended } = await stopped(t, directory, { key: "a", previous: "1", age: 60_000 });
    await count(store, guard, 1, 1 + others);
    child.kill("SIGCONT");
    assert.equal(await next(), false);
    assert.equal(await ended, 0);
    assert.deepEqual((await store.read("s", ["a"])).records, [String(1 + others)]);
    assert.match(fs.readdirSync(space).join(), new RegExp(`^version-${1 + others}-[0-9a-f]{16}$`));
  }
});

test("a swap that is stopped before its link applies to the new state if others have replaced other records", async (t) => {
  const { directory, store, space, guard } = await prepared();
  const { child, next } = await stopped(t, directory, { key: "b", previous: null, age: 60_000 });
  await count(store, guard, 1, 4);
  child.kill("SIGCONT");
  assert.equal(await next(), true);
  assert.deepEqual((await store.read("s", ["a", "b"])).records, ["4", "late"]);
  assert.match(fs.readdirSync(space).join(), /^version-5-[0-9a-f]{16}$/);
});

test("a swap that is stopped before its link does not apply once somebody has seen its time pass", async (t) => {
  const { directory, store, space } = await prepared();
  const { child, next } = await stopped(t, directory, { key: "b", previous: null, age: 3_000 });
  const { now: seen } = await store.read("s", []);
  for (let now = seen; now < seen + 3_000; { now } = await store.read("s", [])) {
    await timers.setTimeout(seen + 3_000 - now);
  }
  child.kill("SIGCONT");
  assert.equal(await next(), false);
  assert.deepEqual((await store.read("s", ["b"])).records, [null]);
  assert.equal(fs.readdirSync(space).length, 1);
});
