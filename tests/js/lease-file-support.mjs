// Shared by the suites of the store of files.

import { open } from "node:fs/promises";
import { rejected } from "./lease-support.mjs";

/** The prototype of open files, whose methods tests replace. */
export const FileHandle = await prototypeOfFiles();

async function prototypeOfFiles() {
  const handle = await open(process.execPath, "r");
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** Asserts that a call of a store fails as a store does, with these words in its message. Returns the error. */
export function fails(call, ...words) {
  return rejected("STORE_FAILED", call, ...words);
}
