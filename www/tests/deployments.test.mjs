// What a tab that is open does after the page has been deployed again.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { built } from "../../scripts/site/page.mjs";
import { run } from "../../scripts/run.mjs";
import { inCharge, visit } from "./browser.mjs";
import { serve } from "./server.mjs";

/** Copies the built page, and gives its files other names, as another version of it has. */
function anotherVersion(n) {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-page-"));
  cpSync(built, folder, { recursive: true, filter: (path) => path !== join(built, "docs") });
  const assets = readdirSync(join(folder, "assets"));
  for (const path of ["index.html", "offline.js", ...assets.map((name) => join("assets", name))]) {
    let text = readFileSync(join(folder, path), "utf8");
    for (const name of assets) text = text.replaceAll(name, `${n}-${name}`);
    writeFileSync(join(folder, path), text);
  }
  for (const name of assets) renameSync(join(folder, "assets", name), join(folder, "assets", `${n}-${name}`));
  return folder;
}

/** Lets the browser find a new version, and waits until its service worker is in charge. */
async function update(page) {
  await page.evaluate(async () => {
    const changed = new Promise((resolve) =>
      globalThis.navigator.serviceWorker.addEventListener("controllerchange", resolve),
    );
    await (await globalThis.navigator.serviceWorker.ready).update();
    await changed;
  });
  await inCharge(page);
}

const script = (page) => page.locator("script[type=module]").getAttribute("src");

/**
 * Opens the page, deploys other versions by their numbers one after the other, and calls `use` with the page. An earlier number is
 * a rollback.
 */
async function afterDeployments(numbers, options, use) {
  const folders = new Map([...new Set(numbers)].map((number) => [number, anotherVersion(number)]));
  const site = await serve("/", options);
  const deployAll = async (page) => {
    await inCharge(page);
    for (const number of numbers) {
      site.deploy(folders.get(number));
      await update(page);
    }
    await use(page);
  };
  try {
    await visit("#read", deployAll, { at: site });
  } finally {
    await site.close();
    for (const folder of folders.values()) rmSync(folder, { recursive: true });
  }
}

/** Browsers may keep the document for a while, and nothing else. */
const cacheControl = (path) => (path.endsWith(".html") ? "max-age=600" : "no-store");

test("after a deployment, an open tab loads the views that it has not loaded, and the next visit is to the new page", () =>
  afterDeployments([1, 2], { cacheControl }, async (page) => {
    await page.getByRole("link", { name: "Range" }).click();
    await page.getByRole("heading", { name: "SQL" }).waitFor();
    await page.goto(page.url().replace(/#.*/, "#stress?total=100000&batch=yes"));
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Start" }).waitFor();
    assert.equal(await page.locator("#flakekit .made-count").innerText(), "100,000");
    assert.doesNotMatch(await script(page), /\/assets\/2-/);
    await page.reload();
    await page.getByRole("button", { name: "Start" }).waitFor();
    assert.match(await script(page), /\/assets\/2-/);
    await page.getByRole("link", { name: "Make" }).click();
    await page.getByRole("button", { name: "Make 10", exact: true }).waitFor();
  }));

/** The numbers of the versions whose files are kept. */
async function keptVersions(page) {
  const names = await page.evaluate("caches.keys()");
  return names.map((name) => Number(/assets\/(\d)-/.exec(name)?.[1]));
}

test("the service worker keeps the files of five versions; one to which the page was rolled back counts as the last one", () =>
  afterDeployments([1, 2, 3, 4, 5, 1, 6], {}, async (page) => {
    assert.deepEqual(await keptVersions(page), [3, 4, 5, 1, 6]);
  }));

test("a page that is built for an address has the picture that other sites show with a link", async () => {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-page-"));
  try {
    const www = join(import.meta.dirname, "..");
    const vite = join(www, "node_modules", ".bin", "vite");
    const env = { SITE_URL: "https://example.com/ids" };
    await run(vite, ["build", "--logLevel", "error", "--outDir", folder], { cwd: www, env, quiet: true });
    const html = readFileSync(join(folder, "index.html"), "utf8");
    assert.match(html, /<meta property="og:image" content="https:\/\/example\.com\/ids\/picture\.png">/);
    assert.deepEqual(readFileSync(join(folder, "picture.png")), readFileSync(join(www, "screenshots", "read.png")));
    assert.doesNotMatch(readFileSync(join(built, "index.html"), "utf8"), /og:image/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
