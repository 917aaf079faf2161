// The example of a React page, built with Vite, in Chromium.

import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root, run } from "../../../scripts/run.mjs";
import { serving } from "../../../tests/runtimes/engines/serving.mjs";
import { FLAGS, program } from "./program.mjs";

/** Builds the example and serves it as its README says; calls `work` with a function that asks the server, and its origin. */
async function withExample(folder, work) {
  const cwd = join(folder, "examples", "react");
  cpSync(join(root, "examples", "react"), cwd, { recursive: true });
  const vite = join(folder, "node_modules", "vite", "bin", "vite.js");
  const env = { NO_COLOR: "1" };
  await run(process.execPath, [vite, "build", "--logLevel", "warn"], { quiet: true, cwd, env });
  const args = [vite, "preview", "--host", "127.0.0.1", "--port", "0"];
  await serving({ command: process.execPath, args, cwd, env, listens: /http:\/\/127\.0\.0\.1:(\d+)/ }, work);
}

/** A new visitor's page. */
async function visitAs(browser, origin, errors) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error));
  await page.goto(origin);
  const item = (text) => page.getByRole("listitem").filter({ hasText: text });
  const add = async (text) => {
    await page.getByLabel("Note").fill(text);
    await page.getByRole("button", { name: "Add" }).click();
    // Reads the ID of the item in any state.
    return item(text).locator("code").innerText();
  };
  /** Waits until a note is in a state. */
  const reach = (text, state) => item(text).getByText(state, { exact: true }).waitFor();
  return { context, page, item, add, reach };
}

/** An item has its ID before the server knows the item, and keeps the ID and its element when the server knows it. */
async function checkHeldBack({ page, item, add, reach }, ask) {
  let send;
  const held = new Promise((resolve) => (send = resolve));
  await page.route("**/notes/*", (route) => held.then(() => route.continue()), { times: 1 });
  const id = await add("held back");
  await reach("held back", "saving");
  assert.deepEqual(await ask("/notes"), []);
  const element = await item("held back").elementHandle();
  send();
  await reach("held back", "saved");
  assert.equal(await element.evaluate((node) => node.isConnected && node.querySelector("code").textContent), id);
  assert.deepEqual(await ask("/notes"), [{ id, text: "held back", state: "saved" }]);
  return id;
}

/** A note whose reply is lost has been stored. When it is sent again, it is stored only once. */
async function checkSentAgain({ page, item, add, reach }, ask) {
  const cutReply = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/notes/*", cutReply, { times: 1 });
  const id = await add("lost reply");
  await reach("lost reply", "not saved");
  assert.equal((await ask("/notes")).length, 2);
  await item("lost reply").getByRole("button").click();
  await reach("lost reply", "saved");
  const stored = await ask("/notes");
  assert.deepEqual([stored.length, stored[1].id], [2, id]);
}

/** IDs are made without the network. */
async function checkOffline({ context, item, add, reach }) {
  await context.setOffline(true);
  const ids = [await add("offline 1"), await add("offline 2")];
  for (const text of ["offline 1", "offline 2"]) await reach(text, "not saved");
  await context.setOffline(false);
  for (const text of ["offline 1", "offline 2"]) {
    await item(text).getByRole("button").click();
    await reach(text, "saved");
  }
  assert.notEqual(ids[0], ids[1]);
}

export async function reactExample({ folder }) {
  const browser = await chromium.launch({ executablePath: await program("CHROMIUM"), args: FLAGS });
  const errors = [];
  try {
    await withExample(folder, async (ask, origin) => {
      const ada = await visitAs(browser, origin, errors);
      const id = await checkHeldBack(ada, ask);
      await checkSentAgain(ada, ask);
      await checkOffline(ada);

      const ben = await visitAs(browser, origin, errors);
      await ben.add("of Ben");
      await ben.reach("of Ben", "saved");
      // Ben may not replace a note of Ada.
      const replace = (url) => fetch(url, { method: "PUT", body: '{"text":"mine"}' }).then(({ status }) => status);
      assert.equal(await ben.page.evaluate(replace, `/notes/${id}`), 403);
      assert.equal(await ada.page.evaluate(replace, "/notes/12x4"), 403);

      const stored = await ask("/notes");
      assert.equal(new Set(stored.map((note) => note.id)).size, 5);
      await ada.page.reload();
      await ada.reach("of Ben", "saved");
      const shown = await ada.page.getByRole("listitem").locator("code").allInnerTexts();
      const newestFirst = stored.map((note) => BigInt(note.id)).sort((a, b) => (a < b ? 1 : -1));
      assert.deepEqual(shown, newestFirst.map(String));
    });
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
  }
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", "react", "package.json"), "utf8"));
  return {
    version: `Chromium ${browser.version()}, React ${version}`,
    loads: "index.js, lease.js, lease/http.js, bundled",
  };
}
