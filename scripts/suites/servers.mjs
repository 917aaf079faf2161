// Makes the projects that try the package with real servers and databases.

import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installProject, pack } from "../install.mjs";
import { root } from "../run.mjs";

/** The project of tests/servers/. */
export const servers = join(root, "target", "servers");

/** The project of tests/torture/, for stores on servers. It has the packages of the project of tests/servers/. */
export const tortured = join(root, "target", "torture");

let installed;

/**
 * Installs the packed package, the clients of servers, and the examples and documents that tests run. They are
 * installed once, because suites that run side by side use one project.
 */
export function installServers() {
  installed ??= install();
  return installed;
}

async function install() {
  await installProject(join(root, "tests", "servers"), servers, await pack(servers));
  cpSync(join(root, "examples"), join(servers, "examples"), { recursive: true });
}

/**
 * Installs the project of servers, and the torture. Both folders are beside each other, as in tests/, because their
 * files import each other.
 */
export async function installTorture() {
  await installServers();
  rmSync(tortured, { recursive: true, force: true });
  cpSync(join(root, "tests", "torture"), tortured, { recursive: true });
  symlinkSync(join(servers, "node_modules"), join(tortured, "node_modules"), "junction");
}
