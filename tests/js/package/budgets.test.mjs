// The budgets of the package's sizes. Prints the sizes.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { packed } from "../../../scripts/packed.mjs";
import { root } from "../../../scripts/run.mjs";
import { PROGRAMS, sizesOf } from "../support/bundles.mjs";
import { builtIns } from "../support/generated/formats.mjs";
import { installed, project } from "../support/project.mjs";

const read = (name) => readFileSync(join(installed, name));
const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** An ESM entry without the WebAssembly modules that are inlined, which are its only long texts. */
function withoutModules(name, count = 1) {
  const parts = read(name)
    .toString()
    .split(/"[^"]{999,}"/);
  assert.equal(parts.length, count + 1, `${name} has ${count} modules inlined`);
  return parts.join('""');
}

/** A WebAssembly module that an ESM entry has inlined, as the build has left it. */
function moduleIn(name, module) {
  const bytes = readFileSync(join(root, "pkg-template", "core", `${module}_bg.wasm`));
  assert.ok(read(name).includes(`"${packed(bytes)}"`), `${name} has the module ${module}`);
  return bytes;
}

/** The exports of the core that only leases call. */
const LEASE_EXPORTS = ["can_take", "end_seat", "left_in_window", "move_window", "open_on_seat", "take_seat"];

/** How many bytes of core.wasm are for leases: the bytes that nothing uses without the exports of leases. */
async function bytesForLeases() {
  const names = JSON.parse(readFileSync(join(project, "core-names.json"), "utf8"));
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

/** What leases over HTTP share with leases, of which a program has the parts already. */
const SHARED = ["*/shared.js", "*/shared-lease.js"];

/** What a bundler takes of leases over HTTP for a program that uses one of its exports, gzipped. */
async function bytesOfHttp(name, external) {
  const program = `import { ${name} } from "flakekit/lease/http"; use(${name});`;
  return (await sizesOf(program, { external }))[1];
}

const tarball = readdirSync(project).find((name) => name.endsWith(".tgz"));

/** The files of the package. */
const files = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map(({ name, parentPath }) => join(parentPath, name));
const unpacked = files.reduce((sum, file) => sum + statSync(file).size, 0);

/** The bytes of each row of PLATFORM.md's tables, except those of the page. */
const measured = {
  "the core": gzipped(read("core.wasm")),
  "of which leases, also for those who do not import them": await bytesForLeases(),
  "the JavaScript of the main entry beside it": gzipped(withoutModules("index.js")) + gzipped(read("shared.js")),
  "the complete module of inspection": gzipped(read("inspect.wasm")),
  "the module of inspection without columns, which bundles contain": gzipped(moduleIn("inspect.js", "reading")),
  "the JavaScript of `flakekit/inspect` beside it":
    gzipped(withoutModules("inspect.js", 2)) + gzipped(read("shared-inspect.js")),
  "the complete module of leases": gzipped(read("lease.wasm")),
  "the module of leases for claimants, which bundles contain": gzipped(moduleIn("lease.js", "claimant")),
  "the module of leases for keepers, which pages contain that ask a server": gzipped(moduleIn("lease.js", "keeper")),
  "the JavaScript of `flakekit/lease` beside it":
    gzipped(withoutModules("lease.js", 3)) + gzipped(read("shared-lease.js")),
  "`flakekit/lease/http` for a page": await bytesOfHttp("http", SHARED),
  "`flakekit/lease/http` for a server": await bytesOfHttp("handler", ["*/lease.js", ...SHARED]),
  "the module of hidden IDs": gzipped(moduleIn("hidden.js", "hidden")),
  "the JavaScript of `flakekit/hidden` beside it": gzipped(withoutModules("hidden.js")),
  "the JavaScript of `flakekit/hidden/no-wasm`": gzipped(read("hidden/no-wasm.js")),
  "the JavaScript of `flakekit/sql`": gzipped(read("sql.js")),
  "the tarball": statSync(join(project, tarball)).size,
  "the package, unpacked": unpacked,
};
for (const [name, program] of Object.entries(PROGRAMS)) measured[name] = (await sizesOf(program))[1];

const platform = readFileSync(join(root, "PLATFORM.md"), "utf8");

/** The count of formats beyond those that the budgets of PLATFORM.md are for. */
const moreFormats = builtIns.length - Number(platform.match(/The budgets are for (\d+) built-in formats/)[1]);

/** The budgets of PLATFORM.md by the first words of their rows, which end with a semicolon or with the cell. */
const rows = /^\| ([^|;]+?)(?:;[^|]*)? \| ([\d.]+) KiB \|(?: ([\d.]+) KiB)? \|$/gm;
const budgets = new Map(
  Array.from(platform.matchAll(rows), ([, what, size, ofFormat = 0]) => [what, Number(size) + moreFormats * ofFormat]),
);

/** The rows that the tests of the page measure. */
const OF_PAGE = [
  "what the home page loads, without the reader",
  "what a link to an ID loads on a phone",
  "all files of the page, without the package",
];

const KIB = 1024;
const sizes = Object.entries(measured).map(([what, bytes]) => ({ what, bytes, budget: budgets.get(what) * KIB }));
console.table(sizes);

/** What to do about a budget that is exceeded. */
const REMEDY = 'what may raise a budget is in "Size budgets" of PLATFORM.md';

for (const { what, bytes, budget } of sizes) {
  test(`${what}: at most ${(budget / KIB).toFixed(1)} KiB`, () =>
    assert.ok(bytes <= budget, `${bytes} bytes, ${Math.ceil(bytes - budget)} too many; ${REMEDY}`));
}

test("each budget of PLATFORM.md is measured, here or by the tests of the page", () => {
  assert.deepEqual(new Set([...Object.keys(measured), ...OF_PAGE]), new Set(budgets.keys()));
});

const [, most] = platform.match(/The package has at most (\d+) files/);

test(`the package has at most ${most} files`, () =>
  assert.ok(files.length <= Number(most), `${files.length} files; ${REMEDY}`));

test("the package has no dependencies", () => {
  const description = JSON.parse(read("package.json"));
  const wanted = Object.keys(description).filter((name) => /dependenc/i.test(name));
  assert.deepEqual(wanted, []);
});

test("the WebAssembly modules contain no paths of the machine that built them", () => {
  for (const name of ["core.wasm", "inspect.wasm", "lease.wasm"])
    assert.doesNotMatch(read(name).toString("latin1"), /\.rs\b|cargo|\/home\/|\/root\//);
});

test("all scripts contain only ASCII characters, so that V8 holds them with one byte per character", () => {
  const scripts = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith(".js"));
  assert.ok(scripts.length > 20);
  for (const name of scripts) assert.doesNotMatch(read(name).toString("latin1"), /[\x80-\xff]/, name);
});
