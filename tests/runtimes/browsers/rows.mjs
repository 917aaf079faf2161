// The package in browsers: bundled, as it is, in pages and in Web Workers.

import { join, sep } from "node:path";
import { bundlers } from "./bundlers.mjs";
import { visit } from "./chromium.mjs";
import { testInChromium, testInNode } from "./core.mjs";
import { visitWithFirefox } from "./firefox.mjs";

const PAGE = "Window";
const WORKER = "DedicatedWorkerGlobalScope";

/** Builds a page into built/, and gives the files of the package that went into it. */
async function bundle(bundler, page, folder) {
  const out = join(folder, "built", bundler, page);
  return ofThePackage(await bundlers[bundler].build(join(folder, "pages"), page, out));
}

/** Which of these paths are the package's files. */
function ofThePackage(paths) {
  const inside = paths.map((path) => path.replaceAll(sep, "/").split("node_modules/flakekit/")[1]);
  return [...new Set(inside.filter(Boolean))].join(", ");
}

/** Makes a row's answer of a visit, if the page ran where it should and nothing was said against it. */
function passed({ report, complaints, served, version }, scope) {
  if (report.error) throw new Error(`${report.error.name} ${report.error.code ?? ""}: ${report.error.message}`);
  if (report.scope !== scope) throw new Error(`it ran in a ${report.scope}, not in a ${scope}`);
  if (complaints.length > 0) throw new Error(`the console says:\n${complaints.join("\n")}`);
  return { version, loads: ofThePackage(served) };
}

function bundled(bundler, page, scope) {
  return async ({ folder }) => {
    const files = await bundle(bundler, page, folder);
    const { version, loads } = passed(await visit(folder, `built/${bundler}/${page}/${page}.html`), scope);
    if (loads) throw new Error(`the bundle loads ${loads} from the package`);
    return { version: `${version}, ${bundler} ${bundlers[bundler].version}`, loads: `${files}, bundled` };
  };
}

function asItIs(browse, page, scope, options) {
  return async ({ folder }) => passed(await browse(folder, `pages/${page}.html`, options), scope);
}

async function withoutTheDirective({ folder }) {
  const { report, served, version } = await visit(folder, "pages/static.html", { csp: "script-src 'self'" });
  const { code, message } = report.error ?? {};
  if (code !== "CORE_BLOCKED" || !message.includes("'wasm-unsafe-eval'")) {
    throw new Error(`the page should have told which directive is missing, and told ${JSON.stringify(report)}`);
  }
  return { version, loads: ofThePackage(served) };
}

async function threeCopies({ folder }) {
  for (const bundler of ["webpack", "esbuild"]) await bundle(bundler, "copy", folder);
  const { version, loads } = passed(await visit(folder, "pages/copies.html"), PAGE);
  return { version, loads: `${loads}; index.js, bundled twice` };
}

const chromium = {
  ...Object.fromEntries(
    Object.keys(bundlers).flatMap((bundler) => [
      [`${bundler}, page`, bundled(bundler, "run", PAGE)],
      [`${bundler}, Web Worker`, bundled(bundler, "in-worker", WORKER)],
    ]),
  ),
  "Vite, flakekit/manual": bundled("Vite", "manual-bundled", PAGE),
  "three copies in a page": threeCopies,
  "static page": asItIs(visit, "static", PAGE),
  "static page, module worker": asItIs(visit, "static-in-worker", WORKER),
  "static page, flakekit/manual": asItIs(visit, "manual", PAGE),
  "classic script": asItIs(visit, "classic", PAGE),
  "CSP with 'wasm-unsafe-eval'": asItIs(visit, "static", PAGE, { csp: "script-src 'self' 'wasm-unsafe-eval'" }),
  "CSP without it: says so": withoutTheDirective,
};

const firefox = {
  "static page": asItIs(visitWithFirefox, "static", PAGE),
  "static page, module worker": asItIs(visitWithFirefox, "static-in-worker", WORKER),
};

function rowsOf(where, runs) {
  return Object.entries(runs).map(([how, run]) => ({ where, how, run }));
}

export const rows = [
  ...rowsOf("Chromium", chromium),
  ...rowsOf("Firefox", firefox),
  ...rowsOf("wasm-bindgen-test", { Node: testInNode, "Chromium, headless": testInChromium }),
];
