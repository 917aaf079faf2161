// Rows: the package in browsers, bundled and unbundled, in pages and in Web Workers; an example.

import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { packed } from "../../../scripts/packed.mjs";
import { bundlers } from "./bundlers.mjs";
import { startChromium, visit } from "./chromium.mjs";
import { startFirefox, visitWithFirefox } from "./firefox.mjs";
import { reactExample } from "./react.mjs";
import { disturbTabs, tabsWithoutGrace, tabsWithoutLeases } from "./tabs.mjs";
import { visitInProfile } from "./visit.mjs";
import { startWebKit, visitWithWebKit } from "./webkit.mjs";

const PAGE = "Window";
const WORKER = "DedicatedWorkerGlobalScope";

/** Headers with which pages and workers can share memory. */
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** Builds a page into built/; resolves to the package's files that were bundled. */
async function bundle(bundler, page, folder) {
  const out = join(folder, "built", bundler, page);
  return ofThePackage(await bundlers[bundler].build(join(folder, "pages"), page, out));
}

/** The paths that are paths of the package's files. */
function ofThePackage(paths) {
  const inside = paths.map((path) => path.replaceAll(sep, "/").split("node_modules/flakekit/")[1]);
  return [...new Set(inside.filter(Boolean))].join(", ");
}

/** The result of a row. Throws if the page failed, ran in another scope, or the console has errors or warnings. */
function passed({ report, complaints, served, version }, scope) {
  if (report.error) throw new Error(`${report.error.name} ${report.error.code ?? ""}: ${report.error.message}`);
  if (report.scope !== scope) throw new Error(`it ran in a ${report.scope}, not in a ${scope}`);
  if (complaints.length > 0) throw new Error(`the console says:\n${complaints.join("\n")}`);
  return { version, loads: ofThePackage(served) };
}

function bundled(bundler, page, scope, browse = visit) {
  return async ({ folder }) => {
    const files = await bundle(bundler, page, folder);
    const { version, loads } = passed(await browse(folder, `built/${bundler}/${page}/${page}.html`), scope);
    if (loads) throw new Error(`the bundle loads ${loads} from the package`);
    return { version: `${version}, ${bundler} ${bundlers[bundler].version}`, loads: `${files}, bundled` };
  };
}

/** How a module begins, in the form in which the entry of inspection contains it. */
const BEGINNING = packed(Buffer.from([0, ...Buffer.from("asm"), 1, 0, 0, 0]));

const containsModule = (script) => /[\da-f]{1000}/.test(script) || script.includes(BEGINNING);

/** A bundled page that loads the modules' files itself: no module is in the scripts. */
function manual(bundler, page, scope) {
  const run = bundled(bundler, page, scope);
  return async ({ folder }) => {
    const result = await run({ folder });
    const out = join(folder, "built", bundler, page);
    const files = readdirSync(out, { recursive: true });
    const inlining = files.filter(
      (file) => file.endsWith(".js") && containsModule(readFileSync(join(out, file), "utf8")),
    );
    if (inlining.length > 0) throw new Error(`a module is in ${inlining.join(", ")}`);
    return result;
  };
}

function csp(policy) {
  return { "Content-Security-Policy": policy };
}

function unbundled(browse, page, scope, options) {
  return async ({ folder }) => passed(await browse(folder, `pages/${page}.html`, options), scope);
}

/** A page that needs no WebAssembly, under a policy that forbids it. */
function noWasm(browse) {
  return unbundled(browse, "no-wasm", PAGE, { headers: csp("script-src 'self'") });
}

async function withoutTheDirective({ folder }) {
  const { report, served, version } = await visit(folder, "pages/static.html", { headers: csp("script-src 'self'") });
  const { code, message } = report.error ?? {};
  if (code !== "CORE_FAILED" || !message.includes("'wasm-unsafe-eval'")) {
    throw new Error(`the page should have told which directive is missing, and told ${JSON.stringify(report)}`);
  }
  return { version, loads: ofThePackage(served) };
}

/** A page whose workers share memory with it, or ask it by messages. */
function leases(browse, headers) {
  return async ({ folder }) => {
    const visited = await browse(folder, "pages/leases.html", { headers });
    const result = passed(visited, PAGE);
    const { isIsolated } = visited.report.done;
    if (isIsolated !== (headers === ISOLATED)) throw new Error(`crossOriginIsolated is ${isIsolated}`);
    return result;
  };
}

/** How long a page with the checks of stores may take, in ms. */
const CHECKS_MS = 180_000;

/** A page that uses flakekit/lease/tabs, with a profile on the disk. */
function withTabs(startBrowser, page, options) {
  return async ({ folder }) => {
    const path = `pages/${page}.html`;
    return passed(await visitInProfile(startBrowser, folder, path, { patience: CHECKS_MS, ...options }), PAGE);
  };
}

/** Two tabs and their workers. If a rule of leases is left out, these tabs repeat IDs. */
function twoTabs(startBrowser) {
  return async ({ folder }) => {
    const { ids, repeats, version } = await disturbTabs(startBrowser, folder);
    if (repeats > 0) throw new Error(`${repeats} of ${ids} IDs repeat`);
    const without = await tabsWithoutLeases(startBrowser, folder);
    const forgetful = await tabsWithoutGrace(startBrowser, folder);
    const others = `without leases ${without.repeats}, without a grace period ${forgetful.repeats}`;
    return { version, loads: `${ids} IDs, 0 repeats; ${others}` };
  };
}

/** The rows of flakekit/lease/tabs. */
function tabs(startBrowser) {
  return {
    "leases, two tabs that are reloaded and killed": twoTabs(startBrowser),
    "leases, all kinds of workers in a tab": withTabs(startBrowser, "tabs-checks"),
    "leases, all kinds of workers in a private window": withTabs(startBrowser, "tabs-checks", { isPrivate: true }),
    "leases, back/forward cache": withTabs(startBrowser, "tabs-back"),
  };
}

async function threeCopies({ folder }) {
  for (const bundler of ["webpack", "esbuild"]) await bundle(bundler, "copy", folder);
  const { version, loads } = passed(await visit(folder, "pages/copies.html"), PAGE);
  return { version, loads: `${loads}; index.js, bundled twice` };
}

/** Chromium's console names objects by their own tags, although the build shortens the names of classes. */
async function namesInTheConsole({ folder }) {
  const visited = await visit(folder, "pages/log.html");
  const [names] = visited.logged;
  if (names !== "discord generator twitter") throw new Error(`the console shows ${names}`);
  return passed(visited, PAGE);
}

const chromium = {
  ...Object.fromEntries(
    Object.keys(bundlers).flatMap((bundler) => [
      [`${bundler}, page`, bundled(bundler, "run", PAGE)],
      [`${bundler}, Web Worker`, bundled(bundler, "in-worker", WORKER)],
    ]),
  ),
  "Vite, flakekit/manual": manual("Vite", "manual-bundled", PAGE),
  "hidden IDs": bundled("esbuild", "hide", PAGE),
  "three copies in a page": threeCopies,
  "leases, Vite": bundled("Vite", "leases-bundled", PAGE),
  "leases, webpack": bundled("webpack", "leases-bundled", PAGE),
  "leases, workers with shared memory": leases(visit, ISOLATED),
  "leases, workers with messages": leases(visit),
  "leases over HTTP, page and worker": unbundled(visit, "http", PAGE),
  "examples/react: IDs before the server knows them": reactExample,
  ...tabs(startChromium),
  "static page": unbundled(visit, "static", PAGE),
  "static page, module worker": unbundled(visit, "static-in-worker", WORKER),
  "static page, flakekit/manual": unbundled(visit, "manual", PAGE),
  "classic script": unbundled(visit, "classic", PAGE),
  "console.log": namesInTheConsole,
  "CSP with 'wasm-unsafe-eval'": unbundled(visit, "static", PAGE, {
    headers: csp("script-src 'self' 'wasm-unsafe-eval'"),
  }),
  "CSP without it: says so": withoutTheDirective,
  "CSP without it: flakekit/no-wasm, leases": noWasm(visit),
};

/** The rows of browsers that are started with a profile. */
function inProfile(startBrowser, browse) {
  return {
    "static page": unbundled(browse, "static", PAGE),
    "static page, module worker": unbundled(browse, "static-in-worker", WORKER),
    "leases, workers with shared memory": leases(browse, ISOLATED),
    "leases, workers with messages": leases(browse),
    "leases over HTTP, page and worker": unbundled(browse, "http", PAGE),
    "CSP: flakekit/no-wasm, leases": noWasm(browse),
    "hidden IDs": bundled("esbuild", "hide", PAGE, browse),
    ...tabs(startBrowser),
  };
}

function rowsOf(where, runs) {
  return Object.entries(runs).map(([how, run]) => ({ where, how, run }));
}

export const rows = [
  ...rowsOf("Chromium", chromium),
  ...rowsOf("Firefox", inProfile(startFirefox, visitWithFirefox)),
  ...rowsOf("WebKit", inProfile(startWebKit, visitWithWebKit)),
];
