// How much memory is in use.

import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../node_modules/flakekit/package.json", import.meta.url), "utf8"));

/** The pages of the core's memory, 64 KiB each. The core runs once an ID has been made. */
export function pages() {
  return globalThis[Symbol.for(`flakekit ${version}`)].memory.buffer.byteLength / 65_536;
}

/** The bytes that the engine's heap holds on to. */
export function heapUsed() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
