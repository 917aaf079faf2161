// The programs in `scripts/`, and the tests: they have no table of modules. This module finds cycles among their files,
// and folders that no README describes.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { findCycles } from "./cycles.mjs";
import { relativeImports } from "./typescript.mjs";

/** The folders whose files must not import each other in circles. */
const PROGRAMS = ["scripts", "tests", "www/tests", "benches"];

/** The roots whose folders a README must describe. */
const DESCRIBED = ["scripts", "tests"];

/** The folders that tools write. */
const WRITTEN = ["node_modules", "dist", "target"];

const README = "README.md";

/** How many folders a path has at most whose last folder must be described. */
const DEEPEST = 3;

export function checkPrograms(repositoryRoot) {
  const roots = PROGRAMS.filter((folder) => existsSync(join(repositoryRoot, folder)));
  const files = new Set(roots.flatMap((folder) => filesBelow(repositoryRoot, folder)));
  const importsOf = (path) =>
    relativeImports(readFileSync(join(repositoryRoot, path), "utf8"))
      .map((specifier) => posix.join(posix.dirname(path), specifier))
      .filter((target) => files.has(target));
  const programs = [...files].filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  const cycles = findCycles(new Map(programs.map((path) => [path, importsOf(path)])));
  return [
    ...cycles.map((cycle) => `The programs have an import cycle: ${cycle.join(" -> ")}.`),
    ...DESCRIBED.flatMap((folder) => checkDescriptions(repositoryRoot, folder, files)),
  ];
}

/** The paths of the files in a folder and in all folders below it, from the root of the repository. */
function filesBelow(repositoryRoot, folder) {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true })
    .filter(({ name }) => !WRITTEN.includes(name) && !name.startsWith("."))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(repositoryRoot, path) : [path];
    })
    .toSorted();
}

/**
 * The folders that no README describes: a folder must have a README of its own, or the README of a folder above it must
 * name its path, as in `servers/lib/`. Folders of a crate, and folders at greater depths, need no description.
 */
function checkDescriptions(repositoryRoot, root, files) {
  const inRoot = [...files].filter((path) => path.startsWith(`${root}/`));
  const folders = [...new Set(inRoot.flatMap(foldersAbove))].filter(
    (folder) =>
      folder.split("/").length <= DEEPEST && !foldersAbove(folder).some((above) => files.has(`${above}/Cargo.toml`)),
  );
  const named = new Map(
    folders
      .filter((folder) => files.has(`${folder}/${README}`))
      .map((folder) => [folder, foldersNamedIn(repositoryRoot, folder)]),
  );
  const isDescribed = (folder) =>
    named.has(folder) || foldersAbove(folder).some((above) => named.get(above)?.has(folder));
  const known = new Set(inRoot.flatMap(foldersAbove));
  return [
    ...folders
      .filter((folder) => !isDescribed(folder))
      .map((folder) => `No README says what \`${folder}/\` holds: add a row to \`${root}/${README}\`.`),
    ...[...(named.get(root) ?? [])]
      .filter((folder) => !known.has(folder))
      .map((folder) => `${root}/${README} has a row for \`${folder}/\`, which does not exist.`),
  ];
}

/** The folders above a file or a folder, from the nearest one to its root. */
function foldersAbove(path) {
  const above = posix.dirname(path);
  return above === "." ? [] : [above, ...foldersAbove(above)];
}

/** The folders that the first cells of the tables in a folder's README name, from the root of the repository. */
function foldersNamedIn(repositoryRoot, folder) {
  const text = readFileSync(join(repositoryRoot, folder, README), "utf8");
  const cells = text.matchAll(/^\| ([^|]*) \|/gm);
  const paths = [...cells].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)\/`/g)].map(([, path]) => path));
  return new Set(paths.map((path) => `${folder}/${path}`));
}
