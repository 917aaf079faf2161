// Builds the page, serves it and prints its URL: npm run demo

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildPage } from "./page.mjs";
import { main, root } from "./run.mjs";

await main(async () => {
  await buildPage();
  const www = join(root, "www");
  const { preview } = await import(pathToFileURL(join(www, "node_modules", "vite", "dist", "node", "index.js")).href);
  const server = await preview({ root: www, logLevel: "warn" });
  console.log(`\nThe page: ${server.resolvedUrls.local[0]}  (Ctrl+C ends it)`);
});
