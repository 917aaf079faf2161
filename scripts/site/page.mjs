// Builds the page into www/dist/, with the packed package's files.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "../build.mjs";
import { installBuilt, installLocked } from "../install.mjs";
import { root, run, step } from "../run.mjs";
import { setup } from "../setup.mjs";

const www = join(root, "www");
export const built = join(www, "dist");

/** Installs the page's tools, and the built package. */
export async function installPage() {
  await step("npm packages of the page", () => installLocked(www));
  installBuilt(www);
}

/** Sets up, builds the package and the page. */
export async function buildPage() {
  await setup();
  await build();
  await installPage();
  await step("page", async () => {
    await run(join(www, "node_modules", ".bin", "vite"), ["build", "--logLevel", "warn"], { cwd: www });
    return `${weight().total} bytes gzipped`;
  });
}

/** The gzipped sizes in bytes of each file of the page, without the documents, and of all files together. */
export function weight() {
  const names = readdirSync(built, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && relative(built, entry.parentPath).split(sep)[0] !== "docs",
  );
  const files = names.map(({ parentPath, name }) => ({
    name,
    bytes: gzipSync(readFileSync(join(parentPath, name)), { level: 9 }).length,
  }));
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
