// The bundlers. Each builds programs, by name, into files of these names in a folder. Code that programs have in common
// may be in files of its own.

import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import * as swc from "@swc/core";
import * as esbuild from "esbuild";
import * as rolldown from "rolldown";
import * as vite from "vite";
import webpack from "webpack";
import { run } from "../../../scripts/run.mjs";

const parcel = createRequire(import.meta.url).resolve("parcel/package.json");

/**
 * Whether the user has set NODE_ENV. This is asked once and not for each build, because another build may run at the
 * same time.
 */
const WAS_SET = "NODE_ENV" in process.env;

async function withVite(programs, out) {
  await vite.build({
    root: out,
    configFile: false,
    logLevel: "error",
    build: {
      outDir: out,
      emptyOutDir: false,
      lib: { entry: programs, formats: ["es"], fileName: (_, name) => `${name}.mjs` },
      rollupOptions: { external: /^node:/ },
    },
  });
  // Vite sets NODE_ENV=production for this process. With it, npm would install no devDependencies of the groups that
  // follow.
  if (!WAS_SET) delete process.env.NODE_ENV;
}

async function withWebpack(programs, out, optimization = {}) {
  const isOne = Object.keys(programs).length === 1;
  const compiler = webpack({
    mode: "production",
    target: "node",
    entry: programs,
    // Modules import the modules of Node; scripts would call `require`.
    experiments: { outputModule: true },
    optimization: { splitChunks: isOne ? false : { chunks: "all" }, ...optimization },
    output: { path: out, filename: "[name].mjs", module: true },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
}

/** webpack joins the modules as Next.js does, and SWC's minifier finds unused code. */
async function withSwc(programs, out) {
  await withWebpack(programs, out, { innerGraph: false, minimize: false });
  for (const name of Object.keys(programs)) {
    const file = join(out, `${name}.mjs`);
    const { code } = await swc.minify(readFileSync(file, "utf8"), { compress: true, mangle: true, module: true });
    writeFileSync(file, code);
  }
}

async function withEsbuild(programs, out) {
  await esbuild.build({
    bundle: true,
    entryPoints: programs,
    external: ["node:*"],
    format: "esm",
    minify: true,
    outdir: out,
    outExtension: { ".js": ".mjs" },
    splitting: true,
  });
}

async function withRolldown(programs, out) {
  const bundle = await rolldown.rolldown({ input: programs, external: /^node:/, platform: "node" });
  await bundle.write({ dir: out, entryFileNames: "[name].mjs", minify: true });
  await bundle.close();
}

/** Parcel loads only packages that the package.json above the program names. */
async function withParcel(programs, out) {
  const project = join(import.meta.dirname, "parcel");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "type": "module", "dependencies": { "flakekit": "*" } }');
  const options = ["--no-source-maps", "--no-cache", "--no-autoinstall", "--dist-dir", out];
  for (const [name, program] of Object.entries(programs)) {
    const entry = join(project, `${name}.js`);
    copyFileSync(program, entry);
    await run("node", [join(parcel, "..", "lib", "bin.js"), "build", entry, ...options], { cwd: project, quiet: true });
    renameSync(join(out, `${name}.js`), join(out, `${name}.mjs`));
  }
}

const versionOf = (file) => JSON.parse(readFileSync(file, "utf8")).version;

/**
 * How each bundler builds one program, and how it builds the programs of all entries (`buildAll`), if it does that in another way:
 * of 54 s of the processor, webpack's minifier takes 44 s for all programs.
 */
export const bundlers = {
  Vite: { version: vite.version, build: withVite },
  webpack: {
    version: webpack.version,
    build: withWebpack,
    buildAll: (programs, out) => withWebpack(programs, out, { minimize: false }),
  },
  esbuild: { version: esbuild.version, build: withEsbuild },
};

/**
 * All minifiers, each of which finds unused code in its own way. Vite's minifier is Rolldown's, and leaves the white
 * space of libraries.
 */
export const minifiers = {
  webpack: bundlers.webpack,
  esbuild: bundlers.esbuild,
  "SWC's minifier": { version: swc.version, build: withSwc },
  Rolldown: { version: rolldown.VERSION, build: withRolldown },
  Parcel: { version: versionOf(parcel), build: withParcel },
};
