// Which parts of the package a change reaches, and which tests belong to it.

import { basename, dirname } from "node:path/posix";
import { NAMES } from "../wasm/compile.mjs";

/**
 * A row for each part of the tree, the first that matches counts. `modules` are the WebAssembly modules that have it, `tests` the folder of
 * `tests/js/`; `generates`: files are generated from it; `builds`: the JavaScript of the package has it.
 */
const PARTS = [
  { path: "src/hidden/", modules: ["hidden"], tests: "hidden", native: true },
  { path: "src/inspect/", modules: ["inspect", "reading"], tests: "inspect", native: true },
  { path: "src/lease/", modules: ["lease", "claimant", "keeper"], tests: "lease", native: true },
  { path: "src/sequencer/", modules: ["core"], tests: "generators", native: true },
  { path: "src/generator/", modules: ["core"], tests: "generators", native: true },
  { path: "src/identity/", modules: ["core"], tests: "generators", native: true },
  ...["src/formats/", "src/text/", "src/layout.rs", "src/scheme.rs"].map((path) => ({
    path,
    modules: ["core", "inspect"],
    tests: "ids",
    native: true,
    generates: true,
  })),
  { path: "src/", modules: NAMES, tests: "ids", native: true, generates: true },
  { path: "contract/", modules: NAMES, tests: "values", generates: true },
  { path: "bindings/hidden/", modules: ["hidden"], tests: "hidden" },
  { path: "bindings/inspect/", modules: ["inspect", "reading"], tests: "inspect" },
  { path: "bindings/lease/", modules: ["lease", "claimant", "keeper"], tests: "lease" },
  { path: "bindings/", modules: ["core"], tests: "generators" },
  { path: "pkg-template/src/formats/", tests: "ids", builds: true },
  { path: "pkg-template/src/tables/", tests: "cli", builds: true },
  { path: "pkg-template/src/bridge/", tests: "package", builds: true },
  { path: "pkg-template/src/entries/", tests: "package", builds: true },
  ...["cli", "generators", "hidden", "ids", "inspect", "layout", "lease", "sql", "values"].map((room) => ({
    path: `pkg-template/src/${room}/`,
    tests: room,
    builds: true,
  })),
  // The files of no room.
  { path: "pkg-template/src/", tests: "package", builds: true },
  { path: "tests/js/", isTest: true },
  { path: "tests/rust/", native: true },
];

/** The folders that are watched. */
export const WATCHED = ["src", "contract", "bindings", "pkg-template/src", "tests/js", "tests/rust"];

/** These tests judge the minified package, which `npm run dev` does not make. */
const OF_MINIFIED = ["budgets", "copies", "encodings", "short-names", "sizes", "uncaught"];

/**
 * The plan for files that have changed, by their paths from the root. `texts` are the texts of the tests in `tests/js/`, by their paths.
 * `native` are words for the tests of the Rust crate.
 */
export function planFor(changed, texts) {
  const files = Object.keys(texts);
  const plan = { modules: new Set(), builds: false, generates: false, native: new Set(), tests: new Set() };
  for (const path of changed) {
    const part = PARTS.find((row) => path.startsWith(row.path));
    if (part === undefined) continue;
    for (const name of part.modules ?? []) plan.modules.add(name);
    plan.builds ||= part.builds === true || part.modules !== undefined;
    plan.generates ||= part.generates === true;
    if (part.native) plan.native.add(wordOf(path));
    const chosen = part.isTest ? testsOf(path.slice(part.path.length), texts) : testsFor(part.tests, path, files);
    for (const file of chosen) plan.tests.add(file);
  }
  return {
    ...plan,
    modules: NAMES.filter((name) => plan.modules.has(name)),
    native: [...plan.native],
    tests: [...plan.tests],
  };
}

/** The word of a Rust file: its name, or that of its folder if it is the file of a folder. */
function wordOf(path) {
  const name = basename(path, ".rs");
  return ["lib", "main", "mod"].includes(name) ? basename(dirname(path)) : name;
}

/** The tests of a changed test: the file itself, or, for a helper, the files that import it. */
function testsOf(path, texts) {
  if (path in texts) return [path];
  return Object.keys(texts).filter((file) => texts[file].includes(`/${path}"`));
}

/** The tests of a folder that belong to a changed file: those with its name, or with that of its folder, or all. */
function testsFor(folder, path, files) {
  if (folder === undefined) return [];
  const all = files.filter((file) => file.startsWith(`${folder}/`) && !OF_MINIFIED.some((name) => file.includes(name)));
  const words = [basename(path).replace(/\.\w+$/, ""), ...dirname(path).split("/").toReversed()];
  for (const word of words) {
    if (word === folder || word === "src") break;
    const named = all.filter((file) => basename(file).startsWith(word));
    if (named.length > 0) return named;
  }
  return all;
}
