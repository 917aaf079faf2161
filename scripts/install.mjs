// Installing what a folder of its own needs: what its lock file says, and the package as its users have it.

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

/** Installs what the folder's lock file says, unless it was installed from the same one. */
export async function installLocked(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const note = join(folder, "node_modules", ".installed-from");
  if (existsSync(note) && readFileSync(note, "utf8") === lock) return "there";
  await run("npm", ["ci", "--no-audit", "--no-fund"], { quiet: true, cwd: folder });
  writeFileSync(note, lock);
  return "installed";
}

/** Puts the built package where the folder's programs import it from. */
export function installBuilt(folder) {
  const installed = join(folder, "node_modules", "flakekit");
  rmSync(installed, { recursive: true, force: true });
  cpSync(join(root, "dist"), installed, { recursive: true });
}
