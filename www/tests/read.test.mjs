import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { formats, snowflakeSI, twitter, withOptions } from "flakekit";
import { answered, copied, visit } from "./browser.mjs";
import { cutNames } from "./names.mjs";

const chosen = (page) => page.locator(".candidates :checked").inputValue();
const shownTime = (page) => page.locator(".when time").getAttribute("datetime");
async function type(page, text) {
  await page.locator("#id").fill(text);
  await answered(page);
}

const PUBLISHED = [
  ["1541815603606036480", "twitter", "2022-06-28T16:07:40.105Z"],
  ["175928847299117063", "discord", "2016-04-30T11:18:25.796Z"],
  ["11637205501278089", "instagram", "2011-09-09T22:28:04.721Z"],
  ["xiAnaS8QBh", "uid60", "2019-07-03T18:45:04.129Z"],
  ["brpk4q72xwf2m63l", "sno", "2031-05-08T23:03:34.976Z"],
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid", "2016-07-30T23:54:10.259Z"],
];

for (const [id, format, date] of PUBLISHED) {
  test(`the published ${format} ID ${id} has its published time`, () =>
    visit("#read", async (page) => {
      await type(page, id);
      // That of sno is in the future, and that of Instagram could be any number, so they are among the unlikely ones.
      if (["sno", "instagram"].includes(format)) await page.getByText(/unlikely readings?$/).click();
      await page.locator(`.candidates input[value="${format}"]`).check();
      assert.equal(await chosen(page), format);
      assert.equal(await shownTime(page), date);
    }));
}

/** Sets the input to each text, as if a user had typed fast. Returns whether the page has drawn none of the answers yet. */
const typeFast = (page, texts) =>
  page.evaluate((texts) => {
    const input = document.getElementById("id");
    const before = document.title;
    for (const text of texts) {
      input.value = text;
      input.dispatchEvent(new globalThis.InputEvent("input", { bubbles: true }));
    }
    return document.title === before;
  }, texts);

test("typed characters are shown before their answer, which is drawn once, and once more with its folded parts", () =>
  visit("", async (page) => {
    await type(page, "154");
    await page.evaluate(() => {
      globalThis.titles = [];
      const note = () => globalThis.titles.push(document.title);
      new globalThis.MutationObserver(note).observe(document.querySelector("title"), { childList: true });
    });
    const id = "1541815603606036480";
    const prefixes = Array.from({ length: id.length - 3 }, (_, more) => id.slice(0, 4 + more));
    assert.ok(await typeFast(page, prefixes));
    await answered(page);
    const title = "X, 2022-06-28 16:07:40.105 UTC · flakekit";
    assert.deepEqual(await page.evaluate("titles"), [title, title]);
  }));

test("the folded parts of a typed ID are drawn after its answer", () =>
  visit("", async (page) => {
    // An answer comes first, because the page loads what the first answer needs, and then draws it at once with its folded parts.
    await type(page, "154");
    await page.getByRole("button", { name: "clear" }).click();
    // The observer is called when the task that draws the answer has ended.
    await page.evaluate(() => {
      const note = (_, observer) => {
        const kind = document.querySelector(".kind");
        if (kind === null) return;
        observer.disconnect();
        const parts = [...document.querySelectorAll("main details")].map((fold) => fold.children.length);
        globalThis.first = { kind: kind.textContent, parts };
      };
      new globalThis.MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    });
    await typeFast(page, ["1541815603606036480"]);
    await answered(page);
    assert.deepEqual(await page.evaluate("first"), { kind: "X", parts: [1, 1, 1, 1] });
    assert.match(await page.locator("main .texts").first().innerText(), /1541815603606036480/);
    assert.match(await page.locator("main .code").first().innerText(), /twitter/);
  }));

test("the input has the focus, and a typed ID is read immediately in the most likely format", () =>
  visit("", async (page) => {
    await page.keyboard.type("1541815603606036480");
    await answered(page);
    assert.equal(await chosen(page), "twitter");
    assert.match(
      await page.locator(".when").innerText(),
      /^Tue, 28 Jun 2022, 16:07:40\s+X · \d+ years(, \d+ months?)? ago · UTC\s+2022-06-28 16:07:40\.105 UTC/,
    );
  }));

test("an ID with an epoch of its own has no date, and the page says what would settle it", () =>
  visit("#read?id=54871562649612288", async (page) => {
    assert.equal(await chosen(page), "own");
    const said = await page.locator(".when").innerText();
    assert.match(said, /^Its epoch tells the time\s+Snowflake/);
    assert.ok(
      said.includes(
        "an epoch of its own: 13082400000 ms since its epoch, machine 3, sequence 0. The epoch of your service (withOptions), or more",
      ),
      said,
    );
  }));

test("a UUID that was made at no time of its bits has no date, and the page says why", () =>
  visit("#read?id=c232ab00-9414-1fff-b3c8-9f6bdeced846", async (page) => {
    const said = await page.locator(".when").innerText();
    assert.match(said, /^Not made by a clock\s+UUID v1/);
    assert.ok(said.includes("version 1 by its bits; 5235-11-15 is no time at which it was made"), said);
  }));

test("the table shows width, value and binary digits of each field", () =>
  visit("#read?id=1541815603606036480", async (page) => {
    const rows = await page.locator(".fields tbody tr").all();
    const cells = async (row) => (await row.innerText()).split(/\s+/).filter(Boolean);
    assert.deepEqual(await cells(rows.at(-1)), ["sequence", "12", "0", "000000000000"]);
    assert.deepEqual(await cells(rows[1]), ["datacenterId", "in", "machineId", "5", "11", "01011"]);
    const drawn = (await page.locator(".bits span i").allInnerTexts()).join("");
    assert.equal(BigInt(`0b${drawn}`), 1541815603606036480n);
    assert.equal(drawn.length, 63);
  }));

for (const { name } of formats()) {
  test(`no name of a field of ${name} is cut in the drawing of the bits`, () =>
    visit(`#make?format=${name}`, async (page) => {
      await page.locator(".names b").first().waitFor({ state: "attached" });
      assert.deepEqual(await page.evaluate(cutNames), []);
    }));
}

test("a field under the pointer or with the focus is highlighted in the bits and in the text", () =>
  visit("#read?id=brpk4q72xwf2m63l&format=sno", async (page) => {
    const highlighted = async () => ({
      bits: (await page.locator(".bits .lit i").allInnerTexts()).join(""),
      text: (await page.locator(".texts div:first-child .lit").allInnerTexts()).join(""),
    });
    await page.locator(".fields tr", { hasText: "partition" }).hover();
    assert.deepEqual(await highlighted(), { bits: "1001101000001010", text: "wf2m" });
    await page.mouse.move(0, 0);
    await page.locator(".fields button", { hasText: "meta" }).focus();
    assert.deepEqual(await highlighted(), { bits: "11111111", text: "xw" });
  }));

test("a field's button keeps it highlighted until it is pressed again", () =>
  visit("#read?id=1541815603606036480", async (page) => {
    const button = page.locator(".fields button", { hasText: "sequence" });
    await button.press("Enter");
    await page.locator("#id").focus();
    assert.equal(await page.locator(".bits .lit i").count(), 12);
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await button.press("Enter");
    await page.locator("#id").focus();
    assert.equal(await page.locator(".bits .lit i").count(), 0);
  }));

test("the text of an encoding can be copied", () =>
  visit("#read?id=1541815603606036480", async (page) => {
    assert.equal(await copied(page, "copy base62"), "1ptWyK4WgZU");
  }));

test("the epoch that is entered changes the time, and an invalid one gives an error message", () =>
  visit("#read?format=snowflakeSI&id=746754366636288", async (page) => {
    await page.getByRole("textbox", { name: "epoch" }).fill("2025-01-01");
    const expected = withOptions(snowflakeSI, { epoch: "2025-01-01" }).decode(746754366636288);
    assert.equal(await shownTime(page), expected.date.toISOString());
    await page.getByRole("textbox", { name: "epoch" }).fill("soon");
    assert.match(await page.locator(".error").innerText(), /'soon'/);
  }));

test("a link that was copied contains the ID and the format, and opening it shows them", () =>
  visit("#read", async (page) => {
    await type(page, "175928847299117063");
    await page.getByText(/unlikely readings?$/).click();
    await page.locator('.candidates input[value="twitter"]').check();
    const link = await copied(page, "copy link to this answer");
    assert.match(link, /#read\?format=twitter&id=175928847299117063$/);
    await page.goto("about:blank");
    await page.goto(link);
    assert.equal(await chosen(page), "twitter");
    assert.equal(await page.locator("#id").inputValue(), "175928847299117063");
  }));

const IDS = ["1859982040506564608", "1541815603606036480", "1641815603606036480"];
const LISTS = {
  lines: IDS.join("\n"),
  JSON: JSON.stringify(IDS.map((id) => ({ id, name: "somebody", at: 1656432460105 }))),
  CSV: ["id,name,at", ...IDS.map((id) => `${id},somebody,1656432460105`)].join("\r\n"),
};

for (const [kind, text] of Object.entries(LISTS)) {
  test(`several IDs as ${kind} become a sortable table`, () =>
    visit("#read", async (page) => {
      await type(page, text);
      await page.getByRole("heading", { name: "3 IDs" }).waitFor();
      const column = () => page.locator(".ids tbody th").allInnerTexts();
      assert.deepEqual(await column(), IDS);
      await page.getByRole("button", { name: "created" }).click();
      assert.deepEqual(await column(), IDS.toSorted(twitter.compare));
      await page.getByRole("button", { name: "created" }).click();
      assert.deepEqual(await column(), IDS.toSorted(twitter.compare).reverse());
      assert.equal(await page.locator(".timeline rect[height]:not([height='0'])").count(), 3);
    }));
}

test("a list can be saved as CSV and as JSON", () =>
  visit(`#read?id=${encodeURIComponent(LISTS.lines)}`, async (page) => {
    const saved = async (name) => {
      await page.locator(".menu summary").click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      return readFileSync(await download.path(), "utf8");
    };
    const [first, second] = (await saved("Save as CSV")).split("\r\n");
    assert.equal(first, "id,timestamp,date,machineId,datacenterId,workerId,sequence");
    assert.equal(second, "1859982040506564608,1732289249909,2024-11-22T15:27:29.909Z,0,0,0,0");
    const records = JSON.parse(await saved("Save as JSON"));
    assert.deepEqual(
      records.map(({ id }) => id),
      IDS,
    );
    assert.equal(records[1].date, "2022-06-28T16:07:40.105Z");
  }));

test("a text in a list that is not an ID has an error message, and the others are read", () =>
  visit(`#read?id=${encodeURIComponent([...IDS, "nonsense!"].join("\n"))}`, async (page) => {
    await page.getByRole("heading", { name: "3 IDs" }).waitFor();
    assert.match(await page.locator("td.error").innerText(), /no ID that the page knows/);
  }));

for (const epoch of ["soon", "1970-01-01", "2200-01-01"]) {
  test(`with an epoch of ${epoch}, an ID and a list are read or give an error message`, () =>
    visit(`#read?id=746754366636288&format=snowflakeSI&epoch=${epoch}`, async (page) => {
      await page.locator(".when, .error").first().waitFor();
      await page.goto(page.url().replace("746754366636288", "746754366636288%0A746754366636289"));
      await page.locator(".many, .error").first().waitFor();
    }));
}

test("a text of 1 MB is read in a worker, with a progress bar", () =>
  visit("#read", async (page) => {
    const text = Array.from({ length: 50_000 }, (_, n) =>
      twitter.encode({ timestamp: 1656432460105 + n, machineId: 365, sequence: 0 }),
    ).join("\n");
    await page.evaluate((text) => {
      // Observed inside the page, because the progress bar may be gone before a locator finds it.
      globalThis.progress = new Promise((resolve) => {
        const look = () => document.querySelector("progress") && resolve();
        new globalThis.MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      });
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      document
        .getElementById("id")
        .dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true }));
    }, text);
    await page.evaluate("progress");
    await page.getByRole("heading", { name: "50,000 IDs" }).waitFor();
    await page.locator(".ids a").first().click();
    assert.equal(await chosen(page), "twitter");
    await page.goBack();
    await page.getByRole("heading", { name: "50,000 IDs" }).waitFor();
    await page.getByRole("button", { name: "clear" }).click();
    assert.equal(await page.locator("#id").inputValue(), "");
  }));
