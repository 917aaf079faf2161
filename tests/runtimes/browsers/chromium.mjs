// A page in a real Chromium, without a window.

import { chromium } from "playwright-core";
import { FLAGS, program } from "./program.mjs";
import { serve } from "./site.mjs";

/** What a page of the folder reports, what the console said against it, what it loaded, and the browser's version. */
export async function visit(folder, page, { csp } = {}) {
  const executablePath = await program("CHROMIUM");
  const site = await serve(folder, csp);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const tab = await browser.newPage();
    const complaints = [];
    // Both tell of the page's workers too.
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
