// The sizes of bundles that the README and docs/web.md state, and that reading needs no WebAssembly.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/run.mjs";
import { bundleOf, PROGRAMS, sizesOf } from "../support/bundles.mjs";
import { project } from "../support/project.mjs";

const readme = readFileSync(join(project, "README.md"), "utf8");
const rows = [...readme.matchAll(/^\| ([^|]+) \| ([\d.]+) KiB \| ([\d.]+) KiB \| ([\d.]+) KiB \|$/gm)];

for (const [row, name, ...stated] of rows) {
  test(`the README's sizes of a bundle with ${name} are right`, async () => {
    const measured = (await sizesOf(PROGRAMS[name])).map((bytes) => bytes / 1024);
    console.log(`${row}\nmeasured: ${measured.map((size) => size.toFixed(1)).join(", ")}`);
    for (const [i, size] of measured.entries())
      assert.ok(Math.abs(size - Number(stated[i])) < 0.5, `${size} KiB, not ${stated[i]}`);
  });
}

test("the README states sizes", () => assert.ok(rows.length >= 5));

const gzipped = async (program) => (await sizesOf(program))[1];
const LEASE = "IDs under a lease of `flakekit/lease`, with `http`";
const FROM_SERVER = "IDs under a lease of a server, for a page: `leaseFromServer` of `flakekit/lease`, with `http`";

test("docs/web.md's size is right, and there is no other", async () => {
  const web = readFileSync(join(root, "docs", "web.md"), "utf8").replace(/\s+/g, " ");
  assert.equal(web.match(/[\d.]+ KiB/g).length, 1);
  const stated = Number(web.match(/with it is ([\d.]+) KiB smaller, gzipped, than with `lease`/)[1]);
  const measured = ((await gzipped(PROGRAMS[LEASE])) - (await gzipped(PROGRAMS[FROM_SERVER]))) / 1024;
  console.log(`docs/web.md: ${stated}; measured: ${measured.toFixed(1)}`);
  assert.ok(Math.abs(measured - stated) < 0.5, `${measured} KiB, not ${stated}`);
});

/** Words of functions that a program may import by name, and of generators that other formats have. */
const WORDS = {
  texts: ["nextWithTime", "nextBytes"],
  batches: ["batchAsync()", "batchBytes is for sno", "fill was given"],
  snapshots: ["snapshot: version", "wallSafe", "its sequence range is", "snapshot: fields"],
};

test("a bundle that makes IDs of Discord one by one has no batches, snapshots or generators of texts in it", async () => {
  const textOf = async (program) => Buffer.from(await bundleOf(program)).toString();
  const code = await textOf('import { discord, generator } from "flakekit"; use(discord, generator);');
  const all = await textOf('import * as everything from "flakekit"; use(everything);');
  for (const word of Object.values(WORDS).flat()) {
    assert.ok(all.includes(word), word);
    assert.ok(!code.includes(word), word);
  }
});

test("a bundle that reads has neither the core nor another format in it", async () => {
  const [name] = Object.keys(PROGRAMS);
  const code = Buffer.from(await bundleOf(PROGRAMS[name])).toString();
  for (const word of ["WebAssembly", "sonyflake", "sequenceRange", "GENERATOR_FREED"]) {
    assert.ok(!code.includes(word), word);
  }
  assert.doesNotMatch(code, /"[^"]{999,}"/, "a module");
});
