// Takes the README's screenshot of the page. It shows the last build.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { FLAGS, program } from "../../tests/runtimes/browsers/program.mjs";
import { serve } from "./server.mjs";

const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));

const site = await serve();
const browser = await chromium.launch({ executablePath: await program("CHROMIUM_SHELL"), args: FLAGS });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
await page.goto(`${site.origin}/#read?id=1541815603606036480`);
await page.locator(".fields").waitFor();
mkdirSync(folder, { recursive: true });
await page.screenshot({ path: `${folder}read.png` });
await browser.close();
await site.close();
