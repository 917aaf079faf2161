// Bundles modules of leases for tests, as the package's entries are bundled.

import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { temporaryDirectory } from "./temporary.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = temporaryDirectory();

let count = 0;

/** The URL of a new bundle of a module of `pkg-template/src/lease/stores`. */
export async function bundle(name, options = {}) {
  const outfile = join(folder, `${++count}.mjs`);
  await build({
    absWorkingDir: root,
    bundle: true,
    define: { VERSION: JSON.stringify("0.0.0") },
    entryPoints: [`pkg-template/src/lease/stores/${name}.ts`],
    format: "esm",
    logLevel: "warning",
    mangleProps: /^_[a-z]/,
    outfile,
    platform: "neutral",
    target: "es2022",
    ...options,
  });
  return pathToFileURL(outfile).href;
}

/** Writes a module and returns its file. */
export function writeModule(code) {
  const file = join(folder, `${++count}.mjs`);
  writeFileSync(file, code);
  return file;
}

/** A function that gives whole random numbers from 0 to `below` - 1, the same in each run. */
export function randomNumbers(seed) {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}
