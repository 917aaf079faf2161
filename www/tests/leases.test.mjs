import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { snowflakeSI, withOptions } from "flakekit";
import { copied, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";

const format = withOptions(snowflakeSI, { epoch: "2026-01-01" });

/**
 * Opens the view, and calls `work(page, ids)`. `ids(n)` are all IDs that the `n`-th worker of the page has sent so far; they
 * are taken from the workers' messages, so they do not depend on what the page counts.
 */
function visitLeases(work) {
  return visit("#make", async (page) => {
    await page.evaluate(recordIds);
    await page.getByRole("link", { name: "Leases" }).click();
    await page.locator("#made").filter({ hasNotText: /^0$/ }).waitFor();
    await work(page, (worker) => page.evaluate(`globalThis.made[${worker - 1}] ?? []`));
  });
}

/** Runs in the page: keeps the IDs of each port that is given to a worker. */
function recordIds() {
  globalThis.made = [];
  const { MessageChannel } = globalThis;
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      const ids = [];
      globalThis.made.push(ids);
      this.port1.addEventListener("message", ({ data }) => ids.push(...(data.ids ?? [])));
    }
  };
}

/** Runs in the page: keeps the words that an element shows from now on. */
function recordStates(element) {
  globalThis.states = [];
  const note = () => globalThis.states.push(element.innerText);
  new globalThis.MutationObserver(note).observe(element, { characterData: true, childList: true, subtree: true });
}

const button = (page, what, worker) => page.getByRole("button", { name: `${what}: worker ${worker}`, exact: true });

const row = (page, worker) => page.locator(".members li").nth(worker - 1);

/** Waits until a worker's row says something, and returns the seat that it names. */
async function seatOf(page, worker, state = /^has seat/) {
  const words = row(page, worker).locator(".state").filter({ hasText: state });
  return Number(/seat (\d)/.exec(await words.innerText())?.[1]);
}

/** Waits until a worker has made more IDs than now. */
async function makesMore(page, worker) {
  const made = await row(page, worker).locator(".quiet").innerText();
  await row(page, worker).locator(".quiet").filter({ hasNotText: made }).waitFor();
}

/** Asserts that no ID of all workers is a repeat, and that the page says so. */
async function assertNoRepeats(page) {
  const made = (await page.evaluate("globalThis.made")).flat();
  assert.equal(new Set(made).size, made.length);
  assert.equal(await page.locator("#repeats").innerText(), "0");
  assert.equal(await page.locator("#outside").innerText(), "0");
}

test("workers get different seats, and make IDs of them without repeats", () =>
  visitLeases(async (page, idsOf) => {
    const seats = new Set();
    for (const worker of [1, 2, 3]) {
      const seat = await seatOf(page, worker);
      await makesMore(page, worker);
      const ids = await idsOf(worker);
      assert.ok(ids.length > 0);
      assert.ok(ids.every((id) => format.decode(id).machineId === seat));
      seats.add(seat);
    }
    assert.equal(seats.size, 3);
    await assertNoRepeats(page);
  }));

test("a killed worker's seat is free for another when its window has ended, and not before", () =>
  visitLeases(async (page) => {
    for (let n = 0; n < 3; n++) await page.getByRole("button", { name: "Add a worker" }).click();
    for (const worker of [1, 2, 3, 4, 5, 6]) await seatOf(page, worker);
    const seat = await seatOf(page, 2);
    await row(page, 2).locator(".state").evaluate(recordStates);
    await button(page, "Kill", 2).click();
    // All seats are taken, so the new one waits for that of the killed one.
    await page.getByRole("button", { name: "Add a worker" }).click();
    await page.locator(".log").getByText("worker 7 waits: no seat is free").waitFor();
    assert.equal(await seatOf(page, 7), seat);
    const states = await page.evaluate("states");
    assert.match(
      states.find((state) => state.startsWith("killed")),
      /^killed, has seat \d until/,
    );
    assert.equal(await row(page, 2).locator(".state").innerText(), "killed");
    await makesMore(page, 7);
    await assertNoRepeats(page);
  }));

test("a paused worker is silent, and makes no ID of a window that ended meanwhile", () =>
  visitLeases(async (page, idsOf) => {
    await seatOf(page, 1);
    await button(page, "Pause", 1).click();
    await row(page, 1).getByText("paused, its window has ended").waitFor();
    const before = await idsOf(1);
    const ended = await page.evaluate("Math.floor(performance.timeOrigin + performance.now())");
    await makesMore(page, 2);
    assert.equal((await idsOf(1)).length, before.length);
    await button(page, "Go on", 1).click();
    await makesMore(page, 1);
    const after = (await idsOf(1)).slice(before.length);
    assert.ok(after.length > 0);
    assert.ok(Math.min(...after.map(format.timestamp)) >= ended);
    await assertNoRepeats(page);
  }));

test("a worker whose window still runs goes on after a pause with the same seat", () =>
  visitLeases(async (page) => {
    const seat = await seatOf(page, 1);
    await button(page, "Pause", 1).click();
    await button(page, "Go on", 1).click();
    await makesMore(page, 1);
    assert.equal(await seatOf(page, 1), seat);
    await assertNoRepeats(page);
  }));

test("after the store has forgotten everything, no ID repeats: new workers wait, and the others keep their seats", () =>
  visitLeases(async (page) => {
    const seats = [await seatOf(page, 1), await seatOf(page, 2)];
    await seatOf(page, 3);
    await button(page, "Pause", 2).click();
    await button(page, "Kill", 3).click();
    await page.getByRole("button", { name: "The store forgets everything" }).click();
    await button(page, "Restart", 3).click();
    await page.locator(".log").getByText("worker 3 waits: the store may have forgotten windows").waitFor();
    assert.match(await row(page, 3).locator(".state").innerText(), /^waits until/);
    await button(page, "Go on", 2).click();
    await seatOf(page, 3);
    await makesMore(page, 1);
    await makesMore(page, 2);
    await makesMore(page, 3);
    assert.equal(await seatOf(page, 1), seats[0]);
    await assertNoRepeats(page);
  }));

test("all workers end when the user goes to another view, also those that are paused", () =>
  visitLeases(async (page) => {
    await button(page, "Pause", 1).click();
    const workers = page.workers();
    assert.equal(workers.length, 3);
    const closed = workers.map((worker) => new Promise((resolve) => worker.once("close", resolve)));
    await page.getByRole("link", { name: "Range" }).click();
    await Promise.all(closed);
    await page.getByRole("link", { name: "Leases" }).click();
    await page.locator("#made").filter({ hasNotText: /^0$/ }).waitFor();
    assert.equal(page.workers().length, 3);
  }));

test("up to 8 workers make as many IDs as the user chooses, and the address keeps the number", () =>
  visitLeases(async (page) => {
    const add = page.getByRole("button", { name: "Add a worker" });
    for (let n = 0; n < 5; n++) await add.click();
    assert.ok(await add.isDisabled());
    assert.equal(await page.locator(".members li").count(), 8);
    await page.getByLabel("IDs per second of each").selectOption("200");
    await page.waitForURL(/rate=200/);
    await assertNoRepeats(page);
  }));

test("nothing moves when the count of IDs gets longer", () =>
  visitLeases(async (page) => {
    const places = () =>
      page.locator(".figures div").evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().left));
    await page.getByRole("combobox").selectOption("200");
    const before = await places();
    await page.locator("#made").filter({ hasText: "," }).waitFor();
    assert.deepEqual(await places(), before);
  }));

test("a button keeps the focus while the page changes", () =>
  visitLeases(async (page) => {
    await button(page, "Kill", 1).focus();
    await page.keyboard.press("Enter");
    await makesMore(page, 2);
    assert.equal(await page.evaluate("document.activeElement.ariaLabel"), "Restart: worker 1");
  }));

test("with little motion, the timeline is drawn once in a second", () =>
  visitLeases(async (page) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const drawings = await page.evaluate(async () => {
      const { promise, resolve } = Promise.withResolvers();
      const times = [];
      const observer = new globalThis.MutationObserver(() => {
        if (times.push(performance.now()) > 3) resolve();
      });
      observer.observe(document.querySelector(".moving"), { attributeFilter: ["style"] });
      await promise;
      return times;
    });
    // The first drawing may have been with motion. One that comes late is nearer to the next one, which is on time.
    assert.ok(drawings[3] - drawings[1] >= 1_500, drawings.join());
  }));

test("the code of the view works", () =>
  visitLeases(async (page) => {
    const code = await copied(page, "copy Code");
    const folder = await mkdtemp(join(tmpdir(), "leases-"));
    try {
      const { ids } = await runCode(code.replace("./ids", folder.replaceAll("\\", "/")), "ids");
      assert.equal(ids.status().state, "held");
      assert.ok(format.isValid(ids.next()));
      await ids.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  }));
