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
import { adaptGlue } from "./glue.mjs";
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
  await step("wasm", buildWasm);
  await step("JavaScript", buildJavaScript);
  copyFiles();
  writeFileSync(stamp, "");
}

async function buildWasm() {
  const where = ["--target", "web", "--out-dir", "../pkg-template/core", "--out-name", "core"];
  await run("wasm-pack", ["build", "bindings", "--release", "--mode", "no-install", "--no-pack", ...where], {
    quiet: true,
  });
  // wasm-pack puts a .gitignore of everything there, which npm would heed.
  rmSync(join(template, "core", ".gitignore"), { force: true });
  adaptGlue(join(template, "core"));
  await trim(join(template, "core", "core_bg.wasm"));
  return `${statSync(join(template, "core", "core_bg.wasm")).size} bytes`;
}

async function buildJavaScript() {
  // Only now: the set-up may have installed it in this very process.
  const { build } = await import("esbuild");
  const entry = (name) => `pkg-template/src/entries/${name}.ts`;
  const shared = {
    absWorkingDir: root,
    bundle: true,
    charset: "utf8",
    define: { VERSION: JSON.stringify(version()) },
    format: "esm",
    loader: { ".wasm": "base64" },
    logLevel: "warning",
    minify: true,
    platform: "neutral",
    target: "es2022",
  };
  const inlined = await build({
    ...shared,
    entryPoints: [entry("inlined")],
    metafile: true,
    outfile: "dist/index.js",
  });
  // One file for `require` and for a classic script, where it makes one global.
  const names = inlined.metafile.outputs["dist/index.js"].exports;
  await build({
    ...shared,
    entryPoints: [entry("inlined")],
    footer: {
      // Node reads off the second half what can be imported by name.
      js: `if(typeof module==="object"){module.exports=flakekit;0&&(module.exports={${names.join(",")}})}`,
    },
    format: "iife",
    globalName: "flakekit",
    outfile: "dist/umd/flakekit.js",
  });
  // These differ in how they come by the core, and share the rest.
  await build({
    ...shared,
    chunkNames: "shared",
    entryPoints: ["workerd", "edge-light", "manual"].map(entry),
    outdir: "dist",
    plugins: [leaveToBundlers],
    splitting: true,
  });
  await build({ ...shared, entryPoints: [entry("manual")], format: "cjs", outfile: "dist/manual.cjs" });
  for (const file of ["index.js", "shared.js"]) await minify(join(dist, file));
  await build({
    ...shared,
    banner: { js: "#!/usr/bin/env node" },
    entryPoints: ["pkg-template/src/cli/main.ts"],
    external: ["node:*", "flakekit"],
    outfile: "dist/cli.js",
  });
  return `${statSync(join(dist, "index.js")).size} bytes`;
}

/** A few hundred bytes less than what esbuild leaves. Not for CommonJS, whose names Node reads off dead code. */
async function minify(file) {
  const { minify } = await import("terser");
  const { code } = await minify(readFileSync(file, "utf8"), {
    compress: { passes: 3 },
    ecma: 2020,
    format: { comments: /@ts-self-types/ },
    module: true,
  });
  writeFileSync(file, code);
}

/** Keeps imports of core.wasm as they stand, for the bundlers of those who use the package. */
const leaveToBundlers = {
  name: "leave-to-bundlers",
  setup: (build) => build.onResolve({ filter: /\/core\.wasm/ }, ({ path }) => ({ path, external: true })),
};

function copyFiles() {
  copyFileSync(join(template, "package.json"), join(dist, "package.json"));
  copyFileSync(join(template, "umd.package.json"), join(dist, "umd", "package.json"));
  copyFileSync(join(template, "core", "core_bg.wasm"), join(dist, "core.wasm"));
  // The same declarations serve import and require; TypeScript tells them apart by the name.
  for (const name of ["index", "manual"]) {
    const declarations = readFileSync(join(template, `${name}.d.ts`), "utf8");
    writeFileSync(join(dist, `${name}.d.ts`), declarations);
    writeFileSync(join(dist, `${name}.d.cts`), declarations.replaceAll('"./index.js"', '"./index.cjs"'));
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
