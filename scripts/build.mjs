// Builds the npm package into dist/: the wasm, the wrapper around it, the command.

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
import { joinDeclarations } from "./declarations.mjs";
import { adaptGlue, OWN_NAMES, shortenNames } from "./glue.mjs";
import { main, root, run, step } from "./run.mjs";
import { trim } from "./trim.mjs";

const dist = join(root, "dist");
const template = join(root, "pkg-template");
const stamp = join(dist, ".built");
const inputs = [
  "src",
  "bindings",
  "pkg-template",
  "scripts",
  "Cargo.toml",
  "Cargo.lock",
  "README.md",
  "package-lock.json",
];

/** Builds the package, unless nothing has changed since it was built. */
export async function build() {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (inputs.every((input) => newest(join(root, input)) < built)) {
    await step("package", async () => "built already");
    return;
  }
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const coreNames = {};
  await step("wasm", () => buildWasm(coreNames));
  await step("JavaScript", () => buildJavaScript(coreNames));
  copyFiles();
  writeFileSync(stamp, "");
}

/** Builds the core, and notes what its names are shortened to. */
async function buildWasm(coreNames) {
  const where = ["--target", "web", "--out-dir", "../pkg-template/core", "--out-name", "core"];
  await run("wasm-pack", ["build", "bindings", "--release", "--mode", "no-install", "--no-pack", ...where], {
    quiet: true,
  });
  // wasm-pack puts a .gitignore of everything there, which npm would heed.
  rmSync(join(template, "core", ".gitignore"), { force: true });
  adaptGlue(join(template, "core"));
  await trim(join(template, "core", "core_bg.wasm"));
  Object.assign(coreNames, shortenNames(join(template, "core", "core_bg.wasm")));
  return `${statSync(join(template, "core", "core_bg.wasm")).size} bytes`;
}

async function buildJavaScript(coreNames) {
  // Only now: the set-up may have installed it in this very process.
  const { build } = await import("esbuild");
  const entry = (name) => `pkg-template/src/entries/${name}.ts`;
  const shared = {
    absWorkingDir: root,
    bundle: true,
    charset: "utf8",
    define: { VERSION: JSON.stringify(version()) },
    format: "esm",
    logLevel: "warning",
    // In all files alike, as copies of the package share a core.
    mangleCache: coreNames,
    mangleProps: OWN_NAMES,
    minify: true,
    platform: "neutral",
    target: "es2022",
  };
  await build({ ...shared, entryPoints: [entry("inlined")], outfile: "dist/index.js" });
  // These differ in how they come by the core, and share the rest.
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

  // For gzip it counts what stands within 32 KB: in an archive, where files of a kind are sorted by their names,
  // the code in umd/flakekit.js is just before the same code in index.js, and umd/manual.js before shared.js.
  const core = `const CORE="${readFileSync(join(template, "core", "core_bg.wasm"), "hex")}";`;
  const code = readFileSync(join(dist, "index.js"), "utf8");
  writeFileSync(join(dist, "index.js"), code + core);
  writeFileSync(join(dist, "umd", "flakekit.js"), asScript(code, core));
  const manual = join(dist, "umd", "manual.js");
  writeFileSync(manual, asScript(readFileSync(manual, "utf8")));
  return `${statSync(join(dist, "index.js")).size} bytes`;
}

/** A few hundred bytes less than what esbuild leaves. */
async function minify(file) {
  const { minify } = await import("terser");
  const { code } = await minify(readFileSync(file, "utf8"), {
    compress: {
      inline: 1,
      keep_fargs: false,
      lhs_constants: false,
      passes: 3,
      unsafe_arrows: true,
      unsafe_methods: true,
    },
    ecma: 2020,
    format: { comments: /@ts-self-types/ },
    module: true,
  });
  writeFileSync(file, code);
}

/**
 * The module as a script, for `require` and for a page, where it makes one global. `before` is declared in it
 * before everything else.
 */
function asScript(code, before = "") {
  const [exported, list] = code.match(/export\{([^{}]*)\};?\s*$/);
  const members = list.split(",").map((member) => member.split(" as ").toReversed());
  const body = code.slice(0, -exported.length);
  const all = members.map(([name, local]) => `${name}:${local ?? name}`).join();
  const names = members.map(([name]) => name).join();
  // Node reads off the dead second half what can be imported by name.
  return (
    `"use strict";var flakekit=(()=>{${before}${body}return Object.defineProperty({${all}},"__esModule",{value:!0})})();\n` +
    `if(typeof module==="object"){module.exports=flakekit;0&&(module.exports={${names}})}\n`
  );
}

/** Keeps imports of core.wasm as they stand, for the bundlers of those who use the package. */
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

/** The version, which the package and the crate share. */
function version() {
  const { version } = JSON.parse(readFileSync(join(template, "package.json"), "utf8"));
  const [, crate] = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m);
  if (version !== crate) throw new Error(`pkg-template/package.json has version ${version}, Cargo.toml ${crate}`);
  return version;
}

/** When the newest file at or below a path was changed; what is generated there does not count. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path).filter((name) => name !== "core" && name !== "target");
  return Math.max(0, ...below.map((name) => newest(join(path, name))));
}

if (process.argv[1]?.endsWith("build.mjs")) await main(build);
