// Shared by the suites of the store of files.

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
export async function fails(call, ...words) {
  const error = await call.then(
    (answer) => assert.fail(`it has answered ${JSON.stringify(answer)}`),
    (thrown) => thrown,
  );
  assert.equal(error.code, "STORE_FAILED", error.stack);
  for (const word of words) assert.ok(error.message.includes(word), `'${word}' is not in: ${error.message}`);
  return error;
}
