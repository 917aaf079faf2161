// Builds the page and the documents, serves them and prints their URL: npm run demo

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSite } from "./docs.mjs";
import { main, root } from "../run.mjs";

await main(async () => {
  await buildSite();
  const www = join(root, "www");
  const { preview } = await import(pathToFileURL(join(www, "node_modules", "vite", "dist", "node", "index.js")).href);
  const server = await preview({ root: www, logLevel: "warn" });
  console.log(`\nThe page: ${server.resolvedUrls.local[0]}  (Ctrl+C ends it)`);
});
