// Imports modules of the page's sources into Node, for what needs no browser.

import { readFile } from "node:fs/promises";
import { after } from "node:test";
import { createServer } from "vite";

const server = await createServer({
  configFile: false,
  logLevel: "error",
  appType: "custom",
  root: new URL("..", import.meta.url).pathname,
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
after(() => server.close());

/** Imports a module, named by its path in `www/src/`. Modules that import the same one share it. */
export const source = (path) => server.ssrLoadModule(`/src/${path}`);

// The address of a file is its path below `www/`. Node fetches no paths.
globalThis.fetch = async (path) => new globalThis.Response(await readFile(new URL(`..${path}`, import.meta.url)));

/** Loads the package's reader, which the page loads when it needs it. */
await (await source("list/inspector.ts")).loadListInspector();
