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
import { join } from "node:path";
import { bundleOptions, minify } from "./bundle.mjs";
import { joinDeclarations } from "./declarations.mjs";
import { writeGenerated } from "./generate.mjs";
import { main, root, run, step } from "./run.mjs";
import { adaptCore } from "./wasm/core.mjs";
import { adaptGlue } from "./wasm/glue.mjs";
import { shortenNames } from "./wasm/names.mjs";

const dist = join(root, "dist");
const template = join(root, "pkg-template");
const stamp = join(dist, ".built");
const inputs = [
  "src",
  "bindings",
  "contract",
  "pkg-template",
  "scripts",
  "Cargo.toml",
  "Cargo.lock",
  "README.md",
  "package-lock.json",
];

/** Builds the package, unless no input has changed since the last build. */
export async function build() {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (inputs.every((input) => newest(join(root, input)) < built)) {
    await step("package", async () => "built already");
    return;
  }
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const core = join(template, "core");
  const coreNames = {};
  await step("generated files", async () => (await writeGenerated()).join(", "));
  await step("wasm", async () => {
    await compileCore(core);
    Object.assign(coreNames, await patchCore(core));
    return `${statSync(join(core, "core_bg.wasm")).size} bytes`;
  });
  await step("JavaScript", () => buildJavaScript(coreNames));
  copyFiles();
  writeFileSync(stamp, "");
}

/** Compiles the core into a folder, as wasm-bindgen writes it: core_bg.wasm and its glue, core.js. */
export async function compileCore(folder) {
  const where = ["--target", "web", "--out-dir", folder, "--out-name", "core"];
  await run("wasm-pack", ["build", "bindings", "--release", "--mode", "no-install", "--no-pack", ...where], {
    quiet: true,
  });
  // wasm-pack writes a .gitignore that excludes everything, and npm would obey it.
  rmSync(join(folder, ".gitignore"), { force: true });
}

/** Patches the core and its glue in place, and returns the short names of the core's imports and exports. */
async function patchCore(folder) {
  adaptGlue(folder);
  await adaptCore(join(folder, "core_bg.wasm"));
  return shortenNames(join(folder, "core_bg.wasm"));
}

async function buildJavaScript(coreNames) {
  // Imported here because the set-up may have installed it in this process.
  const { build } = await import("esbuild");
  const entry = (name) => `pkg-template/src/entries/${name}.ts`;
  const shared = bundleOptions(root, version(), coreNames);
  await build({ ...shared, entryPoints: [entry("inlined")], outfile: "dist/index.js" });
  // These entries differ only in how they load the core. The rest goes to one shared file.
  await build({
    ...shared,
    chunkNames: "shared",
    entryPoints: ["workerd", "edge-light", "manual"].map(entry),
    outdir: "dist",
    plugins: [leaveToBundlers],
    splitting: true,
  });
  await build({ ...shared, entryPoints: [entry("manual")], outfile: "dist/umd/manual.js" });
  await build({
    ...shared,
    banner: { js: "#!/usr/bin/env node" },
    entryPoints: ["pkg-template/src/cli/main.ts"],
    external: ["node:*", "flakekit"],
    outfile: "dist/cli.js",
  });
  for (const file of ["index.js", "manual.js", "shared.js", "umd/manual.js", "cli.js"]) await minify(join(dist, file));

  // gzip finds repetitions within 32 KB. npm sorts the files of an archive so that umd/flakekit.js is followed by
  // index.js, and umd/manual.js by shared.js. The code comes last in the first and first in the second.
  const core = `const CORE="${readFileSync(join(template, "core", "core_bg.wasm"), "hex")}";`;
  const code = readFileSync(join(dist, "index.js"), "utf8");
  writeFileSync(join(dist, "index.js"), code + core);
  writeFileSync(join(dist, "umd", "flakekit.js"), asScript(code, core));
  const manual = join(dist, "umd", "manual.js");
  writeFileSync(manual, asScript(readFileSync(manual, "utf8")));
  return `${statSync(join(dist, "index.js")).size} bytes`;
}

/**
 * Wraps a module's code as a script, for `require` and for pages, where it defines one global. `before` is code that the
 * script starts with.
 */
function asScript(code, before = "") {
  const [exported, list] = code.match(/export\{([^{}]*)\};?\s*$/);
  const members = list.split(",").map((member) => member.split(" as ").toReversed());
  const body = code.slice(0, -exported.length);
  const all = members.map(([name, local]) => `${name}:${local ?? name}`).join();
  const names = members.map(([name]) => name).join();
  // Node finds the names that can be imported in the assignment that is never executed.
  return (
    `"use strict";var flakekit=(()=>{${before}${body}return Object.defineProperty({${all}},"__esModule",{value:!0})})();\n` +
    `if(typeof module==="object"){module.exports=flakekit;0&&(module.exports={${names}})}\n`
  );
}

/** Leaves imports of core.wasm to the user's bundler. */
const leaveToBundlers = {
  name: "leave-to-bundlers",
  setup: (build) => build.onResolve({ filter: /\/core\.wasm/ }, ({ path }) => ({ path, external: true })),
};

function copyFiles() {
  const types = (name) => join(template, "types", `${name}.d.ts`);
  copyFileSync(join(template, "package.json"), join(dist, "package.json"));
  copyFileSync(join(template, "umd.package.json"), join(dist, "umd", "package.json"));
  copyFileSync(join(template, "core", "core_bg.wasm"), join(dist, "core.wasm"));
  // The same declarations serve import and require; TypeScript tells them apart by the folder's package.json.
  for (const [name, script] of [
    ["index", "flakekit"],
    ["manual", "manual"],
  ]) {
    const declarations = name === "index" ? joinDeclarations(types(name)) : readFileSync(types(name), "utf8");
    writeFileSync(join(dist, `${name}.d.ts`), declarations);
    writeFileSync(join(dist, "umd", `${script}.d.ts`), declarations.replaceAll('"./index.js"', '"./flakekit.js"'));
    // Deno looks for types here, where it is given the file itself.
    const code = readFileSync(join(dist, `${name}.js`), "utf8");
    writeFileSync(join(dist, `${name}.js`), `/* @ts-self-types="./${name}.d.ts" */\n${code}`);
  }
  const jsr = JSON.parse(readFileSync(join(template, "jsr.json"), "utf8"));
  writeFileSync(join(dist, "jsr.json"), JSON.stringify({ ...jsr, version: version() }, null, 2));
  for (const file of ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]) {
    copyFileSync(join(root, file), join(dist, file));
  }
}

/** The version. The package and the crate must have the same. */
function version() {
  const { version } = JSON.parse(readFileSync(join(template, "package.json"), "utf8"));
  const [, crate] = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
  if (version !== crate) throw new Error(`pkg-template/package.json has version ${version}, Cargo.toml ${crate}`);
  return version;
}

/** The latest modification time of the files at or below a path, except generated ones. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path).filter((name) => name !== "core" && name !== "target");
  return Math.max(0, ...below.map((name) => newest(join(path, name))));
}

if (process.argv[1]?.endsWith("build.mjs")) await main(build);
