// Compares the imports of the Rust and TypeScript modules with the tables of modules (see imports/table.mjs), and finds cycles among
// modules and among files. Of the programs in `scripts/` and of the tests, it finds cycles among files, and folders that no README
// describes (see imports/programs.mjs).
//   node scripts/imports.mjs           prints each difference, and exits with 1 if there is any
//   node scripts/imports.mjs --print   prints the actual imports, in the form of the tables
//
// A module is a file directly in one of `ROOTS`, or a folder. In Rust, a folder is one module with all files below it.
// In TypeScript, each folder is a module of its own, a room: its index file is its door, by which files of other rooms
// import. Without an index file, each file is a door for the rooms of its root; other roots import rooms that have an
// index file. All other paths of the tables, such as `www/`, only have to exist.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { findCycles } from "./imports/cycles.mjs";
import { checkPrograms } from "./imports/programs.mjs";
import { rustImports } from "./imports/rust.mjs";
import { readImports, readTable, writeTable } from "./imports/table.mjs";
import { typeScriptImports } from "./imports/typescript.mjs";
import { CommandError, main, root as repository } from "./run.mjs";

/** A module of Rust is a folder with all files below it. A child's file imports from its parent's file. */
const RUST = {
  table: "DESIGN.md",
  extension: ".rs",
  importsOf: rustImports,
  folderOf: (path) => path.split("/")[0],
  parents: /(^|\/)(mod|lib|main)\.rs$/,
};

const TYPESCRIPT = {
  table: "DESIGN.md",
  extension: ".ts",
  importsOf: typeScriptImports,
  folderOf: posix.dirname,
  door: "index.ts",
};

/** The folders whose modules are checked, the document with their table, and the names of modules outside of them. */
const ROOTS = {
  src: { ...RUST, external: [] },
  "bindings/src": { ...RUST, external: ["core", "contract"] },
  "contract/src": { ...RUST, external: ["core", "contract"] },
  "pkg-template/src": { ...TYPESCRIPT, external: ["glue", "types"] },
  "www/src": {
    ...TYPESCRIPT,
    table: "www/src/README.md",
    external: ["pkg-template/src/layout", "pkg-template/src/tables"],
  },
};

/** The differences between the modules of a repository and their tables, as sentences. */
export function checkImports(repositoryRoot) {
  const rootFolders = rootsIn(repositoryRoot);
  const documents = new Set(["DESIGN.md", ...rootFolders.map((rootFolder) => ROOTS[rootFolder].table)]);
  const tables = new Map([...documents].map((name) => [name, readTable(repositoryRoot, name)]));
  const problems = [];
  for (const [document, rows] of tables) {
    for (const { path } of rows.filter(({ path }) => !existsSync(join(repositoryRoot, path)))) {
      problems.push(`${document} has a row for \`${path}\`, which does not exist.`);
    }
  }
  for (const rootFolder of rootFolders) {
    const rows = tables.get(ROOTS[rootFolder].table);
    const files = readFiles(repositoryRoot, rootFolder);
    const modules = findModules(rootFolder, files);
    problems.push(...checkTable(rootFolder, modules, rows), ...checkDoors(rootFolder, files));
    problems.push(...checkHeads(repositoryRoot, rootFolder, modules, rows));
    for (const cycle of [...cyclesAmong(modules), ...cyclesInModules(rootFolder, files)]) {
      problems.push(`${rootFolder}/ has an import cycle: ${cycle.join(" -> ")}.`);
    }
  }
  return [...problems, ...checkPrograms(repositoryRoot)];
}

/** The actual imports of all modules, as tables in the form that DESIGN.md has. */
export function printImports(repositoryRoot) {
  return rootsIn(repositoryRoot)
    .map((rootFolder) => writeTable(findModules(rootFolder, readFiles(repositoryRoot, rootFolder))))
    .join("\n\n");
}

function rootsIn(repositoryRoot) {
  return Object.keys(ROOTS).filter((rootFolder) => existsSync(join(repositoryRoot, rootFolder)));
}

/**
 * The imports of each file of a root, by its path from the root: the paths of other files of the root, and the names of
 * modules outside of it.
 */
function readFiles(repositoryRoot, rootFolder) {
  const { extension, importsOf } = ROOTS[rootFolder];
  const folder = join(repositoryRoot, rootFolder);
  const paths = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const files = new Set(paths.filter((path) => path.endsWith(extension)).toSorted());
  const texts = new Map([...files].map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  return new Map(
    [...files].map((path) => [path, importsOf({ text: texts.get(path), path, rootFolder, files, texts })]),
  );
}

/** The name of the module of a file: the name of the file without its extension, or the name of its folder. */
function moduleOf(rootFolder, path) {
  return path.includes("/") ? ROOTS[rootFolder].folderOf(path) : path.replace(/(\.d)?\.(ts|rs)$/, "");
}

/**
 * The modules of a root by name: the path as the table has it, and the imported names, with the file that imports them.
 */
function findModules(rootFolder, files) {
  const modules = new Map();
  for (const [path, imported] of files) {
    const name = moduleOf(rootFolder, path);
    const inTable = path.includes("/") ? `${rootFolder}/${name}/` : `${rootFolder}/${path}`;
    if (!modules.has(name)) modules.set(name, { path: inTable, imports: new Map() });
    const { imports } = modules.get(name);
    for (const { path: target, external = moduleOf(rootFolder, target) } of imported) {
      if (external !== name && !imports.has(external)) imports.set(external, `${rootFolder}/${path}`);
    }
  }
  return modules;
}

/** The imports of a root that the table does not allow. */
function checkTable(rootFolder, modules, rows) {
  const problems = [];
  const { external, table } = ROOTS[rootFolder];
  const names = [...modules.keys(), ...external];
  const above = [];
  const allowed = new Map();
  const paths = new Map([...modules].map(([name, { path }]) => [path, name]));
  for (const row of rows.filter(({ path }) => paths.has(path))) {
    const { listed, allAbove, unknownText } = readImports(row.imports);
    if (unknownText) problems.push(`The row for \`${row.path}\` has imports that are no names: "${unknownText}".`);
    for (const name of listed.filter((name) => !names.includes(name))) {
      problems.push(`The row for \`${row.path}\` allows \`${name}\`, which is not a module of ${rootFolder}/.`);
    }
    allowed.set(row.path, allAbove ? [...listed, ...above] : listed);
    above.push(paths.get(row.path));
  }
  for (const { path, imports } of modules.values()) {
    const may = allowed.get(path);
    if (may === undefined) {
      problems.push(`\`${path}\` has no row in ${table}'s table of modules.`);
      continue;
    }
    for (const [name, file] of imports) {
      if (may.includes(name)) continue;
      const list = may.length > 0 ? may.map((one) => `\`${one}\``).join(", ") : "nothing";
      problems.push(`\`${file}\` imports \`${name}\`. ${table} allows \`${path}\` to import ${list}.`);
    }
  }
  return problems;
}

/** The imports of files of other rooms that are no doors. */
function checkDoors(rootFolder, files) {
  const { door } = ROOTS[rootFolder];
  if (door === undefined) return [];
  const problems = [];
  for (const [path, imported] of files) {
    for (const { path: target, file } of imported) {
      if (file !== undefined && posix.basename(file) !== door) {
        const index = posix.join(posix.dirname(file), door);
        problems.push(`\`${rootFolder}/${path}\` imports \`${file}\`. Other roots import \`${index}\`.`);
      }
      if (target === undefined || posix.dirname(target) === posix.dirname(path)) continue;
      const index = posix.join(posix.dirname(target), door);
      if (target === index || !files.has(index)) continue;
      problems.push(`\`${rootFolder}/${path}\` imports \`${target}\`. Other folders import \`${index}\`.`);
    }
  }
  return problems;
}

/** The comments at the heads of index files that contradict the table. */
function checkHeads(repositoryRoot, rootFolder, modules, rows) {
  const { door, table } = ROOTS[rootFolder];
  if (door === undefined) return [];
  const problems = [];
  for (const { path } of modules.values()) {
    const index = `${path}${door}`;
    const row = rows.find((one) => one.path === path);
    if (row === undefined || !existsSync(join(repositoryRoot, index))) continue;
    const [head] = readFileSync(join(repositoryRoot, index), "utf8").split("\n\n", 1);
    const said = head.replace(/\n\/\//g, "").match(/May import: ([^.]*)\./)?.[1];
    if (said === row.imports.trim()) continue;
    problems.push(`The head of \`${index}\` must say "May import: ${row.imports.trim()}.", as ${table} does.`);
  }
  return problems;
}

/** The import cycles among modules, each as the names along it; one for each module that closes a cycle. */
function cyclesAmong(modules) {
  return findCycles(new Map([...modules].map(([name, { imports }]) => [name, [...imports.keys()]])));
}

/**
 * The import cycles among the files of a module. In Rust, children name items of their parent, and parents name items
 * of their children.
 */
function cyclesInModules(rootFolder, files) {
  const { parents } = ROOTS[rootFolder];
  const isParent = (path) => parents !== undefined && parents.test(path);
  const ofFiles = new Map(
    [...files].map(([path, imported]) => [
      path,
      imported.flatMap(({ path: target }) =>
        target === undefined ||
        target === path ||
        moduleOf(rootFolder, target) !== moduleOf(rootFolder, path) ||
        isParent(target) ||
        isParent(path)
          ? []
          : [target],
      ),
    ]),
  );
  return findCycles(ofFiles);
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
