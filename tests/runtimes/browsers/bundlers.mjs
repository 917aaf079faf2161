// The pages of pages/ as each bundler builds them, for production, into built/<bundler>/.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import * as vite from "vite";
import webpack from "webpack";

const ENTRIES = ["run", "in-worker", "copy"];

/** Each builds the pages and gives the paths of the files that went into the bundles. */
export const bundlers = [
  { name: "Vite", version: vite.version, build: withVite },
  { name: "webpack", version: webpack.version, build: withWebpack },
  { name: "esbuild", version: esbuild.version, build: withEsbuild },
];

async function withVite(folder, out) {
  const bundled = [];
  const remember = { name: "remember", moduleParsed: ({ id }) => void bundled.push(id) };
  const input = ["run.html", "in-worker.html"].map((page) => join(folder, "pages", page));
  await vite.build({
    root: join(folder, "pages"),
    base: "./",
    configFile: false,
    logLevel: "error",
    plugins: [remember],
    worker: { format: "es", plugins: () => [remember] },
    build: { outDir: out, rollupOptions: { input } },
  });
  return bundled;
}

async function withWebpack(folder, out) {
  const compiler = webpack({
    mode: "production",
    context: join(folder, "pages"),
    entry: Object.fromEntries(ENTRIES.map((entry) => [entry, `./${entry}.js`])),
    output: { path: out, filename: "[name].js" },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
  copyPages(folder, out);
  return [...stats.compilation.modules].map((module) => module.resource ?? "");
}

async function withEsbuild(folder, out) {
  const { metafile } = await esbuild.build({
    absWorkingDir: folder,
    bundle: true,
    entryPoints: ENTRIES.map((entry) => join("pages", `${entry}.js`)),
    format: "esm",
    metafile: true,
    minify: true,
    outdir: out,
  });
  copyPages(folder, out);
  return Object.keys(metafile.inputs);
}

function copyPages(folder, out) {
  for (const page of ["run.html", "in-worker.html"]) copyFileSync(join(folder, "pages", page), join(out, page));
}
