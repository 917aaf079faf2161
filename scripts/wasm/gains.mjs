// Prints what each patch saves, in bytes gzipped: builds the core and the main entry without one patch at a time.

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleOptions, minify } from "../bundle.mjs";
import { main, root } from "../run.mjs";
import { printTable } from "../table.mjs";
import { compileModule } from "./compile.mjs";
import { adaptModule, CORE_PATCHES } from "./core.mjs";
import { shortenNames } from "./names.mjs";

/** What can be left out of the build of the main entry. */
const SHORT_NAMES = "short names";
const TERSER = "terser";

const folder = join(root, "target", "gains");
const compiled = join(folder, "compiled");

/** The imports of other flavours, which are left out. */
const leaveFlavours = {
  name: "leave-flavours",
  setup: (build) =>
    build.onResolve({ filter: /\.wasm\?module$|-translated\.js$/ }, ({ path }) => ({
      ...{ path, external: true, sideEffects: false },
    })),
};

/** The gzipped sizes of the core and of index.js beside it, built without one patch. */
async function sizes(without) {
  const core = join(folder, "core");
  const wasm = join(core, "core_bg.wasm");
  cpSync(compiled, core, { recursive: true });
  await adaptModule(wasm, { without });
  const coreNames = without === SHORT_NAMES ? {} : shortenNames(wasm);
  const options = bundleOptions(folder, "0.0.0", coreNames);
  if (without === SHORT_NAMES) options.mangleProps = undefined;
  const outfile = join(folder, "index.js");
  const define = { ...options.define, FLAVOUR: '"inlined"' };
  const bundled = await build({
    ...options,
    define,
    entryPoints: ["src/entries/main.ts"],
    plugins: [leaveFlavours],
    write: false,
  });
  const [{ text }] = bundled.outputFiles;
  writeFileSync(outfile, without === TERSER ? text : (await minify(text)).code);
  return [wasm, outfile].map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
}

await main(async () => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "pkg-template", "src"), join(folder, "src"), { recursive: true });
  await compileModule("core", compiled);
  const all = await sizes();
  const rows = [["with all patches", ...all.map(String)]];
  for (const patch of [...CORE_PATCHES, SHORT_NAMES, TERSER]) {
    const larger = (await sizes(patch)).map((size, i) => size - all[i]);
    rows.push([`without ${patch}`, ...larger.map((bytes) => (bytes < 0 ? `${bytes}` : `+${bytes}`))]);
  }
  printTable([["bytes, gzipped", "core.wasm", "index.js without the core"], ...rows]);
});
