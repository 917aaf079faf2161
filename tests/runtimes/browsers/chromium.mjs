// Opens a page in headless Chromium.

import { chromium } from "playwright-core";
import { FLAGS, program } from "./program.mjs";
import { serve } from "./site.mjs";

/** The page's report, the console's errors and warnings, the paths that it loaded, and Chromium's version. */
export async function visit(folder, page, { headers } = {}) {
  const executablePath = await program("CHROMIUM");
  const site = await serve(folder, headers);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const tab = await browser.newPage();
    const complaints = [];
    // Both events include those of the page's workers.
    tab.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    tab.on("pageerror", site.fail);
    await tab.goto(site.url + page);
    const report = await site.reported;
    return { report, complaints, served: site.served, version: `Chromium ${browser.version()}` };
  } finally {
    await browser.close();
    site.close();
  }
}
