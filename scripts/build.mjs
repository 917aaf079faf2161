// Builds the npm package into dist/: the core, the wrapper, the command.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { WASM_FILES, withEntries, writeDeclarations } from "./entries.mjs";
import { writeGenerated } from "./generate.mjs";
import { removeSpace } from "./bundle.mjs";
import { buildJavaScript } from "./javascript.mjs";
import { packedReadme } from "./packed-readme.mjs";
import { main, root, step } from "./run.mjs";
import { compileModule, fileOf, NAMES, patchModules } from "./wasm/compile.mjs";

const dist = join(root, "dist");
const template = join(root, "pkg-template");
const stamp = join(dist, ".built");
/** The texts of the package that are copied from the top folder. */
const TEXTS = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/** From these follow the WebAssembly modules, which have the version of the package, and the generated files. */
const rust = [
  "src",
  "bindings",
  "contract",
  "scripts/wasm",
  "scripts/generate.mjs",
  "Cargo.toml",
  "Cargo.lock",
  "pkg-template/package.json",
];
const inputs = [...rust, "pkg-template", "scripts", "package-lock.json", ...TEXTS];

/** The short name of each import and export of the modules, for the tests of sizes. */
export const shortNames = join(template, "core", "names.json");

/**
 * Builds the package, unless no input has changed since the last build. With `mapsFolder`, it builds in any case, and writes the source
 * maps of the modules there.
 */
export async function build(mapsFolder) {
  const maps = mapsFolder === undefined ? undefined : new Map();
  if (maps === undefined && isCurrent(stamp, inputs)) {
    await step("package", async () => "built already");
    return;
  }
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  // A module takes longer to compile than all the rest takes.
  if (!isCurrent(shortNames, rust)) await buildRust();
  const coreNames = JSON.parse(readFileSync(shortNames, "utf8"));
  await step("JavaScript", async () => `${await buildJavaScript({ version: version(), coreNames, maps })} bytes`);
  copyFiles();
  if (maps !== undefined) writeMaps(maps, mapsFolder);
  writeFileSync(stamp, "");
}

/**
 * Builds the package as `npm run dev` tests it: not minified, and with only the WebAssembly modules compiled anew that are given; all
 * modules, if they are not current and none are given. The next `build` does all that is left out here.
 */
export async function buildForDevelopment({ modules, generates } = staleParts()) {
  const core = join(template, "core");
  if (generates) await step("generated files", async () => (await writeGenerated()).join(", "));
  if (modules.length > 0) await step("wasm", () => compileSome(modules, core));
  await step("JavaScript", async () => {
    rmSync(dist, { recursive: true, force: true });
    mkdirSync(dist);
    await buildJavaScript({
      version: version(),
      coreNames: JSON.parse(readFileSync(shortNames, "utf8")),
      shrink: removeSpace,
    });
    copyFiles();
  });
}

/** What must be compiled and generated anew because Rust has changed since it was compiled. */
function staleParts() {
  const isStale = !isCurrent(shortNames, rust);
  return { modules: isStale ? NAMES : [], generates: isStale };
}

/** Compiles some modules. Translations to JavaScript stay as they are, unless all modules are compiled. */
async function compileSome(names, core) {
  const known = existsSync(shortNames) ? JSON.parse(readFileSync(shortNames, "utf8")) : {};
  for (const name of names) await compileModule(name, core);
  const translates = names.length === NAMES.length;
  writeFileSync(
    shortNames,
    JSON.stringify(await patchModules(core, version(), { names, shortNames: known, translates })),
  );
  // So `build` takes no module for current.
  utimesSync(shortNames, 0, 0);
  return names.join(", ");
}

/** Writes source maps. The first line of an entry names its types, and is no part of its bundle. */
function writeMaps(maps, folder) {
  for (const [file, map] of maps) {
    const isEntry = readFileSync(join(dist, `${file}.js`), "utf8").startsWith("/* @ts-self-types");
    const path = join(folder, `${file}.js.map`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ ...map, mappings: `${isEntry ? ";" : ""}${map.mappings}` }));
  }
}

/** Whether a file is newer than all inputs. */
function isCurrent(file, inputs) {
  const built = existsSync(file) ? statSync(file).mtimeMs : 0;
  return inputs.every((input) => newest(join(root, input)) < built);
}

/** Builds the WebAssembly modules, and the files that are generated from Rust. The short names are written last. */
async function buildRust() {
  const core = join(template, "core");
  await step("generated files", async () => (await writeGenerated()).join(", "));
  await step("wasm", async () => {
    rmSync(shortNames, { force: true });
    for (const name of NAMES) await compileModule(name, core);
    writeFileSync(shortNames, JSON.stringify(await patchModules(core, version())));
    return NAMES.map((name) => `${name} ${statSync(join(core, fileOf(name))).size} bytes`).join(", ");
  });
}

function copyFiles() {
  const description = JSON.parse(readFileSync(join(template, "package.json"), "utf8"));
  writeFileSync(join(dist, "package.json"), JSON.stringify(withEntries(description), null, 2) + "\n");
  copyFileSync(join(template, "umd.package.json"), join(dist, "umd", "package.json"));
  for (const name of WASM_FILES) copyFileSync(join(template, "core", fileOf(name)), join(dist, `${name}.wasm`));
  writeDeclarations(dist);
  for (const file of TEXTS) copyFileSync(join(root, file), join(dist, file));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  writeFileSync(join(dist, "README.md"), packedReadme(readme, TEXTS, addressOfFiles()));
}

/** Where the files of this version are on GitHub, if package.json names a repository. */
function addressOfFiles() {
  const { repository, version } = JSON.parse(readFileSync(join(template, "package.json"), "utf8"));
  return repository && `${repository.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}`;
}

/** The version. The package and the crate must have the same. */
function version() {
  const { version } = JSON.parse(readFileSync(join(template, "package.json"), "utf8"));
  const [, crate] = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
  if (version !== crate) throw new Error(`pkg-template/package.json has version ${version}, Cargo.toml ${crate}`);
  return version;
}

/** The latest modification time of the files at or below a path, except generated ones and the READMEs of folders. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path).filter((name) => !["README.md", "core", "target"].includes(name));
  return Math.max(0, ...below.map((name) => newest(join(path, name))));
}

/** `npm run build -- --maps FOLDER` writes source maps, too. */
if (process.argv[1]?.endsWith("build.mjs"))
  await main(() => build(process.argv[2] === "--maps" ? process.argv[3] : undefined));
