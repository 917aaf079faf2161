// What another app shares with the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { built } from "../../scripts/site/page.mjs";
import { inCharge, visit } from "./browser.mjs";
import { serve } from "./server.mjs";

const { action, method, enctype, params } = JSON.parse(
  readFileSync(join(built, "manifest.webmanifest"), "utf8"),
).share_target;

/** Sends a form to the page as a browser does for another app: no page of the site is open. */
async function share(page, site, shared) {
  await page.goto("about:blank");
  const fields = Object.entries(shared).map(([what, text]) => `<input name="${params[what]}" value="${text}">`);
  const address = new URL(action, site.origin + site.folder);
  await page.setContent(`<form action="${address}" method="${method}" enctype="${enctype}">${fields.join("")}</form>`);
  await page.evaluate("document.forms[0].submit()");
}

const LINK = "https://x.com/jack/status/1541815603606036480";

for (const [what, shared] of Object.entries({
  "a link": { url: LINK },
  "a text with an ID": { text: "1541815603606036480" },
  "a text with a link": { text: `Look at this: ${LINK}` },
  "a text beside a link": { text: "Look at this", url: LINK },
})) {
  test(`${what} that is shared with the page is read, and no server receives it`, async () => {
    const site = await serve("/some/where/");
    try {
      await visit(
        "#read",
        async (page) => {
          await inCharge(page);
          site.requests.length = 0;
          await share(page, site, shared);
          await page.locator("main").getByText("2022-06-28 16:07:40.105").first().waitFor();
          assert.match(page.url(), /\/some\/where\/(#|$)/);
          assert.deepEqual(
            site.requests.filter((request) => !/^GET \S*\/offline\.js$/.test(request)),
            [],
          );
        },
        { at: site },
      );
    } finally {
      await site.close();
    }
  });
}

test("what was shared is read once, and is neither in the address nor in what the browser keeps", async () => {
  const site = await serve();
  try {
    await visit(
      "#read",
      async (page) => {
        await inCharge(page);
        const addresses = [];
        page.on("framenavigated", (frame) => addresses.push(frame.url()));
        await share(page, site, { text: "password: correct horse battery staple" });
        await page.locator("main .words").waitFor();
        assert.match(await page.locator("#id").inputValue(), /battery/);
        assert.ok(addresses.length > 1);
        assert.doesNotMatch(addresses.join(), /battery/);
        const kept = await page.evaluate(async () => {
          const names = await globalThis.caches.keys();
          const caches = await Promise.all(names.map((name) => globalThis.caches.open(name)));
          const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
          return requests.map(({ url }) => url);
        });
        assert.ok(kept.length > 5);
        assert.ok(!kept.some((url) => url.includes("share")));
        await page.reload();
        await page.locator(".examples").waitFor();
        assert.equal(await page.locator("#id").inputValue(), "");
      },
      { at: site },
    );
  } finally {
    await site.close();
  }
});
