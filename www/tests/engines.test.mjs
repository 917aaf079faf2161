// The core of the page in engines other than Chromium's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, twitter } from "flakekit";
import { withFirefox } from "./firefox.mjs";
import { named, PASTES, said, shown } from "./pastes.mjs";
import { VIEWS } from "./views.mjs";
import { withWebKit } from "./webkit.mjs";

/**
 * Each starts a browser and calls `work(open)`. `open(hash, { width }, use)` opens the page in a session of its own and calls
 * `use` with a page. Its functions are: `evaluate(work, ...args)` calls a function in the page; `until(isTrue, ...args)`
 * waits until a function in the page returns what is not false, and resolves to it; `click(find, ...args)` waits until a
 * function in the page returns an element, and clicks it; `type(text)` and `pressWithControl(key)` press keys;
 * `messages()` resolves to what the console says.
 */
const ENGINES = { Firefox: withFirefox, WebKit: withWebKit };

const TWEET = "1541815603606036480";
const MESSAGE = "175928847299117063";

// These run in the page.
const textOf = (selector) => document.querySelector(selector)?.innerText;
const valueOf = (selector) => document.querySelector(selector)?.value;
const shows = (selector, text) => document.querySelector(selector)?.innerText.trim() === text;
const holds = (selector, value) => document.querySelector(selector)?.value === value;
const withText = (selector, text) =>
  [...document.querySelectorAll(selector)].find((element) => element.innerText.trim() === text);
const formatAndTime = () => ({
  format: document.querySelector(".candidates :checked")?.value,
  time: document.querySelector(".when time")?.getAttribute("datetime"),
});

/** Runs in the page: scrolls to the table of fields, and returns its cells when it is drawn. */
function drawnFields() {
  const table = document.querySelector(".fields");
  table?.scrollIntoView();
  const words = [...(table?.tBodies[0].rows ?? [])].map((row) => row.innerText.split(/\s+/).filter(Boolean));
  return words[0]?.length > 0 && words;
}

/** How many IDs a worker has made, if it is at least `least`. */
const made = (worker, least = 0) => {
  const count = parseInt(document.querySelectorAll(".members .quiet")[worker]?.innerText ?? "0", 10);
  return count >= least && count;
};
const inRow = (worker, label) =>
  [...(document.querySelectorAll(".members li")[worker]?.querySelectorAll("button") ?? [])].find(
    (button) => button.innerText.trim() === label,
  );

/** Runs in the page: keeps the names of the workers that it starts. */
function recordWorkers() {
  globalThis.started = [];
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(url, options) {
      super(url, options);
      globalThis.started.push(options.name);
    }
  };
}

/** Runs in the page: chooses a file with IDs from a first one on. */
function chooseFile(first, count) {
  const ids = Array.from({ length: count }, (_, n) => String(BigInt(first) + (BigInt(n) << 22n)));
  const chosen = new DataTransfer();
  chosen.items.add(new globalThis.File([ids.join("\n")], "ids.txt"));
  const chooser = document.querySelector("input[type=file]");
  chooser.files = chosen.files;
  chooser.dispatchEvent(new globalThis.Event("change"));
}

/** Runs in the page: the window's width, by how much the page is wider, and the labels of which a part is not drawn. */
function layout() {
  // Otherwise a section below the window has no layout.
  for (const section of document.querySelectorAll("section")) section.style.contentVisibility = "visible";
  for (const hidden of document.querySelectorAll(".hidden")) hidden.style.display = "none";
  const { scrollWidth, clientWidth } = document.documentElement;
  const cut = [...document.querySelectorAll("label, button, nav a, h1, h2, dt, th")]
    .filter((label) => label.scrollWidth > label.clientWidth && label.clientWidth > 0)
    .map((label) => label.outerHTML);
  return { width: globalThis.innerWidth, over: Math.max(0, scrollWidth - clientWidth), cut };
}

/** Runs in the page: whether a view is drawn after a link has led to it. */
function isDrawn(name) {
  return globalThis.history.state !== null && document.querySelector("main").dataset.view === name;
}

/** Runs in the page: enters a text as a whole. */
function enterText(text) {
  const input = document.querySelector("#id");
  input.value = text;
  input.dispatchEvent(new globalThis.Event("input", { bubbles: true }));
}

/** Puts a text that was typed into the clipboard, and pastes it where no input has the focus. */
async function typeAndPaste(page, text) {
  await page.type(text);
  await page.until(holds, "#id", text);
  await page.pressWithControl("a");
  await page.pressWithControl("x");
  await page.until(holds, "#id", "");
  await page.evaluate(() => document.activeElement.blur());
  await page.pressWithControl("v");
}

/** What the page promises, by names of tests. `visit(hash, use, options)` opens the page, which must not write to the console. */
const PROMISES = {
  "a typed ID is read at once: its format, its time and its fields": (visit) =>
    visit("", async (page) => {
      await page.type(TWEET);
      await page.until(holds, ".candidates :checked", "twitter");
      const read = await page.evaluate(formatAndTime);
      assert.deepEqual(read, { format: "twitter", time: "2022-06-28T16:07:40.105Z" });
      const fields = await page.until(drawnFields);
      assert.deepEqual(fields[1], ["datacenterId", "in", "machineId", "5", "11", "01011"]);
      assert.deepEqual(fields.at(-1), ["sequence", "12", "0", "000000000000"]);
    }),

  "a link that is pasted anywhere is read: its ID and its format": (visit) =>
    visit("", async (page) => {
      await typeAndPaste(page, `https://discord.com/channels/@me/80351110224678912/${MESSAGE}`);
      await page.until(holds, ".candidates :checked", "discord");
      assert.equal((await page.evaluate(formatAndTime)).time, "2016-04-30T11:18:25.796Z");
      const where = (await page.evaluate(textOf, ".where")).replace(/\s+/g, " ").trim();
      assert.equal(where, "channel 80351110224678912 › message");
    }),

  "of a tenth of the texts that people paste, the page shows what scan says": (visit) =>
    visit("", async (page) => {
      for (const text of PASTES.filter((_, at) => at % 10 === 0)) {
        await page.evaluate(enterText, "");
        await page.until(() => document.querySelector(".examples"));
        await page.evaluate(enterText, text);
        await page.until(() => document.querySelector("main :is(.when, .ids, .error)"));
        // The parts below an answer are drawn after it.
        await page.until(() => !document.querySelector("main .fold[open] > summary:only-child"));
        assert.deepEqual(
          { text, shown: named(await page.evaluate(shown)) },
          { text, shown: named(said(text, Date.now())) },
        );
      }
    }),

  "an ID that the page makes is read back": (visit) =>
    visit("#make?format=discord&workerId=3", async (page) => {
      await page.click(withText, "button", "Make 1");
      const id = await page.until(textOf, ".made code");
      assert.equal(discord.decode(id).workerId, 3);
      await page.click(withText, ".made a", id);
      await page.until(holds, ".candidates :checked", "discord");
      assert.equal(await page.evaluate(valueOf, "#id"), id);
    }),

  "the SQL of a range contains the package's limits": (visit) =>
    visit("#range?format=twitter&from=2022-06-28T00:00&to=2022-06-29T00:00&table=posts", async (page) => {
      const { min, end } = twitter.range("2022-06-28", "2022-06-29", { halfOpen: true });
      const sql = await page.until(textOf, ".code code");
      assert.equal(sql.trim(), `SELECT * FROM posts\nWHERE id >= ${min} AND id < ${end};`);
    }),

  "a run whose clock steps back makes no repeats, and the plain algorithm does": (visit) =>
    visit("#stress?format=snowflakeSI&total=100000&clock=back", async (page) => {
      await page.click(withText, ".controls button", "Start");
      // These IDs take 390 ms at least, so the clock steps back. The plain algorithm takes longer, and repeats soon.
      await page.until(shows, "#flakekit .made-count", "100,000");
      await page.until(() => Number(document.querySelector("#plain .repeats").innerText.replaceAll(",", "")) > 0);
      assert.equal(await page.evaluate(textOf, "#flakekit .repeats"), "0");
    }),

  "workers make IDs of different seats in their windows, without repeats": (visit) =>
    visit("#leases", async (page) => {
      const seats = await page.until(() => {
        const states = [...document.querySelectorAll(".members .state")].map((state) => state.innerText);
        const seats = states.map((state) => /^has seat (\d) until \d/.exec(state)?.[1]);
        return seats.length === 3 && seats.every(Boolean) && seats;
      });
      assert.equal(new Set(seats).size, 3);
      await page.until(() => document.querySelectorAll(".seat.taken .grant").length >= 3);
      await page.until(() =>
        [...document.querySelectorAll(".members .quiet")].every((made) => parseInt(made.innerText, 10) > 0),
      );
      assert.equal(await page.evaluate(textOf, "#repeats"), "0");
      assert.equal(await page.evaluate(textOf, "#outside"), "0");
    }),

  "a worker that is paused makes nothing, and goes on": (visit) =>
    visit("#leases", async (page) => {
      await page.until(made, 0, 1);
      await page.click(inRow, 0, "Pause");
      // Whatever it made before it was blocked has arrived by then.
      await page.until(shows, ".members .state", "paused, its window has ended");
      const before = await page.evaluate(made, 0);
      await page.until(made, 2, (await page.evaluate(made, 2)) + 50);
      assert.equal(await page.evaluate(made, 0), before);
      await page.click(inRow, 0, "Go on");
      await page.until(made, 0, before + 1);
    }),

  "a file with many IDs is read in a worker, and an ID of it opens": (visit) =>
    visit("", async (page) => {
      await page.evaluate(recordWorkers);
      await page.evaluate(chooseFile, TWEET, 50_000);
      await page.until(withText, "h2", "50,000 IDs");
      // The facts come when all is read. Until then, the table may be drawn anew, and a click may miss.
      await page.until(() => document.querySelector(".facts li") !== null);
      assert.deepEqual(await page.evaluate(() => globalThis.started), ["list"]);
      await page.click(withText, ".ids a", TWEET);
      await page.until(holds, ".candidates :checked", "twitter");
    }),

  "the address has no ID that was typed, and the way back leads to the former ID": (visit) =>
    visit(`#read?id=${TWEET}`, async (page) => {
      await page.click(withText, "button", "×");
      await page.until(holds, "#id", "");
      await page.type(MESSAGE);
      await page.until((id) => globalThis.history.state.text === id && globalThis.location.hash === "#read", MESSAGE);
      await page.evaluate(() => globalThis.history.back());
      await page.until(holds, "#id", TWEET);
      assert.equal((await page.evaluate(formatAndTime)).time, "2022-06-28T16:07:40.105Z");
      await page.evaluate(() => globalThis.history.forward());
      await page.until(holds, "#id", MESSAGE);
    }),
};

PROMISES["the views say nothing in the console, have no horizontal scroll and cut no label at 320 px"] = (visit) =>
  visit(
    VIEWS[0],
    async (page) => {
      for (const view of VIEWS) {
        await page.evaluate((view) => (globalThis.location.hash = view), view);
        await page.until(isDrawn, view.slice(1).split("?")[0]);
        assert.deepEqual({ view, ...(await page.evaluate(layout)) }, { view, width: 320, over: 0, cut: [] });
      }
    },
    { width: 320 },
  );

for (const [engine, withBrowser] of Object.entries(ENGINES)) {
  test(`in ${engine}`, (t) =>
    withBrowser(async (open) => {
      const visit = (hash, use, options = {}) =>
        open(hash, options, async (page) => {
          await page.until(() => document.querySelector("main :is(h1, .error)") !== null);
          await use(page);
          assert.deepEqual(await page.messages(), [], "messages in the console");
        });
      for (const [promise, check] of Object.entries(PROMISES)) await t.test(promise, () => check(visit));
    }));
}
