// The budgets of the package's sizes. Prints the sizes.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const installed = join(here, "node_modules", "flakekit");
const read = (name) => readFileSync(join(installed, name));
const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** The ESM entry without the inlined core, which is its only long text. */
function withoutCore() {
  const parts = read("index.js")
    .toString()
    .split(/"[^"]{9999,}"/);
  assert.equal(parts.length, 2, "index.js has core.wasm inlined, once");
  return parts.join('""');
}

const KIB = 1024;
const sizes = [
  { what: "core.wasm, gzipped", bytes: gzipped(read("core.wasm")), budget: 30 * KIB },
  { what: "index.js beside the core, gzipped", bytes: gzipped(withoutCore()), budget: 11 * KIB },
  {
    what: "the tarball",
    bytes: statSync(
      join(
        here,
        readdirSync(here).find((name) => name.endsWith(".tgz")),
      ),
    ).size,
    budget: 160 * KIB,
  },
];
console.table(sizes);

for (const { what, bytes, budget } of sizes) {
  test(`${what}: at most ${budget / KIB} KiB`, () => assert.ok(bytes <= budget, `${bytes} bytes`));
}

test("the package has no dependencies", () => {
  const description = JSON.parse(read("package.json"));
  const wanted = Object.keys(description).filter((name) => /dependenc/i.test(name));
  assert.deepEqual(wanted, []);
});

test("core.wasm contains no paths of the machine that built it", () => {
  assert.doesNotMatch(read("core.wasm").toString("latin1"), /\.rs\b|cargo|\/home\/|\/root\//);
});
