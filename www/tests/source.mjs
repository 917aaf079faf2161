// Imports modules of the page's sources into Node, for what needs no browser.

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

/** Loads the package's reader, which the page loads when it needs it. */
await (await source("inspection/inspector.ts")).loadInspector();
