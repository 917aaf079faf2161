// The modules that lease-conformance.test.mjs and lease-memory.test.mjs test, bundled as the package bundles them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "flakekit-"));
const outfile = join(folder, "conformance.mjs");
const modules = ["conformance", "memory"].map((name) => `export * from "./pkg-template/src/lease/${name}.ts";`);
await build({
  bundle: true,
  format: "esm",
  mangleProps: /^_[a-z]/,
  outfile,
  platform: "neutral",
  stdin: { contents: modules.join("\n"), resolveDir: root },
  target: "es2022",
});

export const { conformance, memory } = await import(pathToFileURL(outfile).href);

rmSync(folder, { recursive: true });
