// The file store in one process: the promises of swaps and reads, the directories that the store takes, and failures.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import timers from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { discord } from "flakekit";
import { freeSeat, listSeats, migrateSpace, resetSpace } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { asOtherProcess, fails, FileHandle, newDirectory, prepared, versionIn } from "../support/file-store.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

/** Copies a directory as a backup would: its files, or hard links to them. */
const COPIES = {
  "copied files": (from, to) => fs.cpSync(from, to, { recursive: true, preserveTimestamps: true }),
  "hard links": linkAll,
};

function linkAll(from, to) {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [path, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(path, copy);
    else fs.linkSync(path, copy);
  }
  const { atime, mtime } = fs.statSync(from);
  fs.utimesSync(to, atime, mtime);
}

/**
 * Puts a copy in the place of a directory: first a copy that was made beside the directory, then a copy that was made
 * in its place.
 */
const REPLACEMENTS = [
  (directory, copy) => {
    copy(directory, `${directory}-copy`);
    fs.rmSync(directory, { recursive: true });
    fs.renameSync(`${directory}-copy`, directory);
  },
  (directory, copy) => {
    copy(directory, `${directory}-copy`);
    fs.rmSync(directory, { recursive: true });
    copy(`${directory}-copy`, directory);
    fs.rmSync(`${directory}-copy`, { recursive: true });
  },
];

test("a swap applies only if the record, head and the generation are as they were read", async () => {
  const { store, guard } = await prepared();
  assert.ok(await store.swap("s", "a", null, "1", guard));
  for (const [previous, change] of [
    [null, {}],
    ["2", {}],
    ["1", { head: null }],
    ["1", { head: "n" }],
    ["1", { generation: "g" }],
    ["1", { generation: "" }],
  ]) {
    assert.equal(await store.swap("s", "a", previous, "3", { ...guard, ...change }), false);
    assert.equal(await store.swap("s", "b", "1", "3", guard), false);
    assert.deepEqual((await store.read("s", ["a", "b", "head"])).records, ["1", null, "m"]);
  }
  assert.ok(await store.swap("s", "a", "1", "2", guard));
  assert.ok(await store.swap("s", "head", "m", "n", guard));
  assert.equal(await store.swap("s", "a", "2", "3", guard), false);
  assert.deepEqual((await store.read("s", ["head", "a", "b", "a"])).records, ["n", "2", null, "2"]);
});

test("a swap applies only while the clock is below its time", async () => {
  const { store, guard } = await prepared();
  const { now } = await store.read("s", []);
  for (const before of [0, -1, now, now - 0.5, Number.NaN]) {
    assert.equal(await store.swap("s", "a", null, "1", { ...guard, before }), false, `before ${before}`);
  }
  assert.ok(await store.swap("s", "a", null, "1", { ...guard, before: now + 3_600_000 }));
});

test("the clock is that of the file system, in whole ms, whatever the process says", async (t) => {
  const { store, directory, guard } = await prepared();
  t.mock.method(Date, "now", () => 0);
  const mark = join(directory, "mark");
  fs.writeFileSync(mark, "");
  const { mtimeMs } = fs.statSync(mark);
  const first = await store.read("s", []);
  assert.ok(Number.isInteger(first.now) && first.now >= Math.floor(mtimeMs), `${first.now}, ${mtimeMs}`);
  const second = await file(directory).read("another", []);
  assert.ok(second.now >= first.now);
  assert.ok(await store.swap("s", "a", null, "1", { ...guard, before: second.now + 60_000 }));
});

test("spaces are apart from each other, whatever their names are", async () => {
  const directory = newDirectory();
  const names = ["", "a", "A", "b/..", "..", ".", "con", "%41", "Ä", "ä", "a.b", "€ 1", "\ud800", "a\ud800", "a\udc00"];
  const long = ["x".repeat(200), "X".repeat(200), "🐕".repeat(100), `${"x".repeat(199)}y`];
  // Lone surrogates have one encoding in UTF-8.
  const alike = "a\udc00";
  for (const name of [...names, ...long]) {
    const store = file(directory);
    if (name === alike) {
      await fails(store.read(name, []), "is not a state of the space");
      continue;
    }
    const { generation, records } = await store.read(name, ["key"]);
    assert.deepEqual(records, [null], name);
    assert.ok(await store.swap(name, "key", null, name, { head: null, generation, before: Infinity }), name);
  }
  for (const name of [...names, ...long].filter((name) => name !== alike)) {
    assert.deepEqual((await file(directory).read(name, ["key"])).records, [name]);
  }
  const found = fs.readdirSync(directory).map((name) => name.toLowerCase());
  assert.equal(new Set(found).size, names.length + long.length - 1);
  assert.ok(found.every((name) => /^space-[a-z0-9_%~-]*$/.test(name) && name.length < 130));
});

test("keys and records are kept as they are", async () => {
  const { store, guard } = await prepared();
  const all = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));
  const pairs = [
    ["__proto__", "1"],
    ["constructor", "2"],
    ["0", "3"],
    [all.slice(0, 40), all.repeat(42)],
    ["", ""],
  ];
  for (const [key, record] of pairs) {
    assert.deepEqual((await store.read("s", [key])).records, [null]);
    assert.ok(await store.swap("s", key, null, record, guard), key);
  }
  const keys = pairs.map(([key]) => key);
  assert.deepEqual(
    (await store.read("s", keys)).records,
    pairs.map(([, record]) => record),
  );
});

test("a store says that it is durable, and that stores of one directory are one", async (t) => {
  const root = temporaryDirectory();
  const one = file(join(root, "new", "leases"));
  assert.equal(one.durable, true);
  const { location } = one;
  assert.equal(typeof location, "string");
  fs.symlinkSync(root, `${root}-link`);
  t.after(() => fs.unlinkSync(`${root}-link`));
  const paths = [
    join(`${root}-link`, "new", "leases"),
    relative(process.cwd(), join(root, "new", "leases")),
    join(root, "new", "leases", "/"),
    pathToFileURL(join(root, "new", "leases")),
  ];
  for (const path of paths) assert.equal(file(path).location, location, String(path));
  await one.read("s", []);
  for (const path of paths) assert.equal(file(path).location, location, String(path));
  assert.notEqual(file(join(root, "new")).location, location);
});

test("making a store touches nothing; wrong arguments are refused at once", () => {
  const root = temporaryDirectory();
  file(join(root, "leases"));
  file(pathToFileURL(join(root, "leases")));
  assert.deepEqual(fs.readdirSync(root), []);
  const urls = [new URL("https://a.b/c"), new URL("file:///a%2Fb"), { href: 1 }, { href: "c:/d" }];
  const proxy = new Proxy({}, { get: () => assert.fail("read") });
  for (const wrong of [undefined, null, "", 1, [], ["a"], {}, "a\0b", "file:///a", "FILE:a", ...urls, proxy]) {
    assert.throws(() => file(wrong), { name: "FlakeError", code: "INVALID_OPTION" });
  }
});

for (const [what, copy] of Object.entries(COPIES)) {
  test(`a directory in whose place is one of ${what} has another generation, and then a constant one`, async () => {
    const { store, directory, guard } = await prepared();
    for (const replace of [...REPLACEMENTS, ...REPLACEMENTS]) {
      const before = await store.read("s", ["head"]);
      replace(directory, copy);
      const copied = await store.read("s", ["head"]);
      assert.deepEqual(copied.records, before.records);
      assert.notEqual(copied.generation, before.generation);
      assert.match(copied.generation, /^[!-~]{1,1000}$/);
      assert.equal((await asOtherProcess(directory).read("s", [])).generation, copied.generation);
      assert.equal(await store.swap("s", "a", null, "1", { ...guard, generation: before.generation }), false);
      assert.ok(await store.swap("s", "head", "m", "m", { ...guard, generation: copied.generation }));
      for (const reader of [store, asOtherProcess(directory)]) {
        assert.equal((await reader.read("s", [])).generation, copied.generation);
      }
    }
  });
}

test("a directory that is moved and put back, or whose parent is, keeps its generation", async () => {
  const { store, directory, space, guard } = await prepared();
  for (const path of [space, directory]) {
    fs.renameSync(path, `${path}-moved`);
    fs.renameSync(`${path}-moved`, path);
    for (const reader of [store, asOtherProcess(directory)]) {
      assert.equal((await reader.read("s", [])).generation, guard.generation);
    }
  }
  assert.ok(await store.swap("s", "a", null, "1", guard));
});

test("a directory that vanishes or is made again fails a store that has used it, until it is back", async () => {
  const { store, directory, space, guard } = await prepared();
  const calls = [() => store.read("s", []), () => store.swap("s", "a", null, "1", guard)];
  for (const path of [directory, space]) {
    fs.renameSync(path, `${path}-moved`);
    for (const call of calls) await fails(call(), space, "is gone", "bring it back", "longest window");
    assert.equal(fs.existsSync(path), false);
    // A new process can't know that there was a space.
    const { generation, records } = await asOtherProcess(directory).read("s", ["head"]);
    assert.deepEqual(records, [null]);
    assert.notEqual(generation, guard.generation);
    for (const call of calls) await fails(call(), space, "was replaced by a new space", "longest window");
    assert.deepEqual((await asOtherProcess(directory).read("s", ["head", "a"])).records, [null, null]);
    fs.rmSync(path, { recursive: true });
    fs.renameSync(`${path}-moved`, path);
    assert.deepEqual((await store.read("s", ["head"])).records, ["m"]);
  }
  assert.ok(await store.swap("s", "a", null, "1", guard));
});

test("a file that can't be read fails with its path and its start, and is not changed", async () => {
  const { store, directory, space, guard } = await prepared();
  const version = versionIn(space);
  const text = fs.readFileSync(version, "utf8");
  const content = JSON.parse(text);
  const wrong = [
    "",
    "\0".repeat(100),
    text.slice(0, -3),
    "null",
    "[]",
    JSON.stringify({ ...content, flakekit: 2 }),
    JSON.stringify({ ...content, space: "t" }),
    JSON.stringify({ ...content, generation: undefined }),
    JSON.stringify({ ...content, file: [1] }),
    JSON.stringify({ ...content, file: undefined }),
    JSON.stringify({ ...content, directory: ["1", 1] }),
    JSON.stringify({ ...content, directory: null }),
    JSON.stringify({ ...content, records: null }),
    JSON.stringify({ ...content, records: { a: 1 } }),
  ];
  for (const damaged of wrong) {
    fs.writeFileSync(version, damaged);
    const start = damaged.slice(0, 10).replaceAll("\0", "\ufffd");
    await fails(asOtherProcess(directory).read("s", []), version, `begins with '${start}`);
    await fails(asOtherProcess(directory).swap("s", "a", null, "1", guard), version);
    assert.equal(fs.readFileSync(version, "utf8"), damaged);
  }
  fs.writeFileSync(version, text);
  assert.ok(await store.swap("s", "a", null, "1", guard));
});

test("a space without a version, or with those of two spaces, fails and is not taken for a new one", async (t) => {
  // The store waits between its tries.
  t.mock.method(timers, "setTimeout", async () => undefined);
  const { store, space, guard } = await prepared();
  const version = versionIn(space);
  fs.renameSync(version, join(space, "kept"));
  await fails(store.read("s", []), space, "no version file");
  await fails(store.swap("s", "head", null, "m", { ...guard, head: null }), space, "no version file");
  assert.deepEqual(fs.readdirSync(space), ["kept"]);
  fs.renameSync(join(space, "kept"), version);
  assert.ok(await store.swap("s", "a", null, "1", guard));
  fs.writeFileSync(join(space, "version-9-0123456789abcdef"), "");
  await fails(store.read("s", []), space, "two spaces");
});

test("what others left behind is removed, and other files are not", async () => {
  const { directory, space, guard } = await prepared();
  const [a, b] = ["0123456789abcdef", "fedcba9876543210"];
  const others = ["notes", "draft", "clock-1", `draft-9-${Number.MAX_SAFE_INTEGER}-${a}`, "version-x"];
  const left = [`draft-1-0-${a}`, `draft-2-${Number.MAX_SAFE_INTEGER}-${a}`, `draft-7-1000-${b}`, `clock-${a}`];
  for (const name of [...others, ...left]) fs.writeFileSync(join(space, name), "");
  fs.mkdirSync(join(directory, `space-s.${a}`, "x"), { recursive: true });
  fs.mkdirSync(join(directory, `space-t.${a}`));
  const store = asOtherProcess(directory);
  await store.read("s", []);
  assert.ok(await store.swap("s", "a", null, "1", guard));
  assert.deepEqual(
    fs
      .readdirSync(space)
      .filter((name) => !/^version-2-/.test(name))
      .sort(),
    others.sort(),
  );
  assert.deepEqual(fs.readdirSync(directory).sort(), ["space-s", `space-t.${a}`]);
});

test("a file in place of a directory fails with the system's error; then it works again", async () => {
  const path = join(temporaryDirectory(), "leases");
  fs.writeFileSync(path, "");
  await fails(file(path).read("s", []), path, "ENOTDIR", "give a directory");
  await fails(file(join(path, "below")).read("s", []), path, "ENOTDIR", "give a directory");
  fs.rmSync(path);
  fs.symlinkSync("nothing", path);
  await fails(file(path).read("s", []), path);
  fs.rmSync(path);
  await prepared(path);
});

test("a directory that this user can't write fails with the system's error; then it works again", async (t) => {
  const { directory, store, space, guard } = await prepared();
  // The superuser may write everywhere, so the test becomes another user.
  const isSuperuser = process.getuid?.() === 0;
  if (isSuperuser) for (const path of [".", "..", "../.."]) fs.chmodSync(join(directory, path), 0o755);
  if (isSuperuser) process.seteuid(65534);
  t.after(() => isSuperuser && process.seteuid(0));
  const chmod = (mode) => {
    if (isSuperuser) process.seteuid(0);
    for (const path of [space, directory]) fs.chmodSync(path, mode);
    if (isSuperuser) process.seteuid(65534);
  };
  chmod(0o555);
  for (const call of [
    () => store.swap("s", "a", null, "1", guard),
    () => store.read("s", []),
    () => store.read("t", []),
  ]) {
    const { cause } = await fails(call(), directory, "EACCES", "let the user");
    assert.equal(cause.code, "EACCES");
  }
  chmod(0o777);
  assert.ok(await store.swap("s", "a", null, "1", guard));
  await store.read("t", []);
});

test("new directories have the mode of the directory", async () => {
  const root = temporaryDirectory();
  const path = join(root, "leases");
  fs.mkdirSync(path);
  fs.chmodSync(path, 0o2770);
  await prepared(path);
  assert.equal(fs.statSync(join(path, "space-s")).mode & 0o7777, 0o2770);
});

/** A disk that can be full: a small disk if this process may mount one, otherwise a folder in which writes fail. */
function smallDisk(t) {
  const folder = temporaryDirectory();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "none", folder]);
  if (status !== 0) {
    const full = async () => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    return { folder, fill: () => t.mock.method(FileHandle, "writeFile", full), empty: () => t.mock.restoreAll() };
  }
  const unmount = () => spawnSync("umount", [folder]);
  t.after(unmount);
  // If the process ends before the test does, this comes before the directory is removed.
  process.prependListener("exit", unmount);
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => assert.throws(() => fs.writeFileSync(filler, Buffer.alloc(300_000)), { code: "ENOSPC" }),
    empty: () => fs.rmSync(filler),
  };
}

test("a full disk fails a swap and leaves nothing; then it works again", async (t) => {
  const disk = smallDisk(t);
  const { store, space, guard } = await prepared(join(disk.folder, "leases"));
  disk.fill();
  const names = fs.readdirSync(space);
  await fails(store.swap("s", "a", null, "1", guard), "ENOSPC", "free some space");
  assert.deepEqual(fs.readdirSync(space), names);
  assert.deepEqual((await store.read("s", ["a"])).records, [null]);
  disk.empty();
  assert.ok(await store.swap("s", "a", null, "1", guard));
});

test("only what others left who began to make the space is removed beside it", async () => {
  const top = temporaryDirectory();
  const kept = ["bak", "tar.gz", "json", "0123456789abcdef.tar", "0123456789ABCDEF", "0123456789abcde"];
  for (const suffix of kept) {
    fs.mkdirSync(join(top, `space-orders.${suffix}`));
    fs.writeFileSync(join(top, `space-orders.${suffix}`, "mine"), "");
  }
  fs.writeFileSync(join(top, "space-orders.note"), "");
  fs.mkdirSync(join(top, "space-orders.0123456789abcdef"));
  await file(top).read("orders", []);
  const names = ["space-orders", "space-orders.note", ...kept.map((suffix) => `space-orders.${suffix}`)];
  assert.deepEqual(fs.readdirSync(top).sort(), names.sort());
});

test("operators create no directory", async () => {
  const top = newDirectory();
  for (const order of [listSeats, resetSpace, (...args) => freeSeat(...args, { node: 1 })]) {
    await assert.rejects(order(file(top), "orders"), { code: "SPACE_MISMATCH" });
  }
  await assert.rejects(migrateSpace(discord, { store: file(top) }), { code: "SPACE_MISMATCH" });
  assert.equal(fs.existsSync(top), false);
});

test("a directory that cannot be created fails at once, with the system's error", async () => {
  const link = join(temporaryDirectory(), "link");
  fs.symlinkSync(join(link, "nowhere"), link);
  // No file can be created in /proc. On other systems, a file stands in the place of a directory.
  const occupied = join(temporaryDirectory(), "file");
  fs.writeFileSync(occupied, "");
  const hopeless = process.platform === "linux" ? "/proc/flakekit" : occupied;
  for (const path of [link, join(link, "below"), join(hopeless, "leases")]) {
    const error = await file(path)
      .read("orders", [])
      .catch((reason) => reason);
    assert.equal(error.code, "STORE_FAILED");
    assert.match(error.message, /can't be used: E/);
    assert.match(error.cause.code, /^E/);
  }
});
