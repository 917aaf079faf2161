// Rows: browser extensions (Manifest V3) with the policy that they have by default and with `'wasm-unsafe-eval'`, and a page of a file under the
// policy that the documents of Electron recommend. The scripts make IDs with the module
// `local-ids.ts` of examples/frameworks/.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { twitter } from "flakekit";
import { chromium } from "playwright-core";
import { writeFiles } from "../../../scripts/documents.mjs";
import { root } from "../../../scripts/run.mjs";
import { withProfile } from "../../../tests/runtimes/browsers/profiles.mjs";
import { FLAGS, program, versionOf } from "../../../tests/runtimes/browsers/program.mjs";

const here = join(import.meta.dirname, "scripts");

/** The policy of docs/frameworks.md, as a part of a manifest. */
const guide = readFileSync(join(root, "docs", "frameworks.md"), "utf8");
const policy = JSON.parse(guide.match(/^```json\n(\{ "content_security_policy".*)\n```$/m)[1]);

/** Builds the scripts into a folder of built/, and copies the other files. Returns the folder. */
async function build(folder, name, files) {
  const out = join(folder, "built", name);
  writeFiles("examples/frameworks", here);
  mkdirSync(out, { recursive: true });
  const entryPoints = ["worker.js", "page.js"].map((script) => join(here, script));
  await esbuild.build({ entryPoints, outdir: out, bundle: true, minify: true, format: "esm" });
  for (const file of files) copyFileSync(join(here, file), join(out, file));
  return out;
}

/** Runs `use` with a Chromium that has a profile of its own. */
async function withChromium(args, use) {
  const executablePath = await program("CHROMIUM");
  await withProfile(async (profile) => {
    // Playwright switches extensions off by default.
    const options = { executablePath, args: [...FLAGS, ...args], ignoreDefaultArgs: ["--disable-extensions"] };
    const context = await chromium.launchPersistentContext(profile, options);
    try {
      await use(context);
    } finally {
      await context.close();
    }
  });
  return `Chromium ${await versionOf(executablePath)}`;
}

/** Throws if two contexts have one seat, an ID was made twice, or the entry with WebAssembly works against the expectation. */
function check(answers, isAllowed) {
  const all = answers.flatMap(({ made }) => made);
  const seats = new Set(all.map((id) => twitter.decode(id).machineId));
  if (seats.size !== answers.length || new Set(all).size < all.length) throw new Error(`the IDs are ${all}`);
  for (const { wasm } of answers) {
    if ((isAllowed ? /^\d+$/ : /^CORE_FAILED$/).test(wasm)) continue;
    throw new Error(`flakekit makes ${wasm}, and is ${isAllowed ? "allowed" : "forbidden"} by the policy`);
  }
}

async function makeIn(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** What the page and the worker of an extension make. */
async function useExtension(context, worker) {
  const page = await makeIn(context, new URL("page.html", worker.url()).href);
  const made = await page.evaluate(() => globalThis.make());
  // The worker makes IDs while the page holds its seat.
  return [made, await page.evaluate(() => globalThis.chrome.runtime.sendMessage("make"))];
}

async function onExtensions({ folder }) {
  const files = ["manifest.json", "page.html"];
  const [plain, allowing] = [await build(folder, "plain", files), await build(folder, "allowing", files)];
  const manifest = JSON.parse(readFileSync(join(allowing, "manifest.json"), "utf8"));
  writeFileSync(join(allowing, "manifest.json"), JSON.stringify({ ...manifest, ...policy, name: "allowing" }));
  const version = await withChromium([`--load-extension=${plain},${allowing}`], async (context) => {
    while (context.serviceWorkers().length < 2) await context.waitForEvent("serviceworker");
    for (const worker of context.serviceWorkers()) {
      const name = await worker.evaluate(() => globalThis.chrome.runtime.getManifest().name);
      check(await useExtension(context, worker), name === "allowing");
    }
  });
  return { version, loads: "no-wasm.js, lease/no-wasm.js, lease/tabs.js, bundled; with the directive index.js, too" };
}

async function onElectronPolicy({ folder }) {
  const out = await build(folder, "electron", ["electron.html"]);
  // Electron's pages of files may load modules; Chromium's may by this flag.
  const version = await withChromium(["--allow-file-access-from-files"], async (context) => {
    const page = await makeIn(context, pathToFileURL(join(out, "electron.html")).href);
    check([await page.evaluate(() => globalThis.make())], false);
  });
  return { version, loads: "no-wasm.js, lease/no-wasm.js, lease/tabs.js, bundled" };
}

export const rows = [
  { where: "Chromium", how: "extensions (Manifest V3), pages and service workers", run: onExtensions },
  { where: "Chromium", how: "a page of a file, with the policy of Electron's documents", run: onElectronPolicy },
];
