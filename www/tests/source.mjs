// Imports modules of the page's sources into Node, for what needs no browser.

import { runnerImport } from "vite";

/** Imports a module, named by its path in `www/src/`. */
export async function source(path) {
  const file = new URL(`../src/${path}`, import.meta.url).pathname;
  return (await runnerImport(file, { configFile: false, logLevel: "error" })).module;
}
