// Rows: the package in browsers, bundled and unbundled, in pages and in Web Workers.

import { join, sep } from "node:path";
import { bundlers } from "./bundlers.mjs";
import { visit } from "./chromium.mjs";
import { visitWithFirefox } from "./firefox.mjs";

const PAGE = "Window";
const WORKER = "DedicatedWorkerGlobalScope";

/** Builds a page into built/; resolves to the package's files that were bundled. */
async function bundle(bundler, page, folder) {
  const out = join(folder, "built", bundler, page);
  return ofThePackage(await bundlers[bundler].build(join(folder, "pages"), page, out));
}

/** Those of the paths that are the package's files. */
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

function bundled(bundler, page, scope) {
  return async ({ folder }) => {
    const files = await bundle(bundler, page, folder);
    const { version, loads } = passed(await visit(folder, `built/${bundler}/${page}/${page}.html`), scope);
    if (loads) throw new Error(`the bundle loads ${loads} from the package`);
    return { version: `${version}, ${bundler} ${bundlers[bundler].version}`, loads: `${files}, bundled` };
  };
}

function unbundled(browse, page, scope, options) {
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
  "static page": unbundled(visit, "static", PAGE),
  "static page, module worker": unbundled(visit, "static-in-worker", WORKER),
  "static page, flakekit/manual": unbundled(visit, "manual", PAGE),
  "classic script": unbundled(visit, "classic", PAGE),
  "CSP with 'wasm-unsafe-eval'": unbundled(visit, "static", PAGE, { csp: "script-src 'self' 'wasm-unsafe-eval'" }),
  "CSP without it: says so": withoutTheDirective,
};

const firefox = {
  "static page": unbundled(visitWithFirefox, "static", PAGE),
  "static page, module worker": unbundled(visitWithFirefox, "static-in-worker", WORKER),
};

function rowsOf(where, runs) {
  return Object.entries(runs).map(([how, run]) => ({ where, how, run }));
}

export const rows = [...rowsOf("Chromium", chromium), ...rowsOf("Firefox", firefox)];
