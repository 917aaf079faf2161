// Rows: leases in Durable Objects, on Cloudflare's runtime.

import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { discord } from "flakekit";
import { Miniflare } from "miniflare";
import { writeFiles } from "../../../../scripts/documents.mjs";
import { root } from "../../../../scripts/run.mjs";
import { requireJson } from "../serving.mjs";
import { bundleWorker, WASM_FILES } from "./bundle.mjs";
import { startWorkers } from "./workerd.mjs";

const WORKERS = ["one", "two", "three", "four"];

/** The batch of each request. */
const BATCH = 200;

/** With a date before 2024-10-14, code that waited continues in the request that resolved its promise. */
const DATES = ["2026-01-01", "2024-01-01"];

const version = (name) => createRequire(import.meta.url)(`${name}/package.json`).version;
const LOADED = "lease/workers.js";

const PATIENCE_MS = 60_000;

/** The answers of Workers. */
class Record {
  #seen = new Set();
  made = 0;

  /** Asks a Worker for IDs. */
  async ask(origin, leased = true) {
    const url = `${origin}/ids${leased ? "?leased" : ""}`;
    const options = { method: "POST", body: String(BATCH), signal: AbortSignal.timeout(PATIENCE_MS) };
    const all = await requireJson(url, await fetch(url, options));
    this.made += all.length;
    for (const id of all) this.#seen.add(id);
  }

  get repeats() {
    return this.made - this.#seen.size;
  }
}

/** Sends a request and breaks the connection soon after. */
async function breakOff(origin) {
  const controller = new AbortController();
  const answer = fetch(`${origin}/ids?leased`, { method: "POST", body: "1", signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
  controller.abort();
  await answer.then((response) => response.text()).catch(() => undefined);
}

/** Sends requests to a Worker: some at the same time, after one that ends while it waits or is broken off. */
async function disturb(record, origin) {
  if (Math.random() < 0.5) await breakOff(origin);
  else await fetch(`${origin}/left`);
  await Promise.all([breakOff(origin), ...Array.from({ length: 4 }, () => record.ask(origin))]);
}

/**
 * Lets half of a window pass between two requests, so that no timer runs. The second one must extend the window before it
 * answers. On a busy machine the extension may be too late, or the request may give up waiting for it.
 */
async function extend(record, origins) {
  // After this time, renewals whose requests were broken off are given up.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const extended = origins.map(async (origin) => {
    await record.ask(origin);
    await new Promise((resolve) => setTimeout(resolve, 220));
    return requireJson(origin, await fetch(`${origin}/extended`));
  });
  const count = (await Promise.all(extended)).filter(Boolean).length;
  if (count < origins.length / 2) throw new Error(`nextAsync extended ${count} of ${origins.length} windows`);
}

/** Does `work` with Workers that have a directory. */
async function withWorkers({ built, disk, compatibilityDate }, work) {
  const { origins, kill } = await startWorkers({ built, names: WORKERS, disk, compatibilityDate });
  let error;
  try {
    await work(origins);
  } catch (thrown) {
    error = thrown;
  }
  const output = await kill();
  if (error !== undefined) throw new Error(`${error.message}\n${output.slice(-4_000)}`, { cause: error });
}

/** Several Workers make IDs, while requests end in the middle, and workerd is killed. */
async function manyRequests({ folder, compatibilityDate }) {
  const built = await bundleWorker(folder, "leases.mjs");
  const disk = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    const record = new Record();
    for (let run = 0; run < 2; run++) {
      await withWorkers({ built, disk, compatibilityDate }, async (origins) => {
        // Windows of 400 ms pass in this time.
        for (const end = Date.now() + 3_000; Date.now() < end;) {
          await Promise.all(origins.map((origin) => disturb(record, origin)));
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
        }
        await extend(record, origins);
      });
    }
    if (record.repeats > 0) throw new Error(`${record.repeats} of ${record.made} IDs are repeats`);

    const without = new Record();
    await withWorkers({ built, disk, compatibilityDate }, async (origins) => {
      for (let round = 0; round < 20; round++) {
        await Promise.all(origins.map((origin) => without.ask(origin, false)));
      }
    });
    if (without.repeats === 0) throw new Error(`without leases, none of ${without.made} IDs is a repeat`);
    return `${record.made} IDs, 0 repeats; without leases ${without.repeats} of ${without.made}`;
  } finally {
    rmSync(disk, { recursive: true });
  }
}

/** Starts a bundled Worker on miniflare, with objects of the package's class. */
function startMiniflare(built, name, options) {
  return new Miniflare({
    compatibilityDate: DATES[0],
    durableObjects: { LEASES: { className: "FlakekitLeases", useSQLite: true } },
    modules: [
      { type: "ESModule", path: join(built, name) },
      ...WASM_FILES.map((file) => ({ type: "CompiledWasm", path: join(built, file) })),
    ],
    modulesRoot: built,
    ...options,
  });
}

/** Asks a Worker on miniflare. */
async function ask(miniflare, path) {
  return requireJson(path, await miniflare.dispatchFetch(`http://localhost${path}`));
}

/** The checks of stores, inside of a Worker; a lease in the global scope. */
async function checkStore({ folder }) {
  const miniflare = startMiniflare(await bundleWorker(folder, "leases.mjs"), "leases.js");
  try {
    const failed = (await ask(miniflare, "/conformance")).filter(({ passed }) => !passed);
    if (failed.length > 0) throw new Error(`the store fails: ${JSON.stringify(failed)}`);
    const early = await ask(miniflare, "/early");
    if (!/^CLOCK_INVALID: .*global scope.* handler/.test(early)) throw new Error(`in global scope: ${early}`);
  } finally {
    await miniflare.dispose();
  }
  return { version: version("miniflare"), loads: LOADED };
}

/** The example in examples/workers/, with its configuration. */
async function runExample({ folder }) {
  const example = join(folder, "workers", "example");
  cpSync(join(root, "examples", "workers"), example, { recursive: true });
  const config = JSON.parse(readFileSync(join(example, "wrangler.json"), "utf8"));
  const [{ name, class_name: className }] = config.durable_objects.bindings;
  const useSQLite = config.migrations[0].new_sqlite_classes.includes(className);
  const built = await bundleWorker(folder, `example/${config.main}`);
  const miniflare = startMiniflare(built, "index.js", {
    compatibilityDate: config.compatibility_date,
    durableObjects: { [name]: { className, useSQLite } },
  });
  try {
    const { state } = await ask(miniflare, "/health");
    const made = await Promise.all(Array.from({ length: 20 }, () => ask(miniflare, "/")));
    const count = new Set(made.map(({ id }) => id)).size;
    if (state !== "held" || count !== 20) throw new Error(`the state is ${state}, and ${count} of 20 IDs differ`);
  } finally {
    await miniflare.dispose();
  }
  return { version: version("miniflare"), loads: LOADED };
}

/** The example in the comments of the types. */
async function runDocumented({ folder }) {
  writeFiles("pkg-template/types/lease/workers.d.ts", join(folder, "workers", "documented"));
  return runWorker(await bundleWorker(folder, "documented/worker.mjs"));
}

/** Asks a bundled Worker for 20 IDs at once. */
async function runWorker(built) {
  const miniflare = startMiniflare(built, "worker.js");
  try {
    const made = await Promise.all(Array.from({ length: 20 }, () => miniflare.dispatchFetch("http://localhost/")));
    const ids = (await Promise.all(made.map((response) => response.text()))).map((text) => text.match(/\d+/)?.[0]);
    if (new Set(ids).size !== 20 || !ids.every(discord.isValid)) throw new Error(`the Worker answered ${ids}`);
  } finally {
    await miniflare.dispose();
  }
  return { version: version("miniflare"), loads: LOADED };
}

export const rows = [
  { where: "miniflare", how: "checks of the store in Durable Objects", run: checkStore },
  { where: "miniflare", how: "examples/workers", run: runExample },
  { where: "miniflare", how: "the example of durableObjects", run: runDocumented },
  ...DATES.map((compatibilityDate) => ({
    where: "workerd",
    how: `leases of 4 Workers, compatible with ${compatibilityDate}`,
    run: async ({ folder }) => {
      const counts = await manyRequests({ folder, compatibilityDate });
      return { version: version("workerd"), loads: `${LOADED}: ${counts}` };
    },
  })),
];
