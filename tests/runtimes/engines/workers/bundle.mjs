// Bundles Workers as wrangler does.

import { mkdtempSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { build } from "esbuild";

/** The WebAssembly modules of a Worker that has leases. They stay separate files. */
export const WASM_FILES = ["core.wasm", "lease.wasm"];

/** wrangler knows `core.wasm?module` as `core.wasm`, since its version 2.15.1. */
const withoutSuffix = {
  name: "without-suffix",
  setup: (build) =>
    build.onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -"?module".length)),
    })),
};

/**
 * Bundles a Worker of this folder, which imports these WebAssembly modules. Resolves to the folder of the bundle. The
 * folder is a new one, because rows run at the same time.
 */
export async function bundleWorker(folder, entry, wasmFiles = WASM_FILES) {
  const built = mkdtempSync(join(folder, "workers", "built-"));
  await build({
    absWorkingDir: folder,
    assetNames: "[name]",
    bundle: true,
    conditions: ["workerd", "worker", "browser"],
    entryPoints: [`workers/${entry}`],
    format: "esm",
    loader: { ".wasm": "copy" },
    logLevel: "error",
    outdir: built,
    plugins: [withoutSuffix],
    target: "es2024",
  });
  const code = readFileSync(join(built, `${basename(entry, extname(entry))}.js`), "utf8");
  for (const name of wasmFiles) {
    if (!new RegExp(`import \\w+ from "\\./${name.replace(".", "\\.")}"`).test(code))
      throw new Error(`the bundle does not import ${name} as a module`);
  }
  return built;
}
