// A format is added as CONTRIBUTING.md says, in a copy of the repository: by a row of the table, and no list is kept by hand.
//
// The copy is in `target/`, so its scripts find the npm packages of the repository. The WebAssembly modules are those of the last
// build: the core knows no formats, so it makes IDs of the new one too. Inspection does not find it until its module is compiled.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root, run } from "../../scripts/run.mjs";
import { withFiles } from "./support.mjs";

const copy = join(root, "target", "new-format", "copy");

const ROW = `    Row {
        name: "foo",
        alias: "fu",
        fields: &[time(41), node("workerId", 10), sequence(12)],
        epoch: Some(1_704_067_200_000),
        since: 1_704_067_200_000,
        ..USUAL
    },
`;

/** An ID of the format by arithmetic: a ms after its epoch, worker 5, sequence 7. */
const ID = (1n << 22n) | (5n << 12n) | 7n;
const FIELDS = { timestamp: 1_704_067_200_001, workerId: 5, sequence: 7 };

const NOT_COPIED = [".git", ".tools", "dist", "node_modules", "target"];

/** The paths of the files in the copy, except those that no commit has. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(copy, path).replaceAll("\\", "/")];
    return [...NOT_COPIED, "core"].includes(entry.name) ? [] : filesOf(path);
  });
}

const isChanged = (path) =>
  !existsSync(join(root, path)) || !readFileSync(join(root, path)).equals(readFileSync(join(copy, path)));

const read = (path) => readFileSync(join(copy, path), "utf8");

before(async () => {
  rmSync(copy, { recursive: true, force: true });
  // With the times, so cargo compiles only what the row reaches.
  const filter = (source) => !NOT_COPIED.includes(basename(source)) || source === root;
  for (const name of readdirSync(root).filter((name) => !NOT_COPIED.includes(name)))
    cpSync(join(root, name), join(copy, name), { filter, preserveTimestamps: true, recursive: true });
  const table = join("src", "formats", "table.rs");
  writeFileSync(join(copy, table), read(table).replace(/\];\s*$/, `${ROW}];\n`));
  const build = `const { buildForDevelopment } = await import("./scripts/build.mjs");
    await buildForDevelopment({ modules: [], generates: true });`;
  // A target directory of its own, so that no other cargo waits.
  const env = { CARGO_TARGET_DIR: join(root, "target", "new-format", "cargo") };
  await run("node", ["--input-type=module", "--eval", build], { cwd: copy, env, quiet: true });
});

test("a row of the table is enough for a format: the rest of what changes is generated, and is the list of CONTRIBUTING", () => {
  const [, cell] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").match(/^ *\| (.*) \| generated \|$/m);
  const generated = Array.from(cell.matchAll(/`([^`]+)`/g), ([, path]) => path);
  const changed = filesOf(copy).filter(isChanged);
  assert.ok(changed.includes("src/formats/table.rs"));
  const others = changed.filter((path) => path !== "src/formats/table.rs");
  assert.deepEqual(
    others.filter((path) => !generated.some((one) => path.startsWith(one))),
    [],
  );
  for (const path of generated) assert.ok(existsSync(join(root, path)), path);
});

test("the built package exports a new format by its names, reads, writes, checks and makes its IDs", async () => {
  const flakekit = await import(pathToFileURL(join(copy, "dist", "index.js")));
  const { foo, formatNamed, formats, generator } = flakekit;
  assert.ok(foo !== undefined, "flakekit exports no format foo: is it in pkg-template/src/formats/generated.ts?");
  assert.equal(flakekit.fu, foo);
  assert.equal(formatNamed("fu"), foo);
  assert.equal(formats().at(-1), foo);
  assert.deepEqual({ ...foo.decode(ID) }, FIELDS);
  assert.equal(foo.encode(FIELDS), ID);
  assert.equal(foo.toText(ID), String(ID));
  assert.ok(foo.isValid(ID) && !foo.isValid(1n << 63n));
  const made = foo.decode(generator(foo, { workerId: 5 }).next());
  assert.equal(made.workerId, 5);
});

const PROGRAM = `import { foo, fu, generator, type BuiltInFormats } from "flakekit";
const format: BuiltInFormats["foo"] = fu;
const id: bigint = generator(format, { workerId: 5 }).next();
export const worker: number = foo.decode(id).workerId;
// @ts-expect-error: the row has no such field.
foo.decode(id).machineId;
`;

test("the types of a new format are those of its row", () =>
  withFiles({ "use.ts": PROGRAM, "package.json": '{ "type": "module" }' }, async (folder) => {
    cpSync(join(copy, "dist"), join(folder, "node_modules", "flakekit"), { recursive: true });
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext"];
    await run("tsc", [...options, "use.ts"], { cwd: folder, quiet: true });
  }));

test("the documents have a row of a new format", () => {
  assert.match(read("docs/formats.md"), /^\| `foo`.*workerId 10/m);
});
