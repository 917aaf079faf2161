// Makes a project that has the packed package installed. The JavaScript suites run there.

import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shortNames } from "./build.mjs";
import { root, run } from "./run.mjs";

export const consumer = join(root, "target", "consumer");

/** A flag of Node, by which the package resolves to its entries without WebAssembly. */
export const WITHOUT_WASM = "--conditions=react-native";

/** The folders of the JavaScript suites, here and in the project. */
export const rooms = readdirSync(join(root, "tests", "js"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let installed;

/**
 * Packs the package and installs it into the project, with the suites: once, because suites that run side by side use the same
 * project. Resolves to the name of the tarball.
 */
export function installAsUser() {
  installed ??= install();
  return installed;
}

async function install() {
  rmSync(consumer, { recursive: true, force: true });
  mkdirSync(consumer, { recursive: true });
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", consumer, join(root, "dist")], {
    quiet: true,
  });
  copySuites();
  await run("npm", ["install", "--no-audit", "--no-fund", `./${packed.trim()}`], { quiet: true, cwd: consumer });
  return packed.trim();
}

/** Puts the built package in the place of the installed one, with the suites: in a second, because nothing is packed. */
export async function refresh() {
  const installed = join(consumer, "node_modules", "flakekit");
  if (!existsSync(installed)) await install();
  rmSync(installed, { recursive: true });
  cpSync(join(root, "dist"), installed, { recursive: true });
  chmodSync(join(installed, "cli.js"), 0o755);
  copySuites();
}

function copySuites() {
  cpSync(join(root, "tests", "js"), consumer, { recursive: true });
  for (const name of ["fuzz", "populations", "torture", "types", "vectors"]) {
    cpSync(join(root, "tests", name), join(consumer, name), { recursive: true });
  }
  cpSync(join(root, "examples"), join(consumer, "examples"), { recursive: true });
  cpSync(shortNames, join(consumer, "core-names.json"));
  cpSync(join(root, "README.md"), join(consumer, "README.md"));
  cpSync(join(root, "docs", "command.md"), join(consumer, "command.md"));
}
