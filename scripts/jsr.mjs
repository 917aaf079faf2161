// Writes the folder that JSR publishes: the ES modules of a built package, with complete declarations.
//   node scripts/jsr.mjs FOLDER   from dist/

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { writeModuleDeclarations } from "./entries.mjs";
import { main, root } from "./run.mjs";

/** JSR's names have a scope. */
const NAME = "@flakekit/flakekit";

/** What is no module, and the entries for engines without WebAssembly, which JSR does not serve. */
const NOT_PUBLISHED = /\.wasm$|\.json$|no-wasm$/;

const IMPORTED = /(?:\bfrom|\bimport) ?\(?"(\.[^"]+)"/g;

/** The files that modules import, and they themselves. */
function filesOf(dist, modules) {
  const files = new Set(modules);
  for (const file of files) {
    const code = readFileSync(join(dist, file), "utf8");
    for (const [, path] of code.matchAll(IMPORTED)) files.add(posix.join(posix.dirname(file), path));
  }
  return [...files];
}

/** What JSR publishes of a built package: the entries by their names, and the files. */
export function publishedByJsr(dist) {
  const { exports } = JSON.parse(readFileSync(join(dist, "package.json"), "utf8"));
  const entries = Object.entries(exports).filter(([name]) => !NOT_PUBLISHED.test(name));
  const modules = entries.map(([name, conditions]) => [name, conditions.default.default]);
  const files = filesOf(
    dist,
    modules.map(([, file]) => posix.normalize(file)),
  );
  const others = readdirSync(dist).filter((name) => /\.wasm$|\.md$|^LICENSE/.test(name));
  return { entries: Object.fromEntries(modules), files: [...files, ...others] };
}

/** Writes the folder from the built package in `dist`. */
export function writeJsr(folder, dist = join(root, "dist")) {
  const { version, license } = JSON.parse(readFileSync(join(dist, "package.json"), "utf8"));
  const { entries, files } = publishedByJsr(dist);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(dist, file), join(folder, file));
  }
  writeModuleDeclarations(folder);
  for (const file of Object.values(entries)) {
    const code = readFileSync(join(folder, file), "utf8");
    const types = `./${posix.basename(file, ".js")}.d.ts`;
    writeFileSync(join(folder, file), code.replace(/@ts-self-types="[^"]*"/, `@ts-self-types="${types}"`));
  }
  const description = { name: NAME, version, license, exports: entries };
  writeFileSync(join(folder, "jsr.json"), `${JSON.stringify(description, null, 2)}\n`);
}

if (process.argv[1]?.endsWith("jsr.mjs")) await main(async () => writeJsr(process.argv[2]));
