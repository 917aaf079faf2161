// What the page writes into the address, the title and the browser's history.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, copied, paste, visit } from "./browser.mjs";

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

/** Texts that are secrets, and the part of each that nobody may see. */
const SECRETS = [
  ["a key", KEY, KEY],
  ["a token", TOKEN, "ZnCjm1XVW7vRze4b7Cq4se7kKWs"],
  ["a header", `Authorization: Bearer ${JWT}`, "eyJ"],
  ["a link with a key and an ID", `https://example.com/?key=${KEY}&id=${TWEET}`, KEY],
  ["a password in an assignment", "DB_PASSWORD=e4sladvVDT", "e4sladvVDT"],
  ["a login in a link", "git clone https://bob:e4sladvVDT@example.com/a.git", "e4sladvVDT"],
  ["a table with a key", `id,key\n${TWEET},${KEY}\n${MESSAGE},${KEY}`, KEY],
];

for (const [what, text, secret] of SECRETS) {
  test(`${what} is neither in the address nor in what the browser stores, and the way back shows it`, () =>
    visit("#read", async (page, { context }) => {
      await paste(page, text);
      await page.locator(".when, .many").first().waitFor();
      assert.equal(await addressOf(page), "#read");
      assert.ok((await page.locator("#id").inputValue()).includes(secret), "the input shows it");
      assert.ok(!JSON.stringify(await page.evaluate("history.state")).includes(secret));
      await paste(page, MESSAGE);
      assert.ok(!(await historyOf(page, context)).includes(secret));
      await page.goBack();
      await page.waitForFunction((text) => document.getElementById("id")?.value.includes(text), secret);
    }));
}

for (const [what, text] of [
  ["an ID", TWEET],
  ["a link", `https://discord.com/channels/80351110224678912/${MESSAGE}`],
  ["a list", `${TWEET}\n${MESSAGE}`],
  ["a text without an ID", "hello12345"],
]) {
  test(`${what} that is pasted or typed is not in the address, and is there after the page is loaded again`, () =>
    visit("#read", async (page, { context }) => {
      for (const enter of [paste, (page, text) => page.locator("#id").fill(text)]) {
        await enter(page, text);
        await page.locator(".when, .many").first().waitFor();
        await answered(page);
        const shown = await page.locator("main").innerText();
        assert.equal(await addressOf(page), "#read");
        await page.reload();
        await page.locator(".when, .many").first().waitFor();
        assert.equal(await page.locator("#id").inputValue(), text);
        assert.equal(await page.locator("main").innerText(), shown);
        await page.locator("#id").press("Escape");
      }
      assert.doesNotMatch(await historyOf(page, context), /\d{16}|hello/);
    }));
}

test("“copy link” writes the ID into the address, with the kind that its link named, and opening it shows the same", () =>
  visit("#read", async (page) => {
    const heading = () => page.locator(".when hgroup").innerText();
    await paste(page, `https://discord.com/channels/80351110224678912/${TWEET}`);
    const shown = await heading();
    assert.match(shown, /Discord/);
    const link = await copied(page, "copy link to this answer");
    assert.equal(new URL(link).hash, `#read?id=${TWEET}&named=discord`);
    assert.equal(await addressOf(page), `#read?id=${TWEET}&named=discord`);
    await page.goto("about:blank");
    await page.goto(link);
    await page.locator(".when").waitFor();
    assert.equal(await page.locator("#id").inputValue(), TWEET);
    assert.equal(await heading(), shown);
    await paste(page, TWEET);
    assert.match(await heading(), /X · /);
    assert.equal(await addressOf(page), "#read");
  }));

test("a link of the page to an ID does not write the ID into the address, and is a step", () =>
  visit(
    "#read",
    async (page, { context }) => {
      await page.locator(".examples a").first().click();
      await page.waitForFunction((text) => document.getElementById("id").value === text, TWEET);
      assert.equal(await addressOf(page), "#read");
      assert.doesNotMatch(await historyOf(page, context), /\d{16}/);
      await page.goBack();
      await page.locator(".examples").waitFor();
    },
    { isAlone: true },
  ));

test("an app that offers to share gets the link and the answer", () =>
  visit(
    "#read",
    async (page) => {
      await paste(page, TWEET);
      await page.getByRole("button", { name: "share this answer" }).click();
      const { title, url } = await page.evaluate("globalThis.shared");
      assert.equal(title, "X, 2022-06-28 16:07:40.105 UTC");
      assert.equal(new URL(url).hash, `#read?id=${TWEET}`);
    },
    { before: "navigator.share = async (shared) => { globalThis.shared = shared; };" },
  ));

test("after the page is loaded again, a step with a secret shows no text of another step", () =>
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
  await page.locator("header").getByRole("link", { name: view, exact: true }).click();
  await page.getByRole("heading", { name: heading }).waitFor({ state: "attached" });
}

for (const [what, text] of [
  ["an ID", TWEET],
  ["a link", `https://discord.com/channels/80351110224678912/${MESSAGE}`],
  ["a list of IDs", `${TWEET}\n${MESSAGE}`],
]) {
  test(`${what} is still read after other views, their reloads and steps back`, () =>
    visit("#read", async (page) => {
      const shown = (text) => page.waitForFunction((text) => document.getElementById("id")?.value === text, text);
      await paste(page, text);
      await page.locator(".when, .many").first().waitFor();
      const reading = await page.locator(".when hgroup, .many h2").first().innerText();
      const address = await addressOf(page);
      await goTo(page, "Make", "Make IDs");
      await page.getByRole("radio", { name: "Sonyflake", exact: true }).check();
      await goTo(page, "Make", "Make IDs");
      await goTo(page, "Range", "Find IDs by time");
      await goTo(page, "Read", "Paste any ID");
      await shown(text);
      assert.equal(await page.locator(".when hgroup, .many h2").first().innerText(), reading);
      assert.equal(await addressOf(page), address);
      await page.goBack();
      await page.getByRole("heading", { name: "Find IDs by time" }).waitFor();
      await page.goForward();
      await shown(text);
      await page.goBack();
      await page.reload();
      await goTo(page, "Read", "Paste any ID");
      await shown(text);
      await goTo(page, "Read", "Paste any ID");
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
    await page.getByRole("radio", { name: "Sonyflake", exact: true }).check();
    await goTo(page, "Read", "Paste any ID");
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
    await goTo(page, "Read", "Paste any ID");
    assert.equal(await addressOf(page), "#read?format=custom&epoch=2025-01-01&layout=40.6.10.4");
  }));

test("the link of “Read” starts it again while it is shown, also after a secret", () =>
  visit("#read", async (page) => {
    await paste(page, KEY);
    await page.locator(".when").first().waitFor();
    await goTo(page, "Read", "Paste any ID");
    await page.locator(".examples").waitFor();
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
    await goTo(page, "Read", "Paste any ID");
    await page.waitForFunction((text) => document.getElementById("id")?.value === text, KEY);
  }));
