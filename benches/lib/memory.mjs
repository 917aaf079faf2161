// Measures the memory in use.

import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../node_modules/flakekit/package.json", import.meta.url), "utf8"));

/** Returns the size of the core's memory in pages of 64 KiB. The core must have been started. */
export function pages() {
  return globalThis[Symbol.for(`flakekit ${version} core`)].memory.buffer.byteLength / 65_536;
}

/** Returns the bytes in use on JavaScript's heap after garbage collection. */
export function heapUsed() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
