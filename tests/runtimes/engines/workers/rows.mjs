// Rows: Cloudflare's runtime, as the binary workerd and as miniflare, which starts one.

import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { Miniflare } from "miniflare";
import { answerRedirects } from "../programs/redirects.mjs";
import { allDiffer, requireJson, serving } from "../serving.mjs";
import { bundleWorker, WASM_FILES } from "./bundle.mjs";
import { rows as leases } from "./lease-rows.mjs";

/** What a Worker loads. */
const LOADED = "worker.js, lease-worker.js and inspect-worker.js, their .wasm files as modules; hidden/no-wasm.js";

/** The WebAssembly modules of worker.mjs. */
const MODULES = [...WASM_FILES, "inspect.wasm"];

const { version } = createRequire(import.meta.url)("workerd/package.json");

/** Asks a Worker at each of its paths. */
async function question(get) {
  await get("/check");
  await get("/inspect");
  await get("/hidden");
  await get("/leases");
  await leaseByHttp(get);
  await get("/redirects");
  for (const refusal of await get("/early")) {
    if (!/^(CLOCK_INVALID|NO_RANDOMNESS): (?=.* handler).*global scope/.test(refusal))
      throw new Error(`in global scope: ${refusal}`);
  }
  allDiffer(await get("/instant"));
}

/** Leases a seat by the handler in a Worker. */
async function leaseByHttp(get) {
  const headers = { "content-type": "application/json", authorization: "ada" };
  const ask = (request) => get("/ids", { method: "POST", headers, body: JSON.stringify(request) });
  const fetchWorker = async (_, { body }) => Response.json(await ask(JSON.parse(body)));
  const ids = await lease(discord, { store: http("http://localhost/ids", { fetch: fetchWorker }) });
  ids.next();
  await ids.close();
}

async function onWorkerd({ folder }) {
  const built = await bundleWorker(folder, "worker.mjs", MODULES);
  // The configuration names files beside itself.
  copyFileSync(join(folder, "workers", "config.capnp"), join(built, "config.capnp"));
  const binary = join(folder, "node_modules", ".bin", "workerd");
  // With --control-fd=1 workerd prints the port to standard output.
  const args = ["serve", "config.capnp", "--socket-addr=http=127.0.0.1:0", "--control-fd=1"];
  await serving({ command: binary, args, cwd: built, listens: /"event":"listen".*"port":(\d+)\}/ }, question);
  return { version, loads: LOADED };
}

async function onMiniflare({ folder }) {
  const built = await bundleWorker(folder, "worker.mjs", MODULES);
  const miniflare = new Miniflare({
    compatibilityDate: "2026-01-01",
    modules: [
      { type: "ESModule", path: join(built, "worker.js") },
      ...MODULES.map((name) => ({ type: "CompiledWasm", path: join(built, name) })),
    ],
    modulesRoot: built,
    // The network of the Worker.
    outboundService: async (request) => {
      const { status, headers, body } = await answerRedirects(new Request(request.url, { method: request.method }));
      return new Response(body, { status, headers });
    },
  });
  try {
    await question(async (path, options) => {
      return requireJson(path, await miniflare.dispatchFetch(`http://localhost${path}`, options));
    });
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
