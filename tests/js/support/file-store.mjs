// Shared by the suites of the store of files.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { file } from "flakekit/lease/file";
import { rejected } from "./leases.mjs";
import { temporaryDirectory } from "./temporary.mjs";
import { installed } from "./project.mjs";

const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

/** The prototype of open files, whose methods tests replace. */
export const FileHandle = await prototypeOfFiles();

async function prototypeOfFiles() {
  const handle = await open(process.execPath, "r");
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** Asserts that a call of a store fails with `STORE_FAILED` and with these words in its message. Returns the error. */
export function fails(call, ...words) {
  return rejected("STORE_FAILED", call, ...words);
}

export const newDirectory = () => join(temporaryDirectory(), "a", "leases");

/** A store with a head record, and the guard of its next swap. */
export async function prepared(directory = newDirectory()) {
  const store = file(directory);
  const { generation } = await store.read("s", []);
  const guard = { head: "m", generation, before: Infinity };
  assert.ok(await store.swap("s", "head", null, "m", { ...guard, head: null }));
  return { directory, space: join(directory, "space-s"), store, guard };
}

export const versionIn = (space) => join(space, ...readdirSync(space).filter((name) => name.startsWith("version-")));

/** A store of a directory that does not know the states that this process has seen in the directory. */
export function asOtherProcess(directory) {
  const store = file(directory);
  const forgetting =
    (name) =>
    (...args) => {
      // A store looks up the states that were seen of a space when it first uses the space.
      globalThis[Symbol.for(`flakekit ${version} files`)]?.clear();
      return store[name](...args);
    };
  return { read: forgetting("read"), swap: forgetting("swap"), keysOf: forgetting("keysOf") };
}
