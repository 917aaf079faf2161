// The drivers of SQLite: the statements of docs/databases.md, in the runtimes that have these drivers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ODD } from "./lib/orders.mjs";

const here = import.meta.dirname;
const modules = join(here, "node_modules");

const node = [join(modules, "node24", "bin", "node")];
const deno = [
  join(modules, ".bin", "deno"),
  "run",
  "--quiet",
  "--no-prompt",
  "--allow-all",
  "--node-modules-dir=manual",
];
const bun = [join(modules, ".bin", "bun")];

for (const [name, driver, [program, ...options], without] of [
  ["better-sqlite3", "better-sqlite3", node, String(Number(ODD))],
  ["node:sqlite in Node", "node-sqlite", node, "ERR_OUT_OF_RANGE"],
  ["node:sqlite in Deno", "node-sqlite", deno, "ERR_OUT_OF_RANGE"],
  ["bun:sqlite", "bun-sqlite", bun, String(Number(ODD))],
]) {
  test(`${name} stores, pages and finds IDs; without its setting, reading one gives ${without}`, async () => {
    const args = [...options, join(here, "sqlite", "databases.mjs"), driver];
    const { stdout } = await promisify(execFile)(program, args, { cwd: here });
    assert.equal(stdout.trim(), without);
  });
}
