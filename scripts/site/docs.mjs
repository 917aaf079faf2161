// Builds one static site into www/dist/: the page, and in its folder docs/ the guides and the reference of the API.

import { buildPage } from "./page.mjs";
import { main, step } from "../run.mjs";

/** Sets up, builds the package, the page and the documents. */
export async function buildSite() {
  await buildPage();
  // The module is imported after the set-up, which installs the packages that it imports.
  const { buildDocuments } = await import("./typedoc.mjs");
  await step("documents", buildDocuments);
}

if (process.argv[1]?.endsWith("docs.mjs")) {
  await main(async () => {
    await buildSite();
    console.log("\nThe site is in www/dist/: any server of static files can serve it, in any folder.");
  });
}
