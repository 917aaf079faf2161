// Rows: routes of Next.js, built for production and served.

import { cpSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { run } from "../../../scripts/run.mjs";
import { startsCore } from "../../../tests/runtimes/core.mjs";
import { allDiffer, serving } from "../../../tests/runtimes/engines/serving.mjs";
import { runEntries, writeEntries } from "./entries.mjs";
import { example } from "./example.mjs";

const env = { NEXT_TELEMETRY_DISABLED: "1" };

/** Leases a seat by a route, and makes an ID. */
async function leaseBy(url) {
  const ids = await lease(discord, { store: http(url, { headers: { authorization: "ada" } }) });
  ids.next();
  await ids.close();
}

/** The most bytes of the script of the page, which only reads IDs, gzipped. */
const MOST_OF_PAGE = 7.2 * 1024;

/**
 * Throws if the script of the page contains the core or other code that the page does not use. Returns its bytes,
 * gzipped.
 */
function sizeOfPage(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  const scripts = files.map((file) => readFileSync(join(folder, file)));
  const [script, ...others] = scripts.filter((code) => code.includes("FlakeError"));
  if (script === undefined || others.length > 0) throw new Error("the package is not in one script");
  const { length } = gzipSync(script, { level: 9 });
  if (startsCore(script) || length > MOST_OF_PAGE)
    throw new Error(
      `the page that only reads loads ${length} bytes, gzipped, not ${MOST_OF_PAGE} at most without the core`,
    );
  return length;
}

/** Throws if the WebAssembly modules are no files of a build. webpack names them by their content. */
function checkModules(built, installed) {
  const files = readdirSync(built, { recursive: true }).filter((file) => file.endsWith(".wasm"));
  const modules = files.map((file) => readFileSync(join(built, file)));
  for (const name of ["core", "inspect", "lease"]) {
    const module = readFileSync(join(installed, `${name}.wasm`));
    if (!modules.some((other) => other.equals(module))) throw new Error(`the build has no ${name}.wasm`);
  }
}

/** Builds the application and the programs of all entries with a bundler, serves them, and runs them. */
async function onNext(folder, bundler) {
  // Each row has a folder of its own, because rows run at the same time.
  const cwd = join(folder, `app-of-entries-${bundler}`);
  cpSync(join(folder, "app-of-entries"), cwd, { recursive: true });
  const entries = await writeEntries(cwd);
  const next = join(folder, "node_modules", "next", "dist", "bin", "next");
  await run("node", [next, "build", `--${bundler}`], { cwd, env, quiet: true });
  checkModules(join(cwd, ".next", "server"), join(folder, "node_modules", "flakekit"));
  const args = [next, "start", "-H", "127.0.0.1", "-p", "0"];
  const listens = /Local: +http:\/\/127\.0\.0\.1:(\d+)\s/;
  await serving({ command: "node", args, cwd, listens, env }, async (get, origin) => {
    await runEntries(entries, get, origin);
    allDiffer((await get("/api/id")).instant);
    for (const path of ["leases", "edge-leases"]) await leaseBy(`${origin}/api/${path}`);
  });
  const { version } = createRequire(import.meta.url)("next/package.json");
  return {
    version,
    loads: "every entry; on the edge worker.js, lease-worker.js, …, and the .wasm files as modules",
  };
}

/**
 * Builds an application whose only page reads IDs, because a bundler keeps the code that any page of an application
 * uses.
 */
async function onReader({ folder }) {
  const next = join(folder, "node_modules", "next", "dist", "bin", "next");
  const cwd = join(folder, "app-of-reader");
  await run("node", [next, "build", "--turbopack"], { cwd, env, quiet: true });
  const bytes = sizeOfPage(join(cwd, ".next", "static"));
  const { version } = createRequire(import.meta.url)("next/package.json");
  return { version, loads: `index.js, without the core: ${bytes} bytes, gzipped` };
}

export const rows = [
  ...["turbopack", "webpack"].map((bundler) => ({
    where: `Next.js, ${bundler}`,
    how: "every entry: routes, edge routes, pages in Chromium; leases over HTTP; built",
    run: ({ folder }) => onNext(folder, bundler),
  })),
  { where: "Next.js, turbopack", how: "who only reads: a page, built", run: onReader },
  ...example,
];
