// Shared by the suites of the store of files.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rejected } from "./lease-support.mjs";

const directories = [];
process.on("exit", () => directories.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

/** The prototype of open files, whose methods tests replace. */
export const FileHandle = await prototypeOfFiles();

async function prototypeOfFiles() {
  const handle = await open(process.execPath, "r");
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** A new directory, which is deleted when the process ends. */
export function temporaryDirectory() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "flakekit-")));
  directories.push(directory);
  return directory;
}

/** Asserts that a call of a store fails as a store does, with these words in its message. Returns the error. */
export function fails(call, ...words) {
  return rejected("STORE_FAILED", call, ...words);
}
