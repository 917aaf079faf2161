// Bundles Workers as wrangler does.

import { mkdtempSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** The cores, which stay separate files. */
export const WASM_FILES = ["core.wasm", "lease.wasm"];

/** Bundles a Worker of this folder. Resolves to the folder of the bundle, a new one, because rows run at the same time. */
export async function bundleWorker(folder, entry) {
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
    target: "es2024",
  });
  const code = readFileSync(join(built, `${basename(entry, ".mjs")}.js`), "utf8");
  for (const name of WASM_FILES) {
    if (!new RegExp(`import \\w+ from "\\./${name.replace(".", "\\.")}"`).test(code))
      throw new Error(`the bundle does not import ${name} as a module`);
  }
  return built;
}
