// The page where WebAssembly is missing, as in Safari's Lockdown Mode.

import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./browser.mjs";
import { idsOf, roundedByJson } from "./populations.mjs";

/** Runs in the page before its scripts. */
const blocked = () => {
  delete globalThis.WebAssembly;
};

test("without WebAssembly, a list is judged as with it", () =>
  visit(
    "#read",
    async (page) => {
      for (const count of [20, 3000]) {
        const buffer = Buffer.from(idsOf("discord", count).map(roundedByJson).join("\n"));
        await page.getByLabel("open a file").setInputFiles({ name: "ids.txt", mimeType: "text/plain", buffer });
        await page.getByRole("heading", { name: `${count.toLocaleString("en")} IDs` }).waitFor();
        assert.match(await page.locator("p.error").innerText(), /have lost their last digits/);
      }
    },
    { before: blocked },
  ));

for (const [id, kind, date] of [
  ["1541815603606036480", "X", "2022-06-28T16:07:40.105Z"],
  ["https://discord.com/channels/81384788765712384", "Discord", "2015-08-13T13:54:05.698Z"],
  ["017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "UUID v7", "2022-02-22T19:22:22.000Z"],
]) {
  test(`without WebAssembly, ${id} is read as with it`, () =>
    visit(
      `#read?id=${encodeURIComponent(id)}`,
      async (page) => {
        await page.locator(".fields").waitFor();
        assert.equal(await page.locator(".when time").getAttribute("datetime"), date);
        assert.equal(await page.locator(".kind").innerText(), kind);
      },
      { before: blocked },
    ));
}
