// Builds a page of pages/ with each bundler, for production.

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import * as vite from "vite";
import webpack from "webpack";

/** The largest bundle, uncompressed. */
const MAX_BYTES = 350 * 1024;

/** Each function builds a page and its script into a folder; it resolves to the paths of the bundled files. */
export const bundlers = {
  Vite: { version: vite.version, build: withVite },
  webpack: { version: webpack.version, build: withWebpack },
  esbuild: { version: esbuild.version, build: withEsbuild },
};

/**
 * Whether the user has set NODE_ENV. This is asked once and not for each build, because another build may run at the
 * same time.
 */
const WAS_SET = "NODE_ENV" in process.env;

async function withVite(pages, name, out) {
  const bundled = [];
  // The files of the bundle are remembered, and not all parsed files: Vite leaves out modules that the page does not
  // use.
  const remember = {
    name: "remember",
    generateBundle: (_, files) => {
      for (const { modules = {} } of Object.values(files)) bundled.push(...Object.keys(modules));
    },
  };
  await vite.build({
    root: pages,
    base: "./",
    configFile: false,
    logLevel: "error",
    plugins: [remember],
    worker: { format: "es", plugins: () => [remember] },
    build: { outDir: out, rollupOptions: { input: join(pages, `${name}.html`) } },
  });
  // Vite sets NODE_ENV=production for this process. With it, npm would install no devDependencies of the groups that
  // follow.
  if (!WAS_SET) delete process.env.NODE_ENV;
  return bundled;
}

async function withWebpack(pages, name, out) {
  const compiler = webpack({
    mode: "production",
    context: pages,
    entry: { [name]: `./${name}.js` },
    output: { path: out, filename: "[name].js" },
    // A page with leases is larger than webpack's default limit, 244 KiB before compression.
    performance: { maxAssetSize: MAX_BYTES, maxEntrypointSize: MAX_BYTES },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
  copyPage(pages, name, out);
  return [...stats.compilation.modules].map((module) => module.resource ?? "");
}

async function withEsbuild(pages, name, out) {
  // esbuild does not find workers, so a worker is an entry too.
  const entries = name === "in-worker" ? [name, "run"] : [name];
  const { metafile } = await esbuild.build({
    absWorkingDir: pages,
    bundle: true,
    entryPoints: entries.map((entry) => `${entry}.js`),
    format: "esm",
    metafile: true,
    minify: true,
    outdir: out,
  });
  copyPage(pages, name, out);
  return Object.keys(metafile.inputs);
}

function copyPage(pages, name, out) {
  const page = join(pages, `${name}.html`);
  if (existsSync(page)) copyFileSync(page, join(out, `${name}.html`));
}
