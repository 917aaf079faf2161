// The package in browsers: bundled, as it is, in pages and in Web Workers.

import { join, sep } from "node:path";
import { bundlers } from "./bundlers.mjs";
import { visit } from "./chromium.mjs";
import { testCore } from "./core.mjs";
import { visitWithFirefox } from "./firefox.mjs";

const PAGE = "Window";
const WORKER = "DedicatedWorkerGlobalScope";

/** What went into the bundles, by the bundler's name, once it has been asked. */
const built = new Map();

/** The files of the package that a bundler takes. */
function bundle({ name, build }, folder) {
  if (!built.has(name)) built.set(name, build(folder, join(folder, "built", name)).then(ofThePackage));
  return built.get(name);
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
    const files = await bundle(bundler, folder);
    const { version, loads } = passed(await visit(folder, `built/${bundler.name}/${page}.html`), scope);
    if (loads) throw new Error(`the bundle loads ${loads} from the package`);
    return { version: `${version}, ${bundler.name} ${bundler.version}`, loads: `${files}, bundled` };
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
  const [, ...bundled] = bundlers;
  for (const bundler of bundled) await bundle(bundler, folder);
  const { version, loads } = passed(await visit(folder, "pages/copies.html"), PAGE);
  return { version, loads: `${loads}; index.js, bundled twice` };
}

export const rows = [
  ...bundlers.flatMap((bundler) => [
    { where: "Chromium", how: `${bundler.name}, page`, run: bundled(bundler, "run", PAGE) },
    { where: "Chromium", how: `${bundler.name}, Web Worker`, run: bundled(bundler, "in-worker", WORKER) },
  ]),
  { where: "Chromium", how: "three copies in a page", run: threeCopies },
  { where: "Chromium", how: "static page", run: asItIs(visit, "static", PAGE) },
  { where: "Chromium", how: "static page, module worker", run: asItIs(visit, "static-in-worker", WORKER) },
  { where: "Chromium", how: "classic script", run: asItIs(visit, "classic", PAGE) },
  {
    where: "Chromium",
    how: "CSP with 'wasm-unsafe-eval'",
    run: asItIs(visit, "static", PAGE, { csp: "script-src 'self' 'wasm-unsafe-eval'" }),
  },
  { where: "Chromium", how: "CSP without it: says so", run: withoutTheDirective },
  { where: "Firefox", how: "static page", run: asItIs(visitWithFirefox, "static", PAGE) },
  { where: "Firefox", how: "static page, module worker", run: asItIs(visitWithFirefox, "static-in-worker", WORKER) },
  { where: "wasm-bindgen-test", how: "Chromium, headless", run: testCore },
];
