// The properties of each installed package: license, dependencies, size and module systems.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { grouped, printTable } from "../lib/table.mjs";
import { peers } from "../peers/list.mjs";

const benches = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

/** The entry of flakekit whose size is measured too. */
const NO_WASM = "flakekit/no-wasm";

export async function measure({ only }) {
  const packages = new Map(peers.map(({ name, package: from = name, ...peer }) => [from, peer]));
  packages.delete("node");
  packages.set(NO_WASM, { folder: "flakekit", uses: packages.get("flakekit").uses });
  const measured = [];
  for (const [name, { entry = name, folder: within = name, uses }] of packages) {
    if (!name.includes(only)) continue;
    const folder = join(benches, "node_modules", within);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = filesOf(folder);
    measured.push({
      name,
      version: about.version,
      license: about.license ?? about.licenses?.map(({ type }) => type).join(" OR ") ?? "not specified",
      dependencies: Object.keys(about.dependencies ?? {}).length,
      types: files.some((file) => /\.d\.[cm]?ts$/.test(file)),
      imports: await loads(() => import(entry)),
      requires: await loads(() => require(entry)),
      ...(await bundle(`export * from ${JSON.stringify(entry)}`)),
      one: (await bundle(`export { ${uses.join(", ")} } from ${JSON.stringify(entry)}`)).bundled,
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

/** Bundles exports with their dependencies for browsers. Returns the gzipped size, or the modules that are missing. */
async function bundle(contents) {
  const bundled = await build({
    stdin: { contents, resolveDir: benches },
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

function cells({ license, dependencies, types, imports, requires, bundled, one }) {
  const modules = imports && requires ? "both" : imports ? "import" : "require";
  const size = (bytes) => (bytes === undefined ? "needs Node" : grouped(bytes));
  return [license, dependencies, types ? "yes" : "no", modules, size(bundled), size(one)];
}

export function print(measured) {
  const rows = measured.map(({ name, version, ...about }) => [`${name} ${version}`, ...cells(about)]);
  printTable("The packages", [
    ["", "license", "dependencies", "types", "modules", "all exports", "one generator"],
    ...rows,
  ]);
}
