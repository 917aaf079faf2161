// Rows: Cloudflare's runtime, as the binary workerd and as miniflare, which starts one.

import { createRequire } from "node:module";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { allDiffer, requireJson, serving } from "../serving.mjs";
import { bundleWorker, WASM_FILES } from "./bundle.mjs";
import { rows as leases } from "./lease-rows.mjs";

/** What a Worker loads. */
const LOADED = "workerd.js and lease-workerd.js, core.wasm and lease.wasm as modules";

const { version } = createRequire(import.meta.url)("workerd/package.json");

/** Asks a Worker at each of its paths. */
async function question(get) {
  await get("/check");
  await get("/leases");
  for (const refusal of await get("/early")) {
    if (!/^(CLOCK_INVALID|NO_RANDOMNESS): .*global scope.* handler/.test(refusal))
      throw new Error(`in global scope: ${refusal}`);
  }
  allDiffer(await get("/instant"));
}

async function onWorkerd({ folder }) {
  await bundleWorker(folder, "worker.mjs");
  const binary = join(folder, "node_modules", ".bin", "workerd");
  // With --control-fd=1 it prints the port to standard output.
  const args = ["serve", "workers/config.capnp", "--socket-addr=http=127.0.0.1:0", "--control-fd=1"];
  await serving({ command: binary, args, cwd: folder, listens: /"event":"listen".*"port":(\d+)\}/ }, question);
  return { version, loads: LOADED };
}

async function onMiniflare({ folder }) {
  const built = await bundleWorker(folder, "worker.mjs");
  const miniflare = new Miniflare({
    compatibilityDate: "2026-01-01",
    modules: [
      { type: "ESModule", path: join(built, "worker.js") },
      ...WASM_FILES.map((name) => ({ type: "CompiledWasm", path: join(built, name) })),
    ],
    modulesRoot: built,
  });
  try {
    await question(async (path) => requireJson(path, await miniflare.dispatchFetch(`http://localhost${path}`)));
  } finally {
    await miniflare.dispose();
  }
  return {
    version: createRequire(import.meta.url)("miniflare/package.json").version,
    loads: LOADED,
  };
}

export const rows = [
  { where: "workerd", how: "bundle of a Worker", run: onWorkerd },
  { where: "miniflare", how: "the same bundle", run: onMiniflare },
  ...leases,
];
