// The header: its links, their order and their groups.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit, visitFile } from "./browser.mjs";

/** The texts of the links by groups. A group ends where the gap is wider than the narrowest one. */
const groups = (page) =>
  page.locator("header nav a").evaluateAll((links) => {
    const boxes = links.map((link) => link.getBoundingClientRect());
    const gaps = boxes.slice(1).map(({ left }, i) => left - boxes[i].right);
    const isSame = new Set(boxes.map(({ top }) => top)).size === 1;
    const signs = gaps.map((gap) => (gap > Math.min(...gaps) + 2 ? " | " : " · "));
    return isSame && links.map(({ innerText }, i) => innerText + (signs[i] ?? "")).join("");
  });

const LINKS = "Read · Range · Layout | Make · Stress · Leases | Docs";

test("the views stand in groups: read, make, documents; the documents have the same links", () =>
  visit("#read", async (page) => {
    assert.equal(await groups(page), LINKS);
    await page.getByRole("link", { name: "Docs", exact: true }).click();
    await page.getByRole("heading", { name: "Documentation", level: 1 }).waitFor();
    assert.equal(await groups(page), LINKS);
    assert.equal(await page.locator("header [aria-current]").innerText(), "Docs");
  }));

test("the links fit into one line of a phone, with lines between the groups", () =>
  visit(
    "#read",
    async (page) => {
      const links = await page.locator("header nav a").evaluateAll((all) =>
        all.map((link) => ({
          top: link.getBoundingClientRect().top,
          isCut: link.scrollWidth > link.clientWidth,
          line: globalThis.getComputedStyle(link, "::before").borderInlineStartWidth === "1px",
        })),
      );
      assert.equal(new Set(links.map(({ top }) => top)).size, 1);
      assert.ok(!links.some(({ isCut }) => isCut));
      assert.deepEqual(
        links.map(({ line }) => line),
        [false, false, false, true, false, false, true],
      );
    },
    { width: 320, height: 640, isPhone: true },
  ));

test("the brand leads home, from an answer and from a document", async () => {
  const leadsHome = async (page) => {
    await page.getByRole("link", { name: "flakekit", exact: true }).first().click();
    await page.getByRole("heading", { name: "Paste any ID" }).waitFor();
    assert.equal(await page.locator("#id").inputValue(), "");
  };
  await visit("#read?id=1541815603606036480", leadsHome);
  await visitFile("docs/documents/Databases.html", {}, leadsHome);
});
