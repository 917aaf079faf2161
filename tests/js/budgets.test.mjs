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

/** An ESM entry without the WebAssembly module that is inlined, which is its only long text. */
function withoutModule(name) {
  const parts = read(name)
    .toString()
    .split(/"[^"]{9999,}"/);
  assert.equal(parts.length, 2, `${name} has a module inlined, once`);
  return parts.join('""');
}

/** The exports of the core that only leases call. */
const LEASE_EXPORTS = [
  "can_take",
  "end_seat",
  "lease_terms",
  "left_in_window",
  "move_window",
  "open_on_seat",
  "seat_key",
  "take_seat",
];

/** How many bytes of core.wasm are for leases: those that nothing uses without their exports. */
async function bytesForLeases() {
  const names = JSON.parse(readFileSync(join(here, "core-names.json"), "utf8"));
  const leaseExports = LEASE_EXPORTS.map((name) => names[name]);
  assert.ok(leaseExports.every((name) => name !== undefined));
  const { default: binaryen } = await import("binaryen");
  const optimised = (without) => {
    const module = binaryen.readBinary(read("core.wasm"));
    for (const name of without) module.removeExport(name);
    module.runPasses(["remove-unused-module-elements"]);
    return gzipped(module.emitBinary());
  };
  return optimised([]) - optimised(leaseExports);
}

/** What a bundler takes of leases over HTTP for a program that uses one of its exports. */
async function bytesOfHttp(name) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    bundle: true,
    external: ["*/lease.js"],
    format: "esm",
    minify: true,
    stdin: { contents: `import { ${name} } from "flakekit/lease/http"; use(${name});`, resolveDir: here },
    write: false,
  });
  return gzipped(outputFiles[0].contents);
}

const KIB = 1024;
const sizes = [
  { what: "core.wasm, gzipped", bytes: gzipped(read("core.wasm")), budget: 37.5 * KIB },
  { what: "of which leases, also for those who do not import them", bytes: await bytesForLeases(), budget: 3.6 * KIB },
  { what: "index.js beside the core, gzipped", bytes: gzipped(withoutModule("index.js")), budget: 16 * KIB },
  { what: "lease.wasm, gzipped", bytes: gzipped(read("lease.wasm")), budget: 14 * KIB },
  {
    what: "lease.js and shared-lease.js beside it, gzipped",
    bytes: gzipped(withoutModule("lease.js")) + gzipped(read("shared-lease.js")),
    budget: 22.3 * KIB,
  },
  { what: "lease/http, of which a page uses http only, gzipped", bytes: await bytesOfHttp("http"), budget: 2.9 * KIB },
  {
    what: "lease/http, of which a server uses handler, gzipped",
    bytes: await bytesOfHttp("handler"),
    budget: 6.3 * KIB,
  },
  {
    what: "the tarball",
    bytes: statSync(
      join(
        here,
        readdirSync(here).find((name) => name.endsWith(".tgz")),
      ),
    ).size,
    budget: 402 * KIB,
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

test("the WebAssembly modules contain no paths of the machine that built them", () => {
  for (const name of ["core.wasm", "lease.wasm"])
    assert.doesNotMatch(read(name).toString("latin1"), /\.rs\b|cargo|\/home\/|\/root\//);
});

test("all scripts contain only ASCII characters, so that V8 holds them with one byte per character", () => {
  const scripts = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith(".js"));
  assert.ok(scripts.length > 20);
  for (const name of scripts) assert.doesNotMatch(read(name).toString("latin1"), /[\x80-\xff]/, name);
});
