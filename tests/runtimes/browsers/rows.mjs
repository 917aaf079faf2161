// The package in browsers: bundled, as it is, in pages and in Web Workers.

import { join, sep } from "node:path";
import { bundlers } from "./bundlers.mjs";
import { visit } from "./chromium.mjs";
import { visitWithFirefox } from "./firefox.mjs";
import { testCore } from "./core.mjs";

const PAGE = "Window";
const WORKER = "DedicatedWorkerGlobalScope";

/** What went into the bundles, by the bundler's name, once it has been asked. */
const built = new Map();

/** The files of the package that a bundler takes. */
function bundle({ name, build }, folder) {
  if (!built.has(name)) built.set(name, build(folder, join(folder, "built", name)).then(ofThePackage));
  return built.get(name);
}

function ofThePackage(paths) {
  const inside = paths.map((path) => path.split("node_modules/flakekit/".replaceAll("/", sep))[1]);
  return [...new Set(inside.filter(Boolean))].join(", ");
}

/** Makes a row's answer of a visit, if the page ran where it should and nothing was said against it. */
function passed({ report, complaints, version }, scope) {
  if (report.error) throw new Error(`${report.error.name} ${report.error.code ?? ""}: ${report.error.message}`);
  if (report.scope !== scope) throw new Error(`it ran in a ${report.scope}, not in a ${scope}`);
  if (complaints.length > 0) throw new Error(`the console says:\n${complaints.join("\n")}`);
  return { version };
}

function bundled(bundler, page, scope) {
  return async ({ folder }) => {
    const files = await bundle(bundler, folder);
    const { version } = passed(await visit(folder, `built/${bundler.name}/${page}.html`), scope);
    return { version: `${version}, ${bundler.name} ${bundler.version}`, loads: `${files}, bundled` };
  };
}

function asItIs(browse, page, scope, options) {
  return async ({ folder }) => ({
    ...passed(await browse(folder, `pages/${page}.html`, options), scope),
    loads: "index.js",
  });
}

async function withoutTheDirective({ folder }) {
  const { report, version } = await visit(folder, "pages/static.html", { csp: "script-src 'self'" });
  const { name, message } = report.error ?? {};
  if (name !== "FlakeError" || !message.includes("'wasm-unsafe-eval'")) {
    throw new Error(`the page should have told which directive is missing, and told ${JSON.stringify(report)}`);
  }
  return { version, loads: "index.js" };
}

async function twoBundles({ folder }) {
  const [, webpack, esbuild] = bundlers;
  await bundle(webpack, folder);
  await bundle(esbuild, folder);
  const visited = await visit(folder, "pages/twins.html");
  return { ...passed(visited, PAGE), loads: "index.js, twice" };
}

export const rows = [
  ...bundlers.flatMap((bundler) => [
    { where: "Chromium", how: `${bundler.name}, page`, run: bundled(bundler, "run", PAGE) },
    { where: "Chromium", how: `${bundler.name}, Web Worker`, run: bundled(bundler, "in-worker", WORKER) },
  ]),
  { where: "Chromium", how: "two bundles in a page", run: twoBundles },
  { where: "Chromium", how: "static page", run: asItIs(visit, "static", PAGE) },
  { where: "Chromium", how: "static page, module worker", run: asItIs(visit, "static-in-worker", WORKER) },
  {
    where: "Chromium",
    how: "CSP with 'wasm-unsafe-eval'",
    run: asItIs(visit, "static", PAGE, { csp: "script-src 'self' 'wasm-unsafe-eval'" }),
  },
  { where: "Chromium", how: "CSP without it: refused", run: withoutTheDirective },
  { where: "Firefox", how: "static page", run: asItIs(visitWithFirefox, "static", PAGE) },
  { where: "Firefox", how: "static page, module worker", run: asItIs(visitWithFirefox, "static-in-worker", WORKER) },
  { where: "wasm-bindgen-test", how: "Chromium, headless", run: testCore },
];
