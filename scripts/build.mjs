// Builds the npm package into dist/: the core, the wrapper, the command.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundleOptions, minify } from "./bundle.mjs";
import { joinDeclarations } from "./declarations.mjs";
import { writeGenerated } from "./generate.mjs";
import { packed } from "./packed.mjs";
import { packedReadme } from "./packed-readme.mjs";
import { main, root, step } from "./run.mjs";
import { compileModule, fileOf, NAMES, patchModules } from "./wasm/compile.mjs";

const dist = join(root, "dist");
const template = join(root, "pkg-template");
const stamp = join(dist, ".built");
/** The texts of the package that are copied from the top folder. */
const TEXTS = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/** From these follow the WebAssembly modules and the generated files. */
const rust = ["src", "bindings", "contract", "scripts/wasm", "scripts/generate.mjs", "Cargo.toml", "Cargo.lock"];
const inputs = [...rust, "pkg-template", "scripts", "package-lock.json", ...TEXTS];

/** The short name of each import and export of the modules, for the tests of sizes. */
export const shortNames = join(template, "core", "names.json");

/** Builds the package, unless no input has changed since the last build. */
export async function build() {
  if (isCurrent(stamp, inputs)) {
    await step("package", async () => "built already");
    return;
  }
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  // A module takes longer to compile than all the rest takes.
  if (!isCurrent(shortNames, [...rust, "pkg-template/package.json"])) await buildRust();
  const coreNames = JSON.parse(readFileSync(shortNames, "utf8"));
  await step("JavaScript", () => buildJavaScript(coreNames));
  copyFiles();
  writeFileSync(stamp, "");
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

async function buildJavaScript(coreNames) {
  // Imported here because the set-up may have installed it in this process.
  const { build } = await import("esbuild");
  const entry = (name) => `pkg-template/src/entries/${name}.ts`;
  const shared = bundleOptions(root, version(), coreNames);
  const bundle = async (options) => {
    // Bundles work on each other's objects, so all of them use the same short names.
    const { mangleCache } = await build({ ...shared, ...options });
    Object.assign(shared.mangleCache, mangleCache);
  };
  await bundle({ entryPoints: [entry("inlined")], outfile: "dist/index.js" });
  await bundle({ entryPoints: [entry("no-wasm")], outfile: "dist/no-wasm.js" });
  // These entries differ only in how they load the core. The rest goes to one shared file.
  await bundle({
    chunkNames: "shared",
    entryPoints: ["workerd", "edge-light", "manual"].map(entry),
    outdir: "dist",
    plugins: [leaveToBundlers],
    splitting: true,
  });
  await bundle({ entryPoints: [entry("manual")], outfile: "dist/umd/manual.js" });
  await bundle({ entryPoints: [entry("lease-script")], outfile: "dist/umd/lease.js", plugins: [leaveToEntries] });
  await bundle({
    entryPoints: [entry("lease-manual")],
    outfile: "dist/umd/lease/manual.js",
    plugins: [leaveToEntries],
  });
  const translated = {
    entryPoints: { "lease/no-wasm": entry("lease-no-wasm") },
    plugins: [leaveToEntries],
  };
  await bundle({ ...translated, outdir: "dist" });
  await bundle({ ...translated, outdir: "dist/umd" });
  await bundle({
    chunkNames: "shared-lease",
    entryPoints: {
      lease: entry("lease"),
      "lease-workerd": entry("lease-workerd"),
      "lease-edge-light": entry("lease-edge-light"),
      "lease/manual": entry("lease-manual"),
    },
    outdir: "dist",
    plugins: [leaveToBundlers, leaveToEntries, leaveModules],
    splitting: true,
  });
  // These entries differ only in the entry of leases that their handler imports.
  const kinds = ["", "-workerd", "-edge-light", "-no-wasm"];
  await bundle({
    chunkNames: "shared-http",
    entryPoints: kinds.map((kind) => entry(`http${kind}`)),
    outdir: "dist/lease",
    plugins: [leaveToLeases],
    splitting: true,
  });
  const http = { entryPoints: [entry("http"), entry("http-no-wasm")], plugins: [leaveToScripts] };
  await bundle({ ...http, format: "cjs", outdir: "dist/umd/lease" });
  const stores = { entryPoints: ROOMS_OF_STORES, external: ["node:*"] };
  await bundle({ ...stores, outdir: "dist/lease" });
  await bundle({ ...stores, format: "cjs", outdir: "dist/umd/lease" });
  const withoutCore = { entryPoints: [entry("testing"), entry("sql")] };
  await bundle({ ...withoutCore, outdir: "dist" });
  await bundle({ ...withoutCore, format: "cjs", outdir: "dist/umd" });
  await bundle({ entryPoints: [entry("inspect")], outfile: "dist/inspect.js" });
  await bundle({ entryPoints: [entry("inspect")], outfile: "dist/umd/inspect.js" });
  await bundle({ entryPoints: [entry("inspect-manual")], outfile: "dist/umd/inspect/manual.js" });
  await bundle({
    chunkNames: "shared-inspect",
    entryPoints: {
      "inspect-workerd": entry("inspect-workerd"),
      "inspect-edge-light": entry("inspect-edge-light"),
      "inspect/manual": entry("inspect-manual"),
    },
    outdir: "dist",
    plugins: [leaveToBundlers],
    splitting: true,
  });
  const command = { external: ["node:*", "flakekit", "flakekit/*"] };
  await bundle({ ...command, entryPoints: ["pkg-template/src/cli/index.ts"], outfile: "dist/command.js" });
  await bundle({
    ...command,
    banner: { js: "#!/usr/bin/env node" },
    entryPoints: ["pkg-template/src/cli/main.ts"],
    outfile: "dist/cli.js",
    plugins: [leaveToCommand],
  });
  for (const file of MINIFIED) await minify(join(dist, file));

  // gzip finds repetitions within 32 KB. npm sorts the files of an archive so that umd/flakekit.js is followed by
  // index.js, inspect.js by umd/inspect.js, lease.js by umd/lease.js, and umd/manual.js by shared.js. The code comes last
  // in the first and first in the second.
  const code = readFileSync(join(dist, "index.js"), "utf8");
  writeFileSync(join(dist, "index.js"), code + inlined("core"));
  writeFileSync(join(dist, "umd", "flakekit.js"), asScript(code, "flakekit", { before: inlined("core") }));
  const noWasm = readFileSync(join(dist, "no-wasm.js"), "utf8");
  writeFileSync(join(dist, "umd", "no-wasm.js"), asScript(noWasm, "flakekit"));
  for (const [entry, name] of [
    ["lease", "claimant"],
    ["inspect", "inspect"],
  ]) {
    const file = join(dist, `${entry}.js`);
    writeFileSync(file, inlined(name) + readFileSync(file, "utf8"));
  }
  for (const [file, name] of [
    ["complete", "lease"],
    ["keepers", "keeper"],
  ]) {
    writeFileSync(join(dist, "lease", `${file}.js`), inlined(name).replace("const CORE", `export const ${file}`));
  }
  makeScript("lease.js", "flakekitLease", { after: inlined("lease") });
  makeScript("inspect.js", "flakekitInspect", { after: inlined("inspect") });
  makeScript("manual.js", "flakekit");
  makeScript("inspect/manual.js", "flakekitInspect");
  makeScript("lease/manual.js", "flakekitLease");
  makeScript("lease/no-wasm.js", "flakekitLease");
  return `${statSync(join(dist, "index.js")).size} bytes`;
}

/** The stores of leases, and the checks of stores, that are entries of their own. */
const STORES = [
  "conformance",
  ...readdirSync(join(template, "src", "lease", "stores")).filter((name) => !name.includes(".")),
];

/** The folder of each of them. */
const ROOMS_OF_STORES = Object.fromEntries(
  STORES.map((name) => [name, `pkg-template/src/lease/${name === "conformance" ? "" : "stores/"}${name}/index.ts`]),
);

/** The bundles to minify. */
const MINIFIED = [
  "no-wasm.js",
  "lease/no-wasm.js",
  "umd/lease/no-wasm.js",
  "lease/http.js",
  "lease/http-edge-light.js",
  "lease/http-no-wasm.js",
  "lease/http-workerd.js",
  "lease/shared-http.js",
  "umd/lease/http.js",
  "umd/lease/http-no-wasm.js",
  ...STORES.flatMap((name) => [`lease/${name}.js`, `umd/lease/${name}.js`]),
  "edge-light.js",
  "index.js",
  "manual.js",
  "shared.js",
  "umd/manual.js",
  "workerd.js",
  "lease.js",
  "lease-edge-light.js",
  "lease-workerd.js",
  "lease/manual.js",
  "shared-lease.js",
  "umd/lease.js",
  "umd/lease/manual.js",
  "inspect.js",
  "inspect-edge-light.js",
  "inspect-workerd.js",
  "inspect/manual.js",
  "shared-inspect.js",
  "umd/inspect.js",
  "umd/inspect/manual.js",
  "testing.js",
  "umd/testing.js",
  "sql.js",
  "umd/sql.js",
  "command.js",
  "cli.js",
];

/** The declaration of a WebAssembly module in a bundle. It has a line of its own, because engines print lines that throw. */
function inlined(name) {
  const bytes = readFileSync(join(template, "core", fileOf(name)));
  return `\nconst CORE="${name === "inspect" ? packed(bytes) : bytes.toString("hex")}";\n`;
}

/** Turns a file of umd/ from a module into a script. */
function makeScript(name, global, more) {
  const file = join(dist, "umd", name);
  writeFileSync(file, asScript(readFileSync(file, "utf8"), global, more));
}

/**
 * Wraps a module's code as a script, for `require` and for pages, where it defines one global. `before` and `after` are
 * code that stands around it.
 */
function asScript(code, global, { before = "", after = "" } = {}) {
  const [exported, list] = code.match(/export\{([^{}]*)\};?\s*$/);
  const members = list.split(/,\s*/).map((member) => member.split(" as ").toReversed());
  const engine = /import\{(.*?)\}from"(\.\/index|\.\.\/manual|\.\.\/no-wasm)\.js";?/;
  const body = code.slice(0, -exported.length).replace(engine, (_, names, path) => {
    // Scripts for leases work on the main one, which a page has loaded before.
    const main = `${path.replace("index", "flakekit")}.js`;
    return `const{${names.replaceAll(" as ", ":")}}=typeof module==="object"?require("${main}"):flakekit;`;
  });
  const all = members.map(([name, local]) => `${name}:${local ?? name}`).join();
  const names = members.map(([name]) => name).join();
  // Node finds the names that can be imported in the assignment that is never executed.
  return (
    `"use strict";var ${global}=(()=>{${before}${body}${after}return Object.defineProperty({${all}},"__esModule",{value:!0})})();\n` +
    `if(typeof module==="object"){module.exports=${global};0&&(module.exports={${names}})}\n`
  );
}

/** Leaves imports of WebAssembly modules to the user's bundler. */
const leaveToBundlers = {
  name: "leave-to-bundlers",
  setup: (build) =>
    build.onResolve({ filter: /\/(core|inspect|lease)\.wasm/ }, ({ path }) => ({ path, external: true })),
};

/** Leaves what an entry imports to the runtime: what other files of the package export. `fileOf` gives the file, by the path. */
const leaveToRuntime = (name, filter, fileOf) => ({
  name,
  setup: (build) =>
    build.onResolve({ filter }, ({ path, importer }) =>
      basename(dirname(importer)) === "entries" ? { path: fileOf(path), external: true } : undefined,
    ),
});

/** The engine: each entry of leases has it from the main entry of its kind. */
const leaveToEntries = leaveToRuntime(
  "leave-to-entries",
  /^\.\/(inlined|workerd|edge-light|manual|no-wasm)\.js$/,
  (path) => {
    const kind = basename(path, ".js");
    return `${IN_FOLDERS.includes(kind) ? ".." : "."}/${kind === "inlined" ? "index" : kind}.js`;
  },
);

/** The entries of leases that are in the folder `lease`, as those of HTTP; the others are above it. */
const IN_FOLDERS = ["manual", "no-wasm"];

/** The entries of leases. */
const leaveToLeases = leaveToRuntime("leave-to-leases", /^\.\/lease[a-z-]*\.js$/, (path) => {
  const kind = path.slice("./lease-".length, -".js".length);
  return IN_FOLDERS.includes(kind) ? `./${kind}.js` : `.${path}`;
});

/** The same for scripts, of which none is for pages. */
const leaveToScripts = leaveToRuntime("leave-to-scripts", /^\.\/lease[a-z-]*\.js$/, (path) =>
  path.endsWith("-no-wasm.js") ? "./no-wasm.js" : "../lease.js",
);

/** The files with modules of leases, beside that of the main entry of leases. */
const leaveModules = leaveToRuntime("leave-modules", /^\.\/(complete|keepers)\.js$/, (path) =>
  path.replace("./", "./lease/"),
);

/** Leaves the import of the command to Node. It is a file of its own, because the tests run it in their process. */
const leaveToCommand = {
  name: "leave-to-command",
  setup: (build) => build.onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: "./command.js", external: true })),
};

/** The entries with declarations: their names, those of their scripts, and the other entries that they import. */
const DECLARED = [
  { name: "index", script: "flakekit" },
  { name: "manual", entries: { "./index.js": "./index.js" } },
  { name: "no-wasm", entries: { "./index.js": "./index.js" } },
  { name: "testing" },
  { name: "sql", entries: { "./index.js": "./index.js" } },
  { name: "inspect", entries: { "./index.js": "./index.js" } },
  { name: "inspect/manual", entries: { "../inspect.js": "../inspect.js" } },
  { name: "lease", entries: { "../index.js": "./index.js" } },
  { name: "lease/manual", entries: { "../lease.js": "../lease.js" } },
  { name: "lease/no-wasm", entries: { "../lease.js": "../lease.js" } },
  {
    name: "lease/http",
    entries: { "../index.js": "../index.js", "./lease.js": "../lease.js", "./store.js": "../lease.js" },
  },
  ...STORES.map((store) => ({
    name: `lease/${store}`,
    entries: { "../index.js": "../index.js", "./store.js": "../lease.js" },
  })),
];

/** The types of a file of WebAssembly. What importing it gives is the choice of the bundler, so it can have no other one. */
const MODULE_TYPES = `/** A compiled module, its bytes or its URL, as your bundler is set up. */
declare const module: any;
export default module;
`;

/** package.json, with the entries that are the same on every platform beside those of the template. */
function packageOf() {
  const given = JSON.parse(readFileSync(join(template, "package.json"), "utf8"));
  const { ".": main, ...others } = given.exports;
  const entries = DECLARED.map(({ name }) => `./${name}`).filter((entry) => entry !== "./index" && !(entry in others));
  const added = entries.map((entry) => {
    const [module, script] = [entry, entry.replace(".", "./umd")].map((file) => ({
      types: `${file}.d.ts`,
      default: `${file}.js`,
    }));
    // A bundler that knows `module-sync` has one copy of the package, however it is imported.
    return [entry, { "module-sync": module, require: script, default: module }];
  });
  return { ...given, exports: { ".": main, ...Object.fromEntries(added), ...others } };
}

function copyFiles() {
  writeFileSync(join(dist, "package.json"), JSON.stringify(packageOf(), null, 2) + "\n");
  copyFileSync(join(template, "umd.package.json"), join(dist, "umd", "package.json"));
  for (const name of ["core", "inspect", "lease"]) {
    copyFileSync(join(template, "core", fileOf(name)), join(dist, `${name}.wasm`));
    for (const folder of [dist, join(dist, "umd")]) writeFileSync(join(folder, `${name}.wasm.d.ts`), MODULE_TYPES);
  }
  for (const { name, script = name, entries } of DECLARED) {
    const declarations = joinDeclarations(join(template, "types", `${name}.d.ts`), entries);
    writeFileSync(join(dist, `${name}.d.ts`), declarations);
    // The same declarations serve import and require; TypeScript tells them apart by the folder's package.json.
    writeFileSync(
      join(dist, "umd", `${script}.d.ts`),
      declarations.replace(/"(\.\.?)\/index\.js"/g, '"$1/flakekit.js"'),
    );
    // Deno looks for types here, where it is given the file itself.
    const code = readFileSync(join(dist, `${name}.js`), "utf8");
    writeFileSync(join(dist, `${name}.js`), `/* @ts-self-types="./${basename(name)}.d.ts" */\n${code}`);
  }
  const jsr = JSON.parse(readFileSync(join(template, "jsr.json"), "utf8"));
  writeFileSync(join(dist, "jsr.json"), JSON.stringify({ ...jsr, version: version() }, null, 2));
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

if (process.argv[1]?.endsWith("build.mjs")) await main(build);
