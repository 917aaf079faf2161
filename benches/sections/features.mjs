// The properties of each installed package: license, dependencies, size and module systems.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { printTable } from "../lib/table.mjs";
import { peers } from "../peers/list.mjs";

const benches = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

export async function measure({ only }) {
  const names = [...new Set(peers.map(({ name, package: from = name }) => from))].filter((name) => name !== "node");
  const measured = [];
  for (const name of names.filter((name) => name.includes(only))) {
    const folder = join(benches, "node_modules", name);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = filesOf(folder);
    measured.push({
      name,
      version: about.version,
      license: about.license ?? about.licenses?.map(({ type }) => type).join(" OR ") ?? "not specified",
      dependencies: Object.keys(about.dependencies ?? {}).length,
      types: files.some((file) => /\.d\.[cm]?ts$/.test(file)),
      imports: await loads(() => import(name)),
      requires: await loads(() => require(name)),
      ...(await bundle(name)),
    });
  }
  return measured;
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true }).filter((file) => statSync(join(folder, file)).isFile());
}

async function loads(load) {
  try {
    await load();
    return true;
  } catch {
    return false;
  }
}

/** Bundles a package with its dependencies for browsers. Returns the gzipped size, or the modules that are missing. */
async function bundle(name) {
  const bundled = await build({
    stdin: { contents: `export * from ${JSON.stringify(name)}`, resolveDir: benches },
    bundle: true,
    format: "esm",
    logLevel: "silent",
    minify: true,
    platform: "browser",
    write: false,
  }).catch(({ errors }) => ({ errors }));
  if (bundled.errors.length === 0) return { bundled: gzipSync(bundled.outputFiles[0].contents, { level: 9 }).length };
  const wanted = bundled.errors.map(({ text }) => text.match(/Could not resolve "(?:node:)?([^"]+)"/)?.[1]);
  const builtin = [...new Set(wanted)].filter((module) => builtinModules.includes(module));
  return { needs: builtin.length > 0 ? builtin : ["modules that esbuild cannot resolve"] };
}

/** The table of the packages. */
export function table(measured) {
  const yes = (is) => (is ? "yes" : "no");
  const head = ["", "license", "dependencies", "types", "import", "require", "bundle, gzipped bytes"];
  const rows = measured.map(({ name, version, license, dependencies, types, imports, requires, bundled, needs }) => [
    `${name} ${version}`,
    license,
    dependencies,
    yes(types),
    yes(imports),
    yes(requires),
    bundled ?? `needs Node's ${needs.join(", ")}`,
  ]);
  return [head, ...rows];
}

export function print(measured) {
  printTable("The packages", table(measured));
}
