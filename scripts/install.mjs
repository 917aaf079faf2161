// Installs npm packages into folders that have their own lock file, and the built package.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { root, run } from "./run.mjs";

/** Installs the packages of the folder's lock file, unless they were installed from the same lock file. */
export async function installLocked(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const note = join(folder, "node_modules", ".installed-from");
  if (existsSync(note) && readFileSync(note, "utf8") === lock) return "there";
  await run("npm", ["ci", "--no-audit", "--no-fund"], { quiet: true, cwd: folder });
  writeFileSync(note, lock);
  return "installed";
}

/** Copies the built package into the folder's node_modules. */
export function installBuilt(folder) {
  const installed = join(folder, "node_modules", "flakekit");
  rmSync(installed, { recursive: true, force: true });
  cpSync(join(root, "dist"), installed, { recursive: true });
}

/** Packs the built package into a folder. Resolves to the path of the tarball. */
export async function pack(folder) {
  mkdirSync(folder, { recursive: true });
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", folder, join(root, "dist")], {
    quiet: true,
  });
  return join(folder, packed.trim());
}

/** Extracts a packed package into the folder's node_modules. */
async function installPacked(folder, tarball) {
  const installed = join(folder, "node_modules", "flakekit");
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  // The paths are relative, because some versions of tar on Windows take "C:" for the name of a host.
  const [from, to] = [tarball, installed].map((path) => relative(folder, path).replaceAll("\\", "/"));
  await run("tar", ["-xzf", from, "-C", to, "--strip-components=1"], { quiet: true, cwd: folder });
}

/** Makes a project in the folder `into`: the files of `from`, the npm packages of its lock file, and the packed package. */
export async function installProject(from, into, tarball) {
  for (const name of readdirSync(into)) {
    if (name !== "node_modules" && name !== basename(tarball)) rmSync(join(into, name), { recursive: true });
  }
  cpSync(from, into, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  await installLocked(into);
  await installPacked(into, tarball);
}
