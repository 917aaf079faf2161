// Compares the imports of the Rust and TypeScript modules with the table of modules in DESIGN.md.
//   node scripts/imports.mjs           prints each difference, and exits with 1 if there is any
//   node scripts/imports.mjs --print   prints the actual imports, in the form of the table
//
// The table stands under the heading "## Modules" (there may be several tables there):
//   | module | holds | imports |
//   |---|---|---|
//   | `src/layout.rs` | ... | `error`, `whole` |
//
// `module` is one path or several. A module is a file or a folder directly in one of `ROOTS`; a folder counts as one
// module, except `SPLIT`, whose files are modules: `generated/contract`. Other paths, such as `www/`, only have to exist. `imports` lists the names of modules of the same root: the
// file's name without its extension, or the folder's name. `EXTERNAL` has names for what is outside of the root.
// "nothing" or an empty cell allows no import. "all above" allows the modules of all rows above that are of the same
// root. The heading of the column must contain the word "imports".

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { join } from "node:path";
import ts from "typescript";
import { CommandError, main, root as repository } from "./run.mjs";

/** The folders whose modules are checked, each with a function that finds the imports in a file's text. */
const ROOTS = {
  src: rustImports,
  "bindings/src": rustImports,
  "contract/src": rustImports,
  "pkg-template/src": typeScriptImports,
};

/** The folder whose files are modules: some of them are below all others, some above. */
const SPLIT = "pkg-template/src/generated";

/** Names of what is outside of a root. */
const EXTERNAL = {
  src: [],
  // The crates flakekit and flakekit-contract.
  "bindings/src": ["core", "contract"],
  "contract/src": ["core", "contract"],
  // pkg-template/core/, which the build writes, and pkg-template/types/.
  "pkg-template/src": ["glue", "types"],
};

/** The differences between the modules of a repository and its DESIGN.md, as sentences. */
export function checkImports(repositoryRoot) {
  const rows = readTable(readFileSync(join(repositoryRoot, "DESIGN.md"), "utf8"));
  const problems = [];
  for (const { path } of rows) {
    if (!existsSync(join(repositoryRoot, path))) {
      problems.push(`DESIGN.md has a row for \`${path}\`, which does not exist.`);
    }
  }
  for (const rootFolder of Object.keys(ROOTS)) {
    if (!existsSync(join(repositoryRoot, rootFolder))) continue;
    problems.push(...checkRoot(rootFolder, findModules(repositoryRoot, rootFolder), rows));
  }
  return problems;
}

/** The problems of the modules of one root. */
function checkRoot(rootFolder, modules, rows) {
  const problems = [];
  const names = [...modules.keys(), ...EXTERNAL[rootFolder]];
  const above = [];
  const allowed = new Map();
  for (const row of rows.filter(({ path }) => isModulePath(rootFolder, path))) {
    const { listed, allAbove, unknownText } = readImports(row.imports);
    if (unknownText) problems.push(`The row for \`${row.path}\` has imports that are no names: "${unknownText}".`);
    for (const name of listed.filter((name) => !names.includes(name))) {
      problems.push(`The row for \`${row.path}\` allows \`${name}\`, which is not a module of ${rootFolder}/.`);
    }
    allowed.set(row.path, allAbove ? [...listed, ...above] : listed);
    above.push(moduleName(rootFolder, row.path));
  }
  for (const { path, imports } of modules.values()) {
    const may = allowed.get(path);
    if (may === undefined) {
      problems.push(`\`${path}\` has no row in DESIGN.md's table of modules.`);
      continue;
    }
    for (const [name, file] of imports) {
      if (may.includes(name)) continue;
      const list = may.length > 0 ? may.map((one) => `\`${one}\``).join(", ") : "nothing";
      problems.push(`\`${file}\` imports \`${name}\`. DESIGN.md allows \`${path}\` to import ${list}.`);
    }
  }
  for (const cycle of findCycles(modules)) problems.push(`${rootFolder}/ has an import cycle: ${cycle.join(" -> ")}.`);
  return problems;
}

/** The actual imports of all modules, as tables in the form that DESIGN.md has. */
export function printImports(repositoryRoot) {
  const tables = Object.keys(ROOTS)
    .filter((rootFolder) => existsSync(join(repositoryRoot, rootFolder)))
    .map((rootFolder) => {
      const rows = [...findModules(repositoryRoot, rootFolder).values()].map(({ path, imports }) => {
        const list = [...imports.keys()].toSorted().map((name) => `\`${name}\``);
        return `| \`${path}\` | | ${list.join(", ") || "nothing"} |`;
      });
      return ["| module | holds | imports |", "|---|---|---|", ...rows].join("\n");
    });
  return tables.join("\n\n");
}

/** The rows of all tables under "## Modules": a path each, and the text of the cell of imports. */
function readTable(markdown) {
  const section = markdown.split(/^## /m).find((text) => /^Modules\s*$/m.test(text.split("\n", 1)[0]));
  if (section === undefined) throw new CommandError('DESIGN.md has no heading "## Modules".');
  const rows = [];
  let column = -1;
  for (const line of section.split(/\r?\n/)) {
    if (!line.startsWith("|")) {
      column = -1;
      continue;
    }
    const cells = line.split("|").slice(1, -1);
    if (column < 0) {
      column = cells.findIndex((cell) => /\bimports\b/.test(cell));
      if (column < 0) throw new CommandError(`A table of DESIGN.md's modules has no column "imports": ${line}`);
      continue;
    }
    for (const [, path] of cells[0].matchAll(/`([^`]+)`/g)) rows.push({ path, imports: cells[column] ?? "" });
  }
  return rows;
}

/** What a cell of imports says: names, whether all modules above are allowed, and the text that is neither. */
function readImports(cell) {
  const listed = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const words = cell.replace(/`[^`]+`/g, "").replaceAll(",", " ");
  const unknownText = words.replace(/\ball above\b|\bnothing\b/, "").trim();
  return { listed, allAbove: /\ball above\b/.test(words), unknownText };
}

/** Whether a path is directly in a root. */
function isModulePath(rootFolder, path) {
  const folder = posix.dirname(path.replace(/\/$/, ""));
  return folder === rootFolder || (folder === SPLIT && posix.dirname(SPLIT) === rootFolder);
}

/** The name of a module: its path in the root, without the extension. */
function moduleName(rootFolder, path) {
  return posix
    .relative(rootFolder, path)
    .replace(/\/$/, "")
    .replace(/(\.d)?\.(ts|rs)$/, "");
}

/** The paths of the modules of a root. A folder ends with a slash. */
function modulePaths(repositoryRoot, rootFolder) {
  return readdirSync(join(repositoryRoot, rootFolder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${rootFolder}/${entry.name}`;
    if (path === SPLIT) return modulePaths(repositoryRoot, path);
    return entry.isDirectory() ? `${path}/` : path;
  });
}

/** The modules of a root by name: the path as the table has it, and what is imported, with the file that does. */
function findModules(repositoryRoot, rootFolder) {
  const paths = modulePaths(repositoryRoot, rootFolder).toSorted();
  const names = new Set(paths.map((path) => moduleName(rootFolder, path)));
  const reexports = rustReexports(join(repositoryRoot, rootFolder, "lib.rs"), names);
  const modules = new Map();
  for (const path of paths) {
    const name = moduleName(rootFolder, path);
    const imports = new Map();
    for (const file of path.endsWith("/") ? sourcesBelow(repositoryRoot, path.slice(0, -1)) : [path]) {
      const text = readFileSync(join(repositoryRoot, file), "utf8");
      const found = ROOTS[rootFolder]({ text, file, rootFolder, names, reexports });
      for (const one of found) if (one !== name && !imports.has(one)) imports.set(one, file);
    }
    modules.set(name, { path, imports });
  }
  return modules;
}

function sourcesBelow(repositoryRoot, folder) {
  return readdirSync(join(repositoryRoot, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.(rs|ts)$/.test(path));
}

/** The names that a TypeScript file imports or re-exports, types included. */
function typeScriptImports({ text, file, rootFolder, names }) {
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .map((target) => {
      if (target.startsWith("pkg-template/core/")) return "glue";
      const inRoot = posix.relative(rootFolder, target);
      if (inRoot.startsWith("../types/")) return "types";
      const path = inRoot.replace(/(\.d)?\.[jt]s$/, "");
      return [path, path.split("/")[0]].find((name) => names.has(name)) ?? inRoot;
    });
}

/** Comments, strings and characters of Rust. A lifetime is no character. */
const RUST_TEXTS = /\/\/.*|\/\*[^]*?\*\/|\br(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"|'(?:\\.[^']*|[^'\\])'/g;

/** The names of modules that a Rust file names in paths, in `use` or elsewhere. */
function rustImports({ text, file, rootFolder, names, reexports }) {
  const code = text.replace(RUST_TEXTS, " ");
  const found = [];
  // In a file directly in the root, `super` is the root of the crate; in a file of a folder, `super::super`.
  const depth = posix
    .relative(rootFolder, file)
    .replace(/\/mod\.rs$/, "")
    .split("/").length;
  for (const [start, prefix] of [...code.matchAll(/\b(crate|super(?:\s*::\s*super)*)\s*::\s*/g)].map((match) => [
    match.index + match[0].length,
    match[1],
  ])) {
    const supers = prefix === "crate" ? depth : prefix.match(/super/g).length;
    for (const name of firstNames(code, start)) {
      if (supers === depth) found.push(names.has(name) ? name : reexports.get(name));
    }
  }
  if (/(^|[^\w:])flakekit\s*::/.test(code)) found.push("core");
  if (/(^|[^\w:])flakekit_contract\s*::/.test(code)) found.push("contract");
  if (file === `${rootFolder}/lib.rs`) found.push(...reexports.values());
  return found.filter((name) => name !== undefined);
}

/** The first names of a path, or of the paths in braces: `a` and `d` of `{a::{b, c}, d::e}`. */
function firstNames(code, start) {
  if (code[start] !== "{") return [code.slice(start).match(/^\w+/)?.[0] ?? ""];
  const first = [];
  let depth = 0;
  for (const [token] of code.slice(start).matchAll(/[{}]|\w+|[^\w{}]+/g)) {
    if (token === "{") depth++;
    else if (token === "}" && --depth === 0) break;
    else if (depth === 1 && /^\w/.test(token)) first.push(token);
  }
  return first;
}

/** The names that a crate's lib.rs re-exports, each with the module that it comes from. */
function rustReexports(file, modules) {
  const reexports = new Map();
  if (!existsSync(file)) return reexports;
  const code = readFileSync(file, "utf8").replace(RUST_TEXTS, " ");
  for (const [, module, rest] of code.matchAll(/\buse\s+(?:(?:crate|self)\s*::\s*)?(\w+)\s*::\s*([^;]+);/g)) {
    if (modules.has(module)) for (const [name] of rest.matchAll(/\w+/g)) reexports.set(name, module);
  }
  return reexports;
}

/** The import cycles among modules, each as the names along it; one for each module that closes a cycle. */
function findCycles(modules) {
  const cycles = [];
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) cycles.push([...path.slice(path.indexOf(name)), name]);
    if (path.includes(name) || done.has(name)) return;
    for (const next of modules.get(name)?.imports.keys() ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of modules.keys()) visit(name, []);
  return cycles;
}

if (process.argv[1]?.endsWith("imports.mjs")) {
  await main(async () => {
    if (process.argv.includes("--print")) {
      console.log(printImports(repository));
      return;
    }
    const problems = checkImports(repository);
    if (problems.length > 0) throw new CommandError(problems.join("\n"));
  });
}
