// What the page writes into the address, the title and the browser's history.

import assert from "node:assert/strict";
import { test } from "node:test";
import { paste, visit } from "./browser.mjs";

const TWEET = "1541815603606036480";
const MESSAGE = "175928847299117063";

/** All that the browser's history keeps: the addresses and the titles. */
async function historyOf(page, context) {
  const session = await context.newCDPSession(page);
  const { entries } = await session.send("Page.getNavigationHistory");
  return entries.map(({ url, title }) => `${url} ${title}`).join("\n");
}

/** The address once the page has written it. */
async function addressOf(page) {
  await page.evaluate("dispatchEvent(new Event('pagehide'))");
  return new URL(page.url()).hash;
}

const KEY = "sk_live_51H8x2kKZ9aBcDeFgHiJkLmNoPqRsTuVwXyZ";
const TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

/** What is pasted, the part of it that may be known, and what the address becomes. */
const SECRETS = [
  ["a key", KEY, KEY, "#read"],
  ["a token", TOKEN, "ZnCjm1XVW7vRze4b7Cq4se7kKWs", "#read"],
  ["a JWT", JWT, "eyJ", "#read"],
  ["a header", `Authorization: Bearer ${JWT}`, "eyJ", "#read"],
  ["a key in an assignment", `STRIPE_KEY=${KEY}`, KEY, "#read"],
  ["a link with a key", `https://example.com/?key=${KEY}`, KEY, "#read"],
  ["a link with a key and an ID", `https://example.com/?key=${KEY}&id=${TWEET}`, KEY, `#read?id=${TWEET}`],
  ["a password in an assignment", "DB_PASSWORD=e4sladvVDT", "e4sladvVDT", "#read"],
  ["a token in a link", "https://a.com/reset?token=A4hoJiqU9a", "A4hoJiqU9a", "#read"],
  ["a token in the path of a link", "https://a.com/reset/A4hoJiqU9a", "A4hoJiqU9a", "#read"],
  ["a token and an ID in a link", `https://a.com/?id=${TWEET}&token=A4hoJiqU9a`, "A4hoJiqU9a", `#read?id=${TWEET}`],
  ["a call with a token", 'setToken("A4hoJiqU9a")', "A4hoJiqU9a", "#read"],
  ["a list with a key", `${TWEET}\n${MESSAGE}\n${KEY}`, KEY, "#read"],
  ["a table with a key", `id,key\n${TWEET},${KEY}\n${MESSAGE},${KEY}`, KEY, "#read"],
];

for (const [what, text, secret, address] of SECRETS) {
  test(`${what} is not written into the address, the title or the history`, () =>
    visit("#read", async (page, { context }) => {
      await paste(page, text);
      await page.locator(".when, .error, .many").first().waitFor();
      assert.equal(await addressOf(page), address);
      assert.ok((await page.locator("#id").inputValue()).includes(secret), "the input shows it");
      assert.deepEqual(await page.locator(`a[href*="${secret}"]`).count(), 0, "no link leads to it");
      await paste(page, MESSAGE);
      const history = await historyOf(page, context);
      assert.ok(!history.includes(secret), history);
      assert.ok(history.includes(MESSAGE), history);
      await page.goBack();
      await page.waitForFunction((text) => document.getElementById("id")?.value.includes(text), secret);
    }));
}

for (const [what, text] of [
  ["a key", KEY],
  ["a token", TOKEN],
  ["a password", "DB_PASSWORD=e4sladvVDT"],
  ["a random text that begins as an ID does", "A4hoJiqU9aXbQ2"],
]) {
  test(`${what} that is typed is not written into the address or the title, nor is a part of it`, () =>
    visit("#read", async (page) => {
      const input = page.locator("#id");
      for (let length = 1; length <= text.length; length++) {
        await input.fill(text.slice(0, length));
        assert.equal(await addressOf(page), "#read", text.slice(0, length));
        assert.equal(await page.title(), "read an ID · flakekit");
      }
    }));
}

test("an ID that is typed is written into the address and the title", () =>
  visit("#read", async (page) => {
    for (const text of [TWEET, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]) {
      await page.locator("#id").fill(text);
      // The reader may still be on its way.
      await page.waitForFunction((title) => document.title === title, `${text} · flakekit`);
      assert.equal(await addressOf(page), `#read?id=${text}`);
    }
  }));

test("a secret that is in the address of a link is not named by the title", () =>
  visit(`#read?id=${KEY}`, async (page) => {
    assert.match(await page.locator(".error").innerText(), /^No ID that this page knows/);
    assert.equal(await page.title(), "read an ID · flakekit");
  }));

test("the address has the ID alone and the format that its link named, and opening it shows the same", () =>
  visit("#read", async (page) => {
    const heading = () => page.locator(".when h2").innerText();
    await paste(page, `https://discord.com/channels/80351110224678912/${TWEET}`);
    const shown = await heading();
    assert.match(shown, /as discord$/);
    assert.equal(await addressOf(page), `#read?id=${TWEET}&named=discord`);
    await page.reload();
    await page.locator(".when").waitFor();
    assert.equal(await page.locator("#id").inputValue(), TWEET);
    assert.equal(await heading(), shown);
    await paste(page, TWEET);
    assert.match(await heading(), /as twitter$/);
    assert.equal(await addressOf(page), `#read?id=${TWEET}`);
  }));

test("a list of nothing but IDs is in the address", () =>
  visit("#read", async (page) => {
    const text = JSON.stringify([TWEET, MESSAGE]);
    await paste(page, text);
    await page.getByRole("heading", { name: "2 IDs" }).waitFor();
    assert.equal(new globalThis.URLSearchParams((await addressOf(page)).slice(6)).get("id"), text);
  }));

test("after the page is loaded again, a step of the history shows no text of another step", () =>
  visit("#read", async (page) => {
    await paste(page, KEY);
    await page.reload();
    await page.locator("#id").waitFor();
    assert.equal(await page.locator("#id").inputValue(), "");
    await paste(page, TOKEN);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("id")?.value === "");
  }));

/** Goes to a view by its link. */
async function goTo(page, view, heading) {
  await page.getByRole("link", { name: view, exact: true }).click();
  await page.getByRole("heading", { name: heading }).waitFor({ state: "attached" });
}

for (const [what, text, held] of [
  ["an ID", TWEET, TWEET],
  ["a link", `https://discord.com/channels/80351110224678912/${MESSAGE}`, MESSAGE],
  ["a text that the address may not have", KEY, ""],
  ["a list of IDs", `${TWEET}\n${MESSAGE}`, `${TWEET}\n${MESSAGE}`],
]) {
  test(`${what} is still read after other views, their reloads and steps back`, () =>
    visit("#read", async (page) => {
      const shown = (text) => page.waitForFunction((text) => document.getElementById("id")?.value === text, text);
      await paste(page, text);
      await page.locator(".when, .error, .many").first().waitFor();
      const reading = await page.locator(".when h2, .error, .many h2").first().innerText();
      const address = await addressOf(page);
      await goTo(page, "Make", "Make IDs");
      await page.getByRole("radio", { name: "sonyflake", exact: true }).check();
      await goTo(page, "Make", "Make IDs");
      await goTo(page, "Range", "Find IDs by time");
      await goTo(page, "Read", "Read an ID");
      await shown(text);
      assert.equal(await page.locator(".when h2, .error, .many h2").first().innerText(), reading);
      assert.equal(await addressOf(page), address);
      await page.goBack();
      await page.getByRole("heading", { name: "Find IDs by time" }).waitFor();
      await page.goForward();
      await shown(text);
      await page.goBack();
      await page.reload();
      await goTo(page, "Read", "Read an ID");
      await shown(held);
      await goTo(page, "Read", "Read an ID");
      await shown("");
    }));
}

test("a file is still read after other views, and its list is as it was", () =>
  visit("#read", async (page) => {
    const lines = Array.from({ length: 500 }, (_, n) => BigInt(TWEET) + BigInt(n)).join("\n");
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "ids.txt", mimeType: "text/plain", buffer: globalThis.Buffer.from(lines) });
    await page.getByRole("heading", { name: "500 IDs" }).waitFor();
    await page.getByLabel("format").selectOption("discord");
    await page.locator(".menu summary").waitFor();
    await page.getByRole("button", { name: "created" }).click();
    const sorted = await page.locator("th[aria-sort]").first().innerText();
    await goTo(page, "Make", "Make IDs");
    await page.getByRole("radio", { name: "sonyflake", exact: true }).check();
    await goTo(page, "Read", "Read an ID");
    await page.getByRole("heading", { name: "500 IDs" }).waitFor();
    assert.equal(await page.getByLabel("format").inputValue(), "discord");
    assert.equal(await page.locator("th[aria-sort]").first().innerText(), sorted);
    await page.goBack();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "500 IDs" }).waitFor();
  }));

test("an ID that another view links to replaces the text that was read", () =>
  visit("#read", async (page) => {
    await paste(page, KEY);
    await goTo(page, "Make", "Make IDs");
    await page.getByRole("button", { name: "Make 1", exact: true }).click();
    const id = await page.locator(".made code").innerText();
    await page.locator(".made a").click();
    await page.waitForFunction((text) => document.getElementById("id")?.value === text, id);
  }));

test("without an ID, a format that is chosen elsewhere is that of the next one", () =>
  visit("#make?format=custom&layout=40.6.10.4&epoch=2025-01-01", async (page) => {
    await goTo(page, "Read", "Read an ID");
    assert.equal(await addressOf(page), "#read?format=custom&epoch=2025-01-01&layout=40.6.10.4");
  }));

test("the link of “Read” starts it again while it is shown, also after a text that the address may not have", () =>
  visit("#read", async (page) => {
    await paste(page, KEY);
    await page.locator(".error").first().waitFor();
    await goTo(page, "Read", "Read an ID");
    await page.locator(".gallery").waitFor();
    assert.equal(await page.locator("#id").inputValue(), "");
  }));

test("a step back to another view also has the text of that time", () =>
  visit("#read", async (page) => {
    await paste(page, KEY);
    await goTo(page, "Make", "Make IDs");
    await paste(page, TWEET);
    await page.locator(".when").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await goTo(page, "Read", "Read an ID");
    await page.waitForFunction((text) => document.getElementById("id")?.value === text, KEY);
  }));
