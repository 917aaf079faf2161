// What the measurements need: the locked peers, and the package as its users have it.

import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "../scripts/build.mjs";
import { root, run, step } from "../scripts/run.mjs";
import { setup } from "../scripts/setup.mjs";

const benches = fileURLToPath(new URL(".", import.meta.url));
const modules = join(benches, "node_modules");

export async function prepare() {
  await setup();
  await build();
  await step("peers", installPeers);
  const installed = join(modules, "flakekit");
  rmSync(installed, { recursive: true, force: true });
  cpSync(join(root, "dist"), installed, { recursive: true });
}

/** Installs what the lock file says, unless it was installed from the same one. */
async function installPeers() {
  const lock = readFileSync(join(benches, "package-lock.json"), "utf8");
  const note = join(modules, ".installed-from");
  if (existsSync(note) && readFileSync(note, "utf8") === lock) return "there";
  await run("npm", ["ci", "--no-audit", "--no-fund"], { quiet: true, cwd: benches });
  writeFileSync(note, lock);
  return "installed";
}
