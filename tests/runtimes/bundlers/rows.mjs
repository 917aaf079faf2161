// Rows: the package in bundles, which Node runs. The group `browsers` runs bundles in browsers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import * as vite from "vite";
import webpack from "webpack";
import { run } from "../../../scripts/run.mjs";
import { runEntries } from "./entries.mjs";

/** Each builds programs, by name, into files of these names in a folder. What they have in common may be in files of its own. */
const bundlers = {
  Vite: { version: vite.version, build: withVite },
  webpack: { version: webpack.version, build: withWebpack },
  esbuild: { version: esbuild.version, build: withEsbuild },
};

/** Whether the user has set it. Not asked for each build: another one may run at the same time. */
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
  // Vite sets NODE_ENV=production for this process. npm would then install no devDependencies of the groups that follow.
  if (!WAS_SET) delete process.env.NODE_ENV;
}

async function withWebpack(programs, out) {
  const compiler = webpack({
    mode: "production",
    target: "node",
    entry: programs,
    // Modules import those of Node; scripts would call `require`.
    experiments: { outputModule: true },
    optimization: { splitChunks: { chunks: "all" } },
    output: { path: out, filename: "[name].mjs", module: true },
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString("errors-warnings"));
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

/** The programs that are bundled. */
const programs = [
  { name: "program.mjs", how: "bundle, run by Node", loads: "index.js, inspect.js, bundled" },
  { name: "leases.mjs", how: "leases, bundle, run by Node", loads: "index.js, lease.js, lease/http.js, bundled" },
];

function row(where, { version, build }, { name, how, loads }) {
  return {
    where,
    how,
    run: async ({ folder }) => {
      // Outside of the repository, so that the bundle can't load the package.
      const out = mkdtempSync(join(tmpdir(), "flakekit-bundle-"));
      try {
        await build({ bundle: join(folder, name) }, out);
        const output = await run("node", [join(out, "bundle.mjs")], { cwd: out, quiet: true });
        if (output.trim() !== "checked") throw new Error(`the bundle prints ${output}`);
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
      return { version, loads };
    },
  };
}

/** A row that builds and runs a program for each entry of the package. */
function entriesRow(where, { version, build }) {
  return {
    where,
    how: "every entry, bundles, run by Node",
    run: async ({ folder }) => {
      const count = await runEntries(folder, where, build);
      return { version, loads: `${count} programs: every entry but those of pages` };
    },
  };
}

export const rows = Object.entries(bundlers).flatMap(([where, bundler]) => [
  ...programs.map((program) => row(where, bundler, program)),
  entriesRow(where, bundler),
]);
