// Bundles the TypeScript of the package into dist/: the ES modules, and in umd/ the scripts for `require` and for pages.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { bundleOptions, minify } from "./bundle.mjs";
import { Doors, importOf } from "./doors.mjs";
import { packed } from "./packed.mjs";
import { root } from "./run.mjs";
import { asScript } from "./script.mjs";
import { fileOf } from "./wasm/compile.mjs";

const dist = join(root, "dist");
const template = join(root, "pkg-template");
const sources = "pkg-template/src";

/** The stores of leases, and the checks of stores, that are entries of their own. */
export const STORES = [
  "conformance",
  ...readdirSync(join(template, "src", "lease", "stores")).filter((name) => !name.includes(".")),
];

/** The path of the room of a store. */
const roomOf = (store) => `lease/${store === "conformance" ? "" : "stores/"}${store}/index.js`;

/**
 * A row for each ES module that several entries share. `doors` are the rooms whose exports it has, of which only those that other files
 * import. `on` are the shared modules that it imports itself. The package has a script for each, which is that of an entry.
 */
const SHARED = [
  { file: "shared-http", doors: ["lease/server"], on: ["shared", "shared-lease"] },
  { file: "shared-inspect", doors: ["bridge", "inspect", "values"], on: [], script: "inspect" },
  {
    file: "shared-lease",
    doors: ["lease", "lease/keeper", "lease/protocol", "lease/stores", "lease/terms"],
    on: ["shared"],
    script: "lease",
  },
  { file: "shared", doors: [".", "bridge", "generators", "ids", "values"], on: [], script: "flakekit" },
];

/**
 * A row for each entry.
 *
 * - `file`: the path of its module without the suffix
 * - `source`: the name of the file in `entries/`, if it is another one
 * - `flavour`: how the entry gets its WebAssembly module, see `entries/main.ts`
 * - `on`: the shared modules that it imports
 * - `base`: the entry that it imports, by its source: a file of the package, or the name of an entry, which bundlers find for their platform
 * - `texts`: the WebAssembly modules that the file contains, by the names of the texts in the source
 * - `script`: what the script has instead, if its code is not that of the module; `null` if there is no script. With `like`, it is the
 *   script of another entry where there is WebAssembly, and this module elsewhere: Jest has WebAssembly, and Metro can require modules
 */
const ENTRIES = [
  {
    file: "index",
    source: "main",
    flavour: "inlined",
    on: ["shared"],
    texts: { CORE: "core" },
    script: { file: "flakekit", on: [] },
  },
  { file: "manual", flavour: "manual", on: ["shared"] },
  { file: "no-wasm", source: "main", flavour: "no-wasm", on: ["shared"] },
  { file: "worker", source: "main", flavour: "worker", on: ["shared"], script: null },
  {
    file: "inspect",
    flavour: "inlined",
    on: ["shared-inspect"],
    texts: { CORE: "reading", COMPLETE: "inspect" },
    script: { flavour: "script", on: [], texts: { CORE: "inspect" } },
  },
  { file: "inspect/manual", source: "inspect-manual", flavour: "manual", on: ["shared-inspect"] },
  { file: "inspect-worker", source: "inspect", flavour: "worker", on: ["shared-inspect"], script: null },
  {
    file: "inspect/no-wasm",
    source: "inspect",
    flavour: "no-wasm",
    on: ["shared-inspect"],
    script: { like: "inspect" },
  },
  {
    file: "lease",
    flavour: "inlined",
    on: ["shared", "shared-lease"],
    base: { main: "index" },
    texts: { CORE: "claimant", COMPLETE: "lease", KEEPERS: "keeper" },
    script: { flavour: "script", on: ["shared"], texts: { CORE: "lease" } },
  },
  ...[
    { file: "lease/manual", source: "lease-manual", flavour: "manual", base: { main: "manual" } },
    {
      file: "lease/no-wasm",
      source: "lease",
      flavour: "no-wasm",
      base: { main: "no-wasm" },
      script: { like: "lease" },
    },
    { file: "lease-worker", source: "lease", flavour: "worker", base: { main: "worker" }, script: null },
  ].map((row) => ({ ...row, on: ["shared", "shared-lease"] })),
  {
    file: "lease/http",
    source: "http",
    on: ["shared", "shared-lease", "shared-http"],
    base: { lease: "lease" },
    script: { on: ["shared", "shared-lease"], base: { lease: "flakekit/lease" } },
  },
  {
    file: "lease/http-bundled",
    source: "http",
    on: ["shared", "shared-lease", "shared-http"],
    base: { lease: "flakekit/lease" },
    script: null,
  },
  ...STORES.map((store) => ({ file: `lease/${store}`, path: roomOf(store), on: ["shared", "shared-lease"] })),
  { file: "hidden", flavour: "inlined", on: ["shared"], texts: { CORE: "hidden" } },
  { file: "hidden/no-wasm", source: "hidden", flavour: "no-wasm", on: ["shared"], script: null },
  { file: "testing", on: ["shared"] },
  { file: "sql", on: ["shared"] },
];

/** The scripts that pages can load, by the global that they define. A page loads the scripts that a script imports before it. */
const GLOBALS = {
  flakekit: ["flakekit", "manual", "no-wasm"],
  flakekitInspect: ["inspect", "inspect/manual"],
  flakekitLease: ["lease", "lease/manual"],
};

const globalOf = (file) => Object.keys(GLOBALS).find((name) => GLOBALS[name].includes(file));

/** The script that has what a module has. */
const scriptOf = (module) =>
  module === "index" ? "flakekit" : (SHARED.find(({ file }) => file === module)?.script ?? module);

/**
 * Writes all bundles. `coreNames` are the short names of the core. `maps`, if it is given, gets the source map of each module by its file.
 * `shrink` makes a bundle small. Resolves to the bytes of the main entry.
 */
export async function buildJavaScript({ version, coreNames, maps, shrink = minify }) {
  // Imported here because the set-up may have installed it in this process.
  const { build } = await import("esbuild");
  const common = bundleOptions(root, version, coreNames);
  /** Bundles; resolves to the code, and the names that it exports. */
  const bundle = async ({ define, ...options }) => {
    const defined = { ...common.define, ...define };
    const { mangleCache, metafile, outputFiles } = await build({
      ...common,
      ...options,
      define: defined,
      external: ["node:*", ...(options.external ?? [])],
      metafile: true,
      write: false,
      // The map is the first of the files then.
      ...(maps && { sourcemap: "external", outfile: "dist/all.js" }),
    });
    // Bundles work on each other's objects, so all of them use the same short names.
    Object.assign(common.mangleCache, mangleCache);
    const [{ exports }] = Object.values(metafile.outputs).slice(-1);
    return { code: outputFiles.at(-1).text, map: maps && outputFiles[0].text, exports };
  };
  const doors = await Doors.open(SHARED, bundle);
  const bundleRow = async (row, contents) => {
    const define = { FLAVOUR: JSON.stringify(row.flavour ?? "") };
    const stdin = { contents, resolveDir: join(root, sources), sourcefile: "all.ts" };
    const { code, map, exports } = await bundle({ define, plugins: [doors.plugin(row)], stdin });
    return { exports, ...(await shrink(doors.note(row, code), map)) };
  };
  const writeModule = ({ file, texts }, { code, map }) => {
    write(file, code + declarationsOf(texts).join(""));
    maps?.set(file, map);
  };

  const namesOf = new Map();
  for (const row of ENTRIES) {
    const module = await bundleRow(row, exportAllOf(row));
    const { code, exports } = module;
    namesOf.set(row.file, exports);
    writeModule(row, module);
    if (row.script === undefined) writeScript(row, code, exports);
    else if (row.script?.like !== undefined) writeChoice(row);
    else if (row.script !== null && hostedBy(row) === undefined) {
      const own = { ...row, ...row.script };
      writeScript(own, (await bundleRow(own, exportAllOf(own))).code, exports);
    }
  }
  for (const shared of SHARED) {
    writeModule(shared, await bundleRow(shared, doors.exportsOf(shared)));
    const row = ENTRIES.find((entry) => hostedBy(entry) === shared);
    if (row === undefined) continue;
    const own = { ...row, ...row.script };
    const { code } = await bundleRow(own, `${exportAllOf(own)}\n${doors.exportsOf(shared)}`);
    writeScript(own, code, namesOf.get(row.file));
  }
  // The bundler of React Native replaces what this file requires by the module: see pkg-template/umd.package.json.
  write("umd/react-native", '"use strict";\nmodule.exports=require("./no-wasm.js");\n');
  await buildCommand(bundle, shrink);
  return readFileSync(join(dist, "index.js")).length;
}

/** The code that exports what an entry exports. */
const exportAllOf = ({ file, source = file, path = `entries/${source}.js` }) => `export * from "./${path}";`;

/** The shared module whose code the script of an entry contains. */
const hostedBy = ({ file, script }) => script && SHARED.find((shared) => shared.script === (script.file ?? file));

/** The declarations of WebAssembly modules in a bundle. Each has a line of its own, because engines print lines that throw. */
function declarationsOf(texts = {}) {
  const textOf = (module) => packed(readFileSync(join(template, "core", fileOf(module))));
  return Object.entries(texts).map(([name, module]) => `\nconst ${name}="${textOf(module)}";\n`);
}

function write(file, code) {
  const path = join(dist, `${file}.js`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

/** Writes the script of an entry, whose exports for users are `names`. */
function writeScript({ file, on, texts }, code, names) {
  const global = globalOf(file);
  const sourceOf = (path) => {
    if (!path.startsWith(".")) return `require("${path}")`;
    const script = scriptOf(posix.join(posix.dirname(file), path.slice(0, -".js".length)));
    const required = `require("${importOf(file, script)}")`;
    return global === undefined ? required : `typeof module==="object"?${required}:${globalOf(script)}`;
  };
  // A script for pages that is based on another one takes its place, so it has what later scripts need of that one.
  const isBased = global !== undefined && globalOf(scriptOf(on.at(-1))) === global;
  const base = isBased ? importOf(file, on.at(-1)) : undefined;
  write(`umd/${file}`, asScript(code, { global, names, sourceOf, head: declarationsOf(texts).join(""), base }));
}

/** Writes the script of an entry that is like another one's where there is WebAssembly. */
function writeChoice({ file, script: { like } }) {
  const [other, module] = [like, `../${file}`].map((path) => `require("${importOf(file, path)}")`);
  write(`umd/${file}`, `"use strict";\nmodule.exports=typeof WebAssembly==="object"?${other}:${module};\n`);
}

async function buildCommand(bundle, shrink) {
  const external = ["flakekit", "flakekit/*"];
  const command = await bundle({ external, entryPoints: [`${sources}/cli/index.ts`] });
  write("command", (await shrink(command.code)).code);
  const banner = { js: "#!/usr/bin/env node" };
  const main = await bundle({ banner, external, entryPoints: [`${sources}/cli/main.ts`], plugins: [leaveToCommand] });
  write("cli", (await shrink(main.code)).code);
}

/** Leaves the import of the command to Node. It is a file of its own, because the tests run it in their process. */
const leaveToCommand = {
  name: "leave-to-command",
  setup: (build) => build.onResolve({ filter: /^\.\/index\.js$/ }, () => ({ path: "./command.js", external: true })),
};
