// The examples that need a POSIX shell.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { consumer } from "../../scripts/consumer.mjs";

const cwd = join(consumer, "examples", "csv-pipeline");

/** Runs a script of the example's package.json, with a text as its input. */
async function run(script, { args = [], input = "" } = {}) {
  const child = spawn("npm", ["run", "--silent", script, ...args], { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  child.stdin.end(input);
  const output = await text(child.stdout);
  return { output, code: (await closed)[0] };
}

test("csv-pipeline: add-ids puts an ID in front of each row, other ones in each run, and per-day reads them", async () => {
  const rows = readFileSync(join(cwd, "new-orders.csv"), "utf8").trimEnd().split("\n");
  // The last line of a file may have no end.
  writeFileSync(join(cwd, "cut.csv"), rows.join("\n"));
  const runs = await Promise.all(
    ["new-orders.csv", "new-orders.csv", "cut.csv"].map((name) => run("add-ids", { args: [name] })),
  );
  const ids = new Set();
  for (const { output, code } of runs) {
    assert.equal(code, 0);
    const lines = output.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => line.slice(line.indexOf(",") + 1)),
      rows,
    );
    const [header, ...added] = lines.map((line) => line.slice(0, line.indexOf(",")));
    assert.equal(header, "id");
    for (const id of added) ids.add(id);
    const { output: days } = await run("per-day", { input: output });
    const count = [...days.matchAll(/^\d{4}-\d\d-\d\d (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
    assert.equal(count, rows.length - 1);
  }
  assert.equal(ids.size, 3 * (rows.length - 1));
});

test("csv-pipeline: add-ids writes no row and fails if there are no IDs", async () => {
  const directory = join(cwd, "ids-in-a-file");
  writeFileSync(directory, "");
  writeFileSync(join(cwd, "fails.sh"), readFileSync(join(cwd, "add-ids.sh"), "utf8").replace("./ids", directory));
  const env = { ...process.env, PATH: `${join(consumer, "node_modules", ".bin")}:${process.env.PATH}` };
  const child = spawn("sh", ["fails.sh", "new-orders.csv"], { cwd, env });
  const closed = once(child, "close");
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.match(complaints, /can't be used/);
  assert.equal(output, "");
  assert.notEqual((await closed)[0], 0);
});
