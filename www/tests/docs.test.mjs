// The documents of the site: their links, their search and their layout.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { built } from "../../scripts/site/page.mjs";
import { emulate, visit, visitFile } from "./browser.mjs";
import { serve } from "./server.mjs";

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
        const file = posix.join(dirname(name), path.split("?")[0].replace(/\/$/, "/index.html"));
        const target = path === "" ? name : file;
        // The page's fragments are views, except the one that skips its header.
        const isView = target === "index.html" && fragment !== "main";
        return !files.has(target) || (fragment && !isView && ids[target] && !ids[target].has(fragment));
      })
      .map((link) => `${name}: ${link}`),
  );
  assert.ok(documents.length > 15);
  assert.deepEqual(dead, []);
});

test("llms.txt is beside the documents, with the Markdown to which it links", () => {
  const text = readFileSync(join(built, "docs", "llms.txt"), "utf8");
  const links = Array.from(text.matchAll(/\]\((markdown\/[^)#]+)/g), ([, path]) => path);
  assert.ok(links.length > 20);
  for (const link of links) assert.match(readFileSync(join(built, "docs", link), "utf8"), /^# /m, link);
});

test("the page leads to the documents, and these to the page", () =>
  visit("#read", async (page) => {
    await page.locator("footer").getByRole("link", { name: "Documentation" }).click();
    await page.getByRole("link", { name: "Choosing a format" }).first().click();
    await page.getByRole("heading", { name: "Choosing a format", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Range", exact: true }).click();
    await page.getByRole("heading", { name: "SQL" }).waitFor();
  }));

for (const colorScheme of ["light", "dark"]) {
  test(`the documents have the colours, the type, the header and the footer of the page in ${colorScheme} colours`, () =>
    visit(
      "#read",
      async (page) => {
        const looks = () =>
          page.evaluate(() => {
            const { backgroundColor, color, fontFamily } = globalThis.getComputedStyle(document.documentElement);
            const body = globalThis.getComputedStyle(document.body).background;
            const parts = ["header .brand", "header nav", "footer p"].map((part) => {
              const shown = document.querySelector(part);
              const { color, font } = globalThis.getComputedStyle(shown);
              return { text: shown.innerText, color, font };
            });
            return { backgroundColor, body, color, fontFamily, parts };
          });
        await page.locator("nav [aria-current]").waitFor();
        const ofPage = await looks();
        for (const name of SAMPLES) {
          await page.goto(new URL(`/docs/${name}`, page.url()).href);
          await page.locator("header .brand").waitFor();
          assert.deepEqual(await looks(), ofPage);
        }
      },
      { colorScheme },
    ));
}

test("each document has a main landmark, which a link leads to", () => {
  const ofDocuments = Object.entries(pages).filter(([name]) => name.startsWith("docs/"));
  const without = ofDocuments.filter(
    ([, html]) => html.match(/<main /g)?.length !== 1 || !html.includes('<a class="skip" href="#main">'),
  );
  assert.deepEqual(without, []);
});

test("no document tells its readers to build it, except the one for contributors", () => {
  const names = Object.keys(pages).filter((name) => pages[name].includes("npm run docs"));
  assert.deepEqual(names, ["docs/documents/Contributing.html"]);
});

test("a document that was visited can be read and searched offline", async () => {
  const site = await serve("/some/where/");
  await visitFile("docs/documents/Databases.html", { at: site }, async (page) => {
    await page.evaluate(() => {
      const files = [...document.querySelectorAll("script[src], link[href]")].map(({ src, href }) => src ?? href);
      const needed = [globalThis.location.href, new URL("../assets/icons.svg", globalThis.location).href, ...files];
      const isKept = (url) => globalThis.caches.match(url, { cacheName: "flakekit-documents" });
      const look = async () => {
        globalThis.areKept = (await Promise.all(needed.map(isKept))).every(Boolean);
        setTimeout(look);
      };
      void look();
    });
    await page.waitForFunction("globalThis.areKept");
    await site.close();
    await page.reload();
    await page.getByRole("heading", { name: "Databases", level: 1 }).waitFor();
    await search(page, "StatefulSet");
    await page.goto(new URL("../../", page.url()).href);
    await page.getByRole("textbox").first().waitFor();
  });
});

/** Types words into the search, and returns where the results lead. */
async function search(page, words) {
  await page.locator("#tsd-search-trigger").click();
  await page.locator("#tsd-search-input").fill(words);
  await page.locator("#tsd-search-results a").first().waitFor();
  return page.locator("#tsd-search-results a").evaluateAll((links) => links.map(({ href }) => new URL(href).pathname));
}

/** The guides that the front page lists. */
const guides = attributes(pages["docs/index.html"].match(/<h2 id="make-ids".*?<h2 id="reference"/s)[0], "href").map(
  (link) => `/docs/${link}`,
);

test("the documents are in groups: a quick start, then the paths", () =>
  visitFile("docs/index.html", { width: 1280 }, async (page) => {
    const groups = page.locator(
      ".tsd-navigation .tsd-accordion-summary > a, .tsd-navigation .tsd-accordion-summary > span",
    );
    await groups.first().waitFor();
    assert.deepEqual((await groups.allInnerTexts()).slice(0, 4), ["Quick start", "Make IDs", "Run leases", "Read IDs"]);
    assert.equal(await page.locator("h2").first().innerText(), "Quick start");
  }));

test("a document leads to the next one, and back", () =>
  visitFile("docs/documents/README.html", {}, async (page) => {
    await page.locator("[rel=next]").click();
    await page.getByRole("heading", { name: "Choosing a format", level: 1 }).waitFor();
    await page.locator("[rel=prev]").click();
    await page.getByRole("heading", { name: "flakekit", level: 1 }).waitFor();
  }));

test("the links to the next document lead through all documents, and those to the one before lead back", () => {
  const neighbour = (name, rel) => {
    const [, link] = pages[name].match(new RegExp(`<a rel="${rel}" href="([^"]*)"`)) ?? [];
    return link && posix.join(dirname(name), decodeURIComponent(link));
  };
  const seen = ["docs/documents/README.html"];
  for (;;) {
    const next = neighbour(seen.at(-1), "next");
    if (next === undefined || seen.includes(next)) break;
    assert.equal(neighbour(next, "prev"), seen.at(-1));
    seen.push(next);
  }
  assert.equal(seen.length, documents.length);
});

test('a search for "machine id" finds the guide Machine IDs first, and shows its text', () =>
  visitFile("docs/index.html", {}, async (page) => {
    const [first] = await search(page, "machine id");
    assert.equal(first, "/docs/documents/Machine_IDs_and_leases.html");
    const snippets = page.locator("#tsd-search-results a small");
    await snippets.first().waitFor();
    assert.match(await snippets.first().innerText(), /machine/i);
  }));

test("an ID in a document opens in the reader", () =>
  visitFile("docs/documents/The_command.html", {}, async (page) => {
    await page.getByRole("link", { name: "1541815603606036480" }).first().click();
    await page.locator(".when time").waitFor();
    assert.equal(await page.locator("#id").inputValue(), "1541815603606036480");
  }));

test("long lines of code scroll within their block on a phone", () =>
  visitFile("docs/documents/The_command.html", { width: 375, isPhone: true }, async (page) => {
    const blocks = await page.locator("pre > code").evaluateAll((codes) =>
      codes.map((code) => {
        code.scrollLeft = 1000;
        const { lineHeight } = globalThis.getComputedStyle(code);
        const lines = code.innerText.trimEnd().split("\n").length;
        return { moved: code.scrollLeft, isWhole: Math.abs(code.clientHeight / parseFloat(lineHeight) - lines) < 0.5 };
      }),
    );
    assert.ok(blocks.some(({ moved }) => moved > 0));
    assert.ok(blocks.every(({ isWhole }) => isWhole));
  }));

for (const words of ["never twice", "clock back", "bigint json"]) {
  test(`a search for "${words}" lists a guide first, and guides before symbols`, () =>
    visitFile("docs/index.html", {}, async (page) => {
      const found = await search(page, words);
      assert.ok(guides.includes(found[0]), found[0]);
      const isDocument = found.map((path) => path.startsWith("/docs/documents/"));
      assert.ok(isDocument.lastIndexOf(true) >= 2, found.join());
      assert.ok(!isDocument.slice(0, 3).includes(false), found.join());
    }));
}

for (const [words, heading] of [
  ["formatNamed", "Function formatNamed"],
  ["generator", "Function generator"],
  ["decode", "Interface Format"],
  ["StatefulSet", "Machine IDs and leases"],
]) {
  test(`a search for ${words} finds "${heading}"`, () =>
    visitFile("docs/index.html", {}, async (page) => {
      const titles = [];
      for (const path of (await search(page, words)).slice(0, 5)) {
        await page.goto(new URL(path, page.url()).href);
        titles.push(await page.locator("h1").last().innerText());
      }
      assert.ok(
        titles.some((title) => title.startsWith(heading)),
        titles.join(),
      );
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

const LONG_SAMPLES = [
  "documents/Contributing.html",
  "functions/flakekit.generator.html",
  "interfaces/flakekit.Format.html",
];

/** A page of each kind, as axe takes seconds for each. The long form adds the longest pages, and a second function. */
const SAMPLES = [
  "index.html",
  "documents/Choosing_a_format.html",
  "functions/flakekit_inspect.inspect.html",
  ...(process.env.FLAKEKIT_LONG === "1" ? LONG_SAMPLES : []),
];

// TypeDoc's script draws links in the summaries of its navigation, its template leaves out a level of headings, and it tells
// links in signatures by their colours.
const UNUSED = ["nested-interactive", "heading-order", "link-in-text-block"];

test("axe finds nothing in the documents, in light and in dark colours", () =>
  visitFile("docs/index.html", {}, async (page) => {
    for (const name of SAMPLES) {
      await emulate(page, { colorScheme: "light" });
      await page.goto(new URL(`/docs/${name}`, page.url()).href);
      await page.addScriptTag({ path: axe });
      const light = await page.evaluate(violations, { rules: disabled(UNUSED) });
      await emulate(page, { colorScheme: "dark" });
      const dark = await page.evaluate(violations, DARK);
      assert.deepEqual([name, ...light, ...dark], [name]);
    }
  }));

/** The other rules have the same answers in other colours. */
const DARK = { runOnly: { type: "rule", values: ["color-contrast"] } };
const disabled = (rules) => Object.fromEntries(rules.map((id) => [id, { enabled: false }]));

/** Runs in the page: the violations that axe finds, with the beginnings of the first elements. */
async function violations(options) {
  const { violations } = await globalThis.axe.run(options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 100)).slice(0, 3)}`);
}
