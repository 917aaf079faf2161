// The page: what it needs, and its files, built into www/dist/ with the package as its users have it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { installBuilt, installLocked } from "./install.mjs";
import { root, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";

const www = join(root, "www");
export const built = join(www, "dist");

/** Sets up, builds the package and the page. */
export async function buildPage() {
  await setup();
  await build();
  await step("what the page is built with", () => installLocked(www));
  installBuilt(www);
  await step("page", async () => {
    await run(join(www, "node_modules", ".bin", "vite"), ["build", "--logLevel", "warn"], { cwd: www });
    return `${weight().total} bytes gzipped`;
  });
}

/** What each of the page's files weighs, gzipped, and all of them. */
export function weight() {
  const names = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = names.map(({ parentPath, name }) => ({
    name,
    bytes: gzipSync(readFileSync(join(parentPath, name)), { level: 9 }).length,
  }));
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
