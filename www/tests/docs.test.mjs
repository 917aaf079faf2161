// The documents of the site: their links, their search and their layout.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { built } from "../../scripts/page.mjs";
import { visit, visitFile } from "./browser.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core");

/** The text of each HTML file of the site, by its path from the site's folder, with `/`. */
const pages = Object.fromEntries(
  readdirSync(built, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".html"))
    .map((name) => [name, readFileSync(join(built, name), "utf8")]),
);

const documents = Object.keys(pages).filter((name) => name.startsWith("docs/documents/"));

/** The values of an attribute in HTML. */
function attributes(html, name) {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value]) => value.replaceAll("&amp;", "&"));
}

test("each link of the site leads to a file of the site, and to an element of it", () => {
  const files = new Set(readdirSync(built, { recursive: true }).map((name) => name.replaceAll("\\", "/")));
  const ids = Object.fromEntries(Object.entries(pages).map(([name, html]) => [name, new Set(attributes(html, "id"))]));
  const dead = Object.entries(pages).flatMap(([name, html]) =>
    [...attributes(html, "href"), ...attributes(html, "src")]
      .filter((link) => !/^(https?|data):/.test(link))
      .filter((link) => {
        const [path, fragment] = decodeURIComponent(link).split("#");
        const file = posix.join(dirname(name), path.split("?")[0]).replace(/\/$/, "/index.html");
        const target = path === "" ? name : file;
        const isView = target === "index.html" && name === target;
        return !files.has(target) || (fragment && !isView && ids[target] && !ids[target].has(fragment));
      })
      .map((link) => `${name}: ${link}`),
  );
  assert.ok(documents.length > 15);
  assert.deepEqual(dead, []);
});

test("the page leads to the documents, and these to the page", () =>
  visit("#read", async (page) => {
    await page.getByRole("link", { name: "Documentation" }).click();
    await page.getByRole("link", { name: "Choosing a format" }).first().click();
    await page.getByRole("heading", { name: "Choosing a format", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Read an ID" }).click();
    await page.getByRole("textbox").first().waitFor();
  }));

for (const [words, heading] of [
  ["formatNamed", "Function formatNamed"],
  ["StatefulSet", "Machine IDs and leases"],
]) {
  test(`a search for ${words} finds "${heading}"`, () =>
    visitFile("docs/index.html", {}, async (page) => {
      await page.getByRole("button", { name: "Search" }).or(page.locator("#tsd-search-trigger")).first().click();
      await page.locator("#tsd-search-input").fill(words);
      await page.locator("#tsd-search-results a").first().waitFor();
      const found = await page.locator("#tsd-search-results a").evaluateAll((links) => links.map(({ href }) => href));
      const titles = [];
      for (const url of found.slice(0, 5)) {
        await page.goto(url);
        titles.push(await page.locator("h1").last().innerText());
      }
      assert.ok(titles.includes(heading), titles.join());
    }));
}

test("no document is wider than a phone", () =>
  visitFile("docs/index.html", { width: 320 }, async (page) => {
    const wide = [];
    for (const name of documents) {
      await page.goto(new URL(`/${encodeURI(name)}`, page.url()).href);
      if ((await page.evaluate("document.documentElement.scrollWidth")) > 320) wide.push(name);
    }
    assert.deepEqual(wide, []);
  }));

/** One page of each kind. axe takes seconds for each. */
const SAMPLES = [
  "index.html",
  "documents/Choosing_a_format.html",
  "documents/Contributing.html",
  "functions/flakekit.generator.html",
  "functions/flakekit_inspect.inspect.html",
  "interfaces/flakekit.Format.html",
];

for (const colorScheme of ["light", "dark"]) {
  // What we write: around it, TypeDoc draws the navigation and the headings in its own way.
  test(`axe finds nothing in the documents in ${colorScheme} colours`, () =>
    visitFile("docs/index.html", { colorScheme }, async (page) => {
      for (const name of SAMPLES) {
        await page.goto(new URL(`/docs/${name}`, page.url()).href);
        await page.addScriptTag({ path: axe });
        const { violations } = await page.evaluate('axe.run(".tsd-typography")');
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 100)).slice(0, 3)}`,
        );
        assert.deepEqual([name, ...found], [name]);
      }
    }));
}
