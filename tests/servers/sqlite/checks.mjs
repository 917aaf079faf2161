// Runs the checks of stores in Bun or Deno, and prints which have failed.

import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { conformance } from "flakekit/lease/conformance";
import { sqlite } from "flakekit/lease/sqlite";
import { newFolderInMemory } from "../lib/memory.mjs";

const Driver = process.versions.bun
  ? (await import("bun:sqlite")).Database
  : (await import("node:sqlite")).DatabaseSync;

const folder = newFolderInMemory("sqlite");
try {
  const connect = () => sqlite(new Driver(join(folder, "leases.db")));
  const results = [
    ...(await conformance([connect(), connect()])),
    ...(await conformance(sqlite(new Driver(":memory:")))),
  ];
  console.log(JSON.stringify({ failed: results.filter(({ passed }) => !passed) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
