// Leases in SQLite, by each driver. The tests run in a Node.js that has node:sqlite and that better-sqlite3 supports.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const modules = join(import.meta.dirname, "node_modules");
const node = join(modules, "node24", "bin", "node");

test("the tests of the store of SQLite pass in Node 24", { timeout: 300_000 }, async () => {
  // Without this variable, the tests of that process would report to the runner of this process.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const args = ["--test", "--test-reporter=spec", join(import.meta.dirname, "sqlite", "cases.mjs")];
  const { stdout } = await promisify(execFile)(node, args, { env }).catch((error) => assert.fail(error.stdout));
  assert.match(stdout, /^ℹ fail 0$/m);
  assert.match(stdout, /^ℹ pass [1-9]/m);
});

for (const [name, program, ...args] of [
  ["bun:sqlite", "bun"],
  ["node:sqlite in Deno", "deno", "run", "--quiet", "--no-prompt", "--allow-all", "--node-modules-dir=manual"],
]) {
  test(
    `several connections of ${name} to a file, and one to memory, pass every check`,
    { timeout: 300_000 },
    async () => {
      const file = join(import.meta.dirname, "sqlite", "checks.mjs");
      const { stdout } = await promisify(execFile)(join(modules, ".bin", program), [...args, file]);
      assert.deepEqual(JSON.parse(stdout), { failed: [] });
    },
  );
}
