// Promises of lists: their sources, their export, and that they stay fast with any number of rows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { nanoflake, snowflakeSI, tsid, uid60, withOptions } from "flakekit";
import { copied, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";
import { idsOf, roundedByJson } from "./populations.mjs";

const IDS = ["1859982040506564608", "1541815603606036480", "1641815603606036480"];
const CSV = [
  "name,id,note",
  `"Doe, Jane",${IDS[0]},"says ""hi"""`,
  `Bo,${IDS[1]},"two\r\nlines"`,
  `=A1,${IDS[2]},`,
  "Cy,nonsense!,",
].join("\r\n");

const heading = (page, count) => page.getByRole("heading", { name: `${count} IDs`, exact: true }).waitFor();
const shownIds = (page) => page.locator(".ids tbody th").allInnerTexts();
const file = (text, name = "ids.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Chooses a file with the button. */
const choose = (page, chosen) => page.getByLabel("open a file").setInputFiles(chosen);

/** Drops a file on an element. */
async function drop(page, selector, { name, buffer }) {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new globalThis.File([text], name));
      return dataTransfer;
    },
    [name, buffer.toString()],
  );
  const over = await page.locator(selector).evaluate((element, dataTransfer) => {
    const event = new globalThis.DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
    return !element.dispatchEvent(event);
  }, dataTransfer);
  assert.ok(over, "the page accepts the file");
  const outline = () => page.evaluate("getComputedStyle(document.querySelector('main')).outlineStyle");
  assert.equal(await outline(), "dashed", "the page shows that it accepts the file");
  await page.dispatchEvent(selector, "dragleave");
  assert.equal(await outline(), "none");
  await page.dispatchEvent(selector, "dragover", { dataTransfer });
  await page.dispatchEvent(selector, "drop", { dataTransfer });
  assert.equal(await outline(), "none");
}

/** Opens the menu of the export. */
async function openExport(page) {
  const menu = page.locator(".menu");
  await menu.waitFor();
  if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
}

/** Clicks a button that saves a file, and returns the file's text. */
async function saved(page, name) {
  await openExport(page);
  const button = page.getByRole("button", { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await download.path(), "utf8");
}

const savedLines = async (page) => (await saved(page, "Save as CSV")).trim().split("\r\n");

test("a list whose IDs were rounded by a spreadsheet says so once, and a healthy one does not", () =>
  visit("#read", async (page) => {
    const note = page.getByText("have lost their last digits");
    const rounded = IDS.map((id) => `${id.slice(0, 15)}0000`);
    await choose(page, file(["id,name", ...rounded.map((id) => `${id},a`)].join("\n"), "rounded.csv"));
    await note.waitFor();
    assert.equal(await note.count(), 1);
    assert.match(await note.innerText(), /^3 IDs \(line 2, line 3, line 4\) have/);
    await choose(page, file(["id,name", ...IDS.map((id) => `${id},a`)].join("\n")));
    await heading(page, 3);
    await note.waitFor({ state: "detached" });
  }));

const COLUMNS = ".ids thead th";

test("a file of 5000 IDs that JSON.parse has rounded says in one line how many, where, and what is still true", () =>
  visit("#read", async (page) => {
    const rounded = idsOf("discord", 5000).map(roundedByJson);
    await choose(page, file(`id,name\n${rounded.map((id) => `${id},a`).join("\n")}`));
    await heading(page, "5,000");
    const said = await page.locator("p.error").allInnerTexts();
    assert.deepEqual(said, [
      "5,000 IDs (line 2, line 3, line 4, …) have lost their last digits, as spreadsheets and JSON.parse round long numbers. " +
        "Their times are right to 1 ms; workerId, processId and increment are lost. Export the IDs as text.",
    ]);
    assert.deepEqual(await page.locator(COLUMNS).allInnerTexts(), ["ID", "created", "name"]);
    assert.equal((await savedLines(page))[0], "id,name,timestamp,date");
  }));

test("IDs of a maker with an epoch of its own say so, have no dates, and lead to the view that finds the epoch", () =>
  visit("#read", async (page) => {
    for (const count of [20, 3000]) {
      await choose(page, file(idsOf("own", count).join("\n")));
      await heading(page, count.toLocaleString("en"));
      await page.getByText("These are snowflakes with an epoch of their own, so the page shows no dates.").waitFor();
      assert.deepEqual(await page.locator(COLUMNS).allInnerTexts(), ["ID", "created"]);
      assert.equal(await page.locator(".timeline, .error").count(), 0);
      assert.equal(await page.locator(".ids td").first().innerText(), "");
      assert.equal(await page.locator(".ids a").count(), 0, "the view of one ID could not know the kind");
    }
    await page.locator(".many").getByRole("link", { name: "Layout" }).click();
    await page.getByRole("heading", { name: "Layout" }).first().waitFor({ state: "attached" });
  }));

test("a row of another kind shows its own kind and time among thousands of rows of one kind", () =>
  visit("#read", async (page) => {
    const own = () => idsOf("discord", 4000, "2015-06-01", "2016-06-01");
    const [tweet] = idsOf("twitter", 1);
    await choose(page, file([...own(), tweet, ...own()].join("\n")));
    await heading(page, "8,001");
    const lines = (await savedLines(page)).map((line) => line.split(","));
    assert.deepEqual(
      lines.filter(([, kind]) => kind !== "discord").map(([id, kind]) => [id, kind]),
      [
        ["id", "kind"],
        [tweet, "twitter"],
      ],
    );
  }));

test("the module that judges columns is loaded for lists only", () =>
  visit(`#read?id=${IDS[1]}`, async (page, { requests }) => {
    const modules = () => requests.filter((url) => url.endsWith(".wasm")).length;
    await page.locator(".fields").waitFor();
    assert.equal(modules(), 0);
    await page.locator("#id").fill(IDS.join("\n"));
    await heading(page, 3);
    assert.equal(modules(), 1);
  }));

test("the export as CSV keeps the input's columns before those of the IDs, in quotes where needed", () =>
  visit("#read", async (page) => {
    await choose(page, file(CSV));
    await heading(page, 3);
    const lines = (await saved(page, "Save as CSV")).split(/(?<!two)\r\n/);
    assert.equal(lines[0], "name,id,note,timestamp,date,machineId,datacenterId,workerId,sequence,error");
    assert.ok(
      lines[1].startsWith(`"Doe, Jane",${IDS[0]},"says ""hi""",1732289249909,2024-11-22T15:27:29.909Z,0,0,0,0,`),
    );
    assert.ok(lines[2].startsWith(`Bo,${IDS[1]},"two\r\nlines",1656432460105,2022-06-28T16:07:40.105Z,`));
    assert.ok(lines[3].startsWith(`=A1,${IDS[2]},,`), lines[3]);
    assert.match(lines[4], /^Cy,nonsense!,,,,,,,,.+/);
    assert.deepEqual(lines.slice(5), [""]);
  }));

test("the export as JSON keeps the input's columns, and has each name once", () =>
  visit("#read", async (page) => {
    await page
      .locator("#id")
      .fill(`timestamp\tid\nsoon, or later\thttps://x.com/jack/status/${IDS[0]}\nnow\t${IDS[1]}`);
    await heading(page, 2);
    const [first, second] = JSON.parse(await saved(page, "Save as JSON"));
    assert.equal(first.timestamp, "soon, or later");
    assert.equal(first.id, `https://x.com/jack/status/${IDS[0]}`);
    assert.equal(first["id 2"], IDS[0]);
    assert.equal(first["timestamp 2"], 1732289249909);
    assert.equal(second["id 2"], IDS[1]);
  }));

test("the list is copied as a table with tabs and a header, in the order that is shown", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(IDS.join("\n"));
    await page.getByRole("button", { name: "created" }).click();
    await page.locator("[aria-sort=ascending]").waitFor();
    await openExport(page);
    const rows = (await copied(page, "Copy as table")).split("\n").map((line) => line.split("\t"));
    assert.deepEqual(rows[0], ["id", "timestamp", "date", "machineId", "datacenterId", "workerId", "sequence"]);
    assert.deepEqual(
      rows.slice(1, -1).map(([id]) => id),
      [IDS[1], IDS[2], IDS[0]],
    );
    assert.equal(rows[3][2], "2024-11-22T15:27:29.909Z");
  }));

for (const [name, hash, ids, second] of [
  ["of a format", "#read?format=twitter", ["x", ...IDS], { timestamp: 1656432460105, sequence: 0 }],
  [
    "of a custom format",
    "#read?format=custom&layout=41.10.12.0&epoch=2010-11-04",
    IDS,
    { machineId: 378, sequence: 0 },
  ],
  ["of foreign IDs", "#read", ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ"], { format: "ulid" }],
]) {
  test(`the code of a list ${name} reads its first IDs`, () =>
    visit(hash, async (page) => {
      await page.locator("#id").fill(ids.join("\n"));
      await page.locator(".ids").waitFor();
      const value = [(await runCode(await copied(page, "copy Code"))).value[1]].flat()[0];
      for (const [key, expected] of Object.entries(second)) assert.equal(value[key], expected);
    }));
}

for (const format of [tsid, withOptions(nanoflake, { epoch: "2024-01-01" }), uid60]) {
  test(`a list of decimal numbers of ${format.name} is read, as databases give them, and its code reads them`, () =>
    visit(`#read?format=${format.name}&epoch=2024-01-01`, async (page) => {
      const times = [1656432460000, 1711111111000, 1732289249000].map((time) => Math.max(time, format.epoch));
      const ids = times.map((timestamp) => format.encode({ ...format.decode(format.zero), timestamp }));
      await page.locator("#id").fill(ids.map(String).join("\n"));
      await heading(page, 3);
      const saved = await savedLines(page);
      assert.deepEqual(
        saved.slice(1).map((line) => line.split(",").slice(0, 2)),
        ids.map((id, n) => [String(id), String(times[n])]),
      );
      const { value } = await runCode(await copied(page, "copy Code"));
      assert.deepEqual(
        value.map(({ timestamp }) => timestamp),
        times,
      );
    }));
}

for (const [name, text] of [
  ["semicolons", `id;name\n${IDS.map((id) => `${id};a, b`).join("\n")}`],
  ["tabs", IDS.map((id) => `a, b\t${id}`).join("\n")],
]) {
  test(`a table with ${name} is read, and its columns are shown and sorted`, () =>
    visit("#read", async (page) => {
      await page.locator("#id").fill(text);
      await heading(page, 3);
      assert.deepEqual(await shownIds(page), IDS);
      assert.equal(await page.locator(".ids tbody td:last-child").first().innerText(), "a, b");
    }));
}

for (const [encoding, encode] of [
  ["UTF-16 LE", (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16 BE", (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ["UTF-16 LE without a byte order mark", (text) => Buffer.from(text, "utf16le")],
  ["UTF-16 BE without a byte order mark", (text) => Buffer.from(text, "utf16le").swap16()],
  ["UTF-8 with a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
]) {
  test(`a file in ${encoding}, as spreadsheets, databases and PowerShell write, is read`, () =>
    visit("#read", async (page) => {
      const rows = Array.from({ length: 3000 }, (_, n) => `${BigInt(IDS[1]) + BigInt(n)}\té😀${n}`);
      await choose(page, { ...file(""), buffer: encode(`id\tname\r\n${rows.join("\r\n")}\r\n`) });
      await heading(page, "3,000");
      assert.equal(await page.locator(".ids tbody tr").first().locator("td").last().innerText(), "é😀0");
      const saved = await savedLines(page);
      assert.match(saved.at(-1), /^1541815603606039479,é😀2999,1656432460105,/);
    }));
}

test("a file that gzip has compressed is read, empty cells are counted and are no errors, and windows-1252 is said", () =>
  visit("#read", async (page) => {
    const rows = [...IDS, "", "NULL"].map((id) => `${id},caf\xe9`);
    const packed = gzipSync(Buffer.from(`id,name\n${rows.join("\n")}\n`, "latin1"));
    await choose(page, { ...file(""), name: "a.csv.gz", buffer: packed });
    await heading(page, 3);
    assert.equal(await page.locator(".reading-status").innerText(), "2 cells are empty.");
    assert.deepEqual(await page.locator("p.error").allInnerTexts(), []);
    assert.equal(await page.locator(".ids tbody tr").first().locator("td").last().innerText(), "café");
    await page.getByText("Lines that are no UTF-8 were read as windows-1252.").waitFor();
  }));

test("a file that is no text is named with what to do", () =>
  visit("#read", async (page) => {
    const buffer = Buffer.from("PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/workbook.xml", "latin1");
    await choose(page, { ...file(""), buffer });
    await page.getByText("The file is an Excel workbook; save it as CSV.").waitFor();
  }));

test("links with a % that is no escape, in a column without IDs, hide no row", () =>
  visit("#read", async (page) => {
    const rows = Array.from({ length: 3000 }, (_, n) => `${BigInt(IDS[1]) + BigInt(n)},https://a.b/?off=50%&x=${n}a`);
    await choose(page, file(`id,link\n${rows.join("\n")}`));
    await heading(page, "3,000");
    assert.deepEqual(await page.locator(".error").allInnerTexts(), []);
  }));

test("a row with more cells than the table has columns says so, and cells of any length are kept", () =>
  visit("#read", async (page) => {
    const long = "x".repeat(10_000);
    const lines = ["id,note", `${IDS[0]},${long}`, ...Array.from({ length: 100 }, () => `${IDS[1]},`), `${IDS[2]},a,b`];
    await choose(page, file(lines.join("\n")));
    await heading(page, 101);
    const saved = await savedLines(page);
    assert.ok(saved[1].startsWith(`${IDS[0]},${long},1732289249909,`));
    assert.ok(saved.at(-1).endsWith(',"Line 103 has 3 cells, but the table has 2 columns."'), saved.at(-1));
  }));

test("own columns are sorted as numbers if all cells are numbers, and empty cells come last", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(`id,score\n${IDS[0]},10\n${IDS[1]},\n${IDS[2]},9`);
    const button = page.getByRole("button", { name: "score" });
    await button.click();
    assert.deepEqual(await shownIds(page), [IDS[2], IDS[0], IDS[1]]);
    await button.click();
    assert.deepEqual(await shownIds(page), [IDS[0], IDS[2], IDS[1]]);
  }));

test("a file is chosen or dropped anywhere, its name is shown, and the way back leads to it", () =>
  visit("#make", async (page) => {
    await drop(page, "footer", file(IDS.slice(0, 2).join("\n"), "dropped.txt"));
    await heading(page, 2);
    assert.match(await page.locator("#id").inputValue(), /^dropped\.txt \(/);
    assert.match(await page.title(), /^dropped\.txt/);
    await choose(page, file(CSV));
    await heading(page, 3);
    assert.match(await page.locator("#id").inputValue(), /^ids\.csv \(/);
    await page.goBack();
    await heading(page, 2);
    assert.deepEqual(await shownIds(page), IDS.slice(0, 2));
    await page.goBack();
    await page.getByRole("heading", { name: "Make" }).first().waitFor();
    await page.goForward();
    await page.goForward();
    await heading(page, 3);
    await page.getByRole("button", { name: "clear" }).click();
    assert.equal(await page.locator("#id").inputValue(), "");
  }));

const FIRST = 1541815603606036480n;
const STEP = 1n << 32n;
const COUNT = 500_000;
const LAST = String(FIRST + STEP * BigInt(COUNT - 1));

/** Pastes 500 000 IDs. They are written in the page, because Playwright is slow with long texts. */
const pasteMany = (page) =>
  page.evaluate(
    ([first, step, count]) => {
      const ids = Array.from({ length: count }, (_, n) => String(BigInt(first) + BigInt(n) * BigInt(step)));
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", ids.join("\n"));
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true }));
    },
    [String(FIRST), String(STEP), COUNT],
  );

/** Calls a method of the button that cancels as soon as it is drawn: in the page, because the reading may end before Playwright acts. */
const whenCancelIsDrawn = (page, method) =>
  page.evaluate((method) => {
    const observer = new globalThis.MutationObserver(() => {
      const button = document.querySelector(".reading-status button");
      if (!button) return;
      observer.disconnect();
      button[method]();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, method);

test("when the reading ends, the focus of the button that cancels goes to the input", () =>
  visit("#read", async (page) => {
    await whenCancelIsDrawn(page, "focus");
    await pasteMany(page);
    await heading(page, "500,000");
    await page.locator(".reading-status button").waitFor({ state: "detached" });
    assert.equal(await page.evaluate("document.activeElement.id"), "id");
  }));

test("a file without an ID says so", () =>
  visit("#read", async (page) => {
    await choose(page, file("hello, world\nnothing, here"));
    assert.match(await page.locator(".error").innerText(), /contains no ID/);
  }));

test("the reading can be cancelled, what was read stays, and it can be read again", () =>
  visit("#read", async (page) => {
    await whenCancelIsDrawn(page, "click");
    await pasteMany(page);
    await page.getByText(/^Cancelled/).waitFor();
    await page.getByText("No duplicates.").waitFor();
    const count = await page.locator(".many h2").innerText();
    assert.ok(Number(count.replace(/\D/g, "")) < COUNT, count);
    assert.equal((await shownIds(page))[0], String(FIRST));
    const [, ...lines] = await savedLines(page);
    assert.equal(lines.length, Number(count.replace(/\D/g, "")), "no more rows came");
    await page.getByRole("button", { name: "Read again" }).click();
    await heading(page, "500,000");
  }));

test("500 000 rows: the page answers while they are read and after, and draws only those that are visible", () =>
  visit("#read", async (page) => {
    await pasteMany(page);
    await page.locator(".ids a").first().click();
    await page.locator(".when").waitFor();
    await page.goBack();
    await heading(page, "500,000");
    const table = page.locator(".ids");
    assert.equal(await table.getAttribute("aria-rowcount"), String(COUNT + 1));
    assert.ok((await page.locator(".ids tr").count()) < 50);
    const region = page.getByRole("region", { name: "The IDs" });
    await region.focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: LAST }).waitFor();
    assert.equal(await page.locator(".ids tr").last().getAttribute("aria-rowindex"), String(COUNT + 1));
    assert.ok((await page.locator(".ids tr").count()) < 50);
    await page.keyboard.press("PageUp");
    await page.getByRole("link", { name: LAST }).waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    await page.getByRole("link", { name: String(FIRST), exact: true }).waitFor();
    const created = page.getByRole("button", { name: "created" });
    await created.click();
    await created.click();
    await page.getByRole("link", { name: LAST }).waitFor();
    assert.equal((await shownIds(page))[0], LAST);
    await page.getByRole("button", { name: "ID", exact: true }).click();
    await page.getByRole("link", { name: String(FIRST), exact: true }).waitFor();
    assert.equal((await shownIds(page))[0], String(FIRST));
  }));

test("the way back from an ID leads to the same place of the list", () =>
  visit("#read", async (page) => {
    await pasteMany(page);
    await heading(page, "500,000");
    await page.getByRole("region", { name: "The IDs" }).focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: LAST }).click();
    await page.locator(".when").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: LAST }).waitFor();
    await page.waitForFunction(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector(".scroll");
      return scrollTop > 0 && scrollTop + clientHeight > scrollHeight - 2;
    });
  }));

test("while an epoch is typed, its input keeps the focus, also for a list that a worker reads", () =>
  visit("#read?format=snowflakeSI", async (page) => {
    const ids = Array.from({ length: 2000 }, (_, n) => String(746754366636288 + n));
    await choose(page, file(ids.join("\n")));
    await heading(page, "2,000");
    const epoch = page.getByRole("textbox", { name: "epoch" });
    assert.equal(await page.locator(".ids td").first().innerText(), "", "without an epoch, no time is shown");
    await epoch.focus();
    await page.keyboard.type("2024-01-02x", { delay: 20 });
    await page.getByRole("alert").waitFor();
    await page.keyboard.press("Backspace");
    const { date } = withOptions(snowflakeSI, { epoch: "2024-01-02" }).decode(746754366636288);
    await page
      .locator(".ids td", { hasText: date.toISOString().slice(0, 10) })
      .first()
      .waitFor();
    assert.ok(await epoch.evaluate((input) => input === document.activeElement));
  }));

const TEXT = `The tweet ${IDS[1]} was answered by <@175928847299117063>, and 5b3c1a2e-9c0a-4d2a-8b8d-0d2a8b8d0d2a stored it.`;

test("IDs of several kinds among words are marked in the text, and each has a row with its kind and its time", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(TEXT);
    await heading(page, 3);
    const text = page.getByRole("group", { name: "The text, with its IDs marked" });
    assert.equal(await text.innerText(), TEXT);
    assert.deepEqual(await text.locator("a mark").allInnerTexts(), await shownIds(page));
    const rows = page.locator(".ids tbody tr");
    const cells = await rows.evaluateAll((rows) => rows.map((row) => [row.cells[1].innerText, row.cells[2].innerText]));
    assert.deepEqual(cells, [
      ["X", "2022-06-28 16:07:40.105 UTC"],
      ["Discord", "2016-04-30 11:18:25.796 UTC"],
      ["UUID v4", ""],
    ]);
    const saved = await savedLines(page);
    assert.match(saved[0], /^id,kind,timestamp,date/);
    assert.deepEqual(
      saved.slice(1).map((line) => line.split(",")[1]),
      ["twitter", "discord", "uuid v4"],
    );
    await text.locator("a").nth(1).click();
    await page.waitForFunction(() => document.getElementById("id").value === "175928847299117063");
    assert.match(page.url(), /#read\?format=discord$/);
  }));

test("a list without other words is not shown as a text", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(IDS.join(", "));
    await heading(page, 3);
    assert.equal(await page.locator(".annotated").count(), 0);
  }));

const tick = (ms) => String(1541815603606036480n + (BigInt(ms) << 22n));
/** Times at the ends and in the middle of 60 s: the time line has a bar for each second. */
const MINUTE = [0, 30_000, 30_500, 60_000].map(tick);

test("a span of the time line is selected with the pointer: the table, the count and the export show only what is in it", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill([...MINUTE, "nonsense"].join("\n"));
    await heading(page, 4);
    const { x, y, width, height } = await page.locator(".timeline svg").boundingBox();
    const at = (share) => [x + share * width, y + height / 2];
    await page.mouse.move(...at(0.3));
    await page.mouse.down();
    await page.mouse.move(...at(0.7));
    await page.mouse.up();
    await page.getByRole("heading", { name: "2 of 4 IDs" }).waitFor();
    assert.deepEqual(await shownIds(page), MINUTE.slice(1, 3));
    await page.getByRole("button", { name: "created" }).click();
    await page.getByRole("button", { name: "created" }).click();
    await page.locator("[aria-sort=descending]").waitFor();
    assert.deepEqual(await shownIds(page), [MINUTE[2], MINUTE[1]], "what is selected can be sorted");
    const lines = (await saved(page, "Save as JSON lines")).trim().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      [MINUTE[2], MINUTE[1]],
    );
    await page.getByRole("button", { name: "the whole time" }).click();
    await heading(page, 4);
    assert.equal((await shownIds(page)).length, 5);
  }));

test("a selected span fills the time line, in which a shorter span is selected, and the count under the pointer is said", () =>
  visit("#read", async (page) => {
    const ids = Array.from({ length: 3001 }, (_, n) => tick(20 * n));
    await choose(page, file(ids.join("\n")));
    await heading(page, "3,001");
    const drag = async (from, to) => {
      const { x, y, width, height } = await page.locator(".timeline svg").boundingBox();
      await page.mouse.move(x + from * width, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + to * width, y + height / 2);
      await page.mouse.up();
    };
    await drag(0.01, 0.49);
    await page.getByRole("heading", { name: "1,501 of 3,001 IDs" }).waitFor();
    assert.ok((await page.locator(".timeline rect[height]:not([height='0'])").count()) > 55, "the bars are new");
    await page.getByText(/^25 IDs from 2022-06-28 16:07:54\.6\d\d UTC to 2022-06-28 16:07:55/).waitFor();
    await drag(0.99, 0.51);
    await page.getByRole("heading", { name: "750 of 3,001 IDs" }).waitFor();
    await page.getByRole("button", { name: "the whole time" }).click();
    await heading(page, "3,001");
  }));

test("chips of kinds have counts, and show the rows of a kind; a text filters rows, too", () =>
  visit("#read", async (page) => {
    const names = (id, n) => `${id},name ${n}`;
    const uuids = Array.from({ length: 1000 }, (_, n) => `5b3c1a2e-9c0a-4d2a-8b8d-${String(n).padStart(12, "0")}`);
    const rows = [...idsOf("twitter", 2000), ...uuids, "nonsense!"].map(names);
    await choose(page, file(["id,name", ...rows].join("\n")));
    await heading(page, "3,000");
    const chips = page.locator(".many .chips label");
    assert.deepEqual(await chips.allInnerTexts(), ["all", "X 2,000", "UUID v4 1,000", "not read 1"]);
    await chips.nth(2).click();
    await page.getByRole("heading", { name: "1,000 of 3,000 IDs" }).waitFor();
    await page.getByLabel("filter").fill("NAME 2000");
    await page.getByRole("heading", { name: "1 of 3,000 IDs" }).waitFor();
    assert.deepEqual(await savedLines(page).then((lines) => lines.map((line) => line.split(",")[1])), [
      "name",
      "name 2000",
    ]);
    await page.getByLabel("filter").fill("");
    await chips.nth(3).click();
    await page.getByText("This is no ID that the page knows.").waitFor();
    assert.deepEqual(await shownIds(page), ["nonsense!"]);
  }));

test("before a list is lost that the browser does not store, it asks", () =>
  visit(
    "#read",
    async (page) => {
      const asked = [];
      page.on("dialog", (dialog) => asked.push(dialog.type()) && dialog.accept());
      await page.locator("#id").fill(IDS.join("\n"));
      await heading(page, 3);
      await page.reload();
      await heading(page, 3);
      assert.deepEqual(asked, [], "the history has this list");
      await choose(page, file(CSV));
      await heading(page, 3);
      await page.reload();
      await page.locator("#id").waitFor();
      assert.deepEqual(asked, ["beforeunload"]);
    },
    { isAlone: true },
  ));

test("of IDs with one time, the time line selects nothing, because nothing would show all of them again", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill([tick(0), tick(0)].join("\n"));
    await heading(page, 2);
    const { x, y, width, height } = await page.locator(".timeline svg").boundingBox();
    await page.mouse.move(x + 0.3 * width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 0.7 * width, y + height / 2);
    await page.mouse.up();
    await heading(page, 2);
    assert.equal(await page.locator(".many h2").innerText(), "2 IDs");
  }));

test("a span of the time line is selected with the keyboard", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(MINUTE.join("\n"));
    await heading(page, 4);
    await page.getByRole("slider", { name: "made from" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "3 of 4 IDs" }).waitFor();
    await page.getByRole("slider", { name: "made to" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { name: "2 of 4 IDs" }).waitFor();
    assert.deepEqual(await shownIds(page), MINUTE.slice(1, 3));
    assert.match(await page.getByRole("slider", { name: "made to" }).getAttribute("aria-valuetext"), /^2022-06-28/);
  }));

test("what the list shows is said, and its duplicates have a view with their places and what tells their rows apart", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(IDS.join("\n"));
    await page.getByText("No duplicates.").waitFor();
    const rows = [...IDS, IDS[1], IDS[2], IDS[2]].map((id, n) => `${id},${n === 1 ? "new" : "old"}`);
    await page.locator("#id").fill(["id,state", ...rows].join("\n"));
    await page.getByText("6 rows · 3 different · 1 ID twice · 1 ID 3 times").waitFor();
    await page.getByRole("button", { name: "show duplicates" }).click();
    await page.getByText("1 different rows · 1 exported twice").waitFor();
    assert.deepEqual(await page.locator(COLUMNS).allInnerTexts(), ["ID", "rows", "lines", "verdict", "differences"]);
    const cells = page.locator(".ids tbody tr").first().locator("th, td");
    const first = [IDS[1], "2", "3, 5", "different rows", "state is 'new' and 'old'"];
    assert.deepEqual(await cells.allInnerTexts(), first);
    const lines = await savedLines(page);
    assert.deepEqual(lines[0], "id,rows,lines,verdict,differences");
    assert.equal(lines[2], `${IDS[2]},3,"4, 6, 7",exported twice,`);
    await openExport(page);
    assert.equal((await copied(page, "Copy as Markdown")).trim().split("\n").length, 4);
    await page.getByRole("button", { name: "show all rows" }).click();
    assert.equal((await shownIds(page)).length, 6);
  }));

test("the column with the IDs can be chosen, also in a list that a worker reads", () =>
  visit("#read", async (page) => {
    const rows = Array.from({ length: 3000 }, (_, n) => `${tick(n)},${175928847299117063n + BigInt(n)}`);
    await choose(page, file(`tweet,user\n${rows.join("\n")}`));
    await heading(page, "3,000");
    assert.equal((await shownIds(page))[0], tick(0));
    await page.getByLabel("IDs of the column").selectOption("user");
    await page.getByRole("link", { name: "175928847299117063" }).waitFor();
    const [names, first] = await savedLines(page);
    assert.match(names, /^tweet,user,timestamp,date,workerId/);
    assert.ok(first.startsWith(`${tick(0)},175928847299117063,1462015105796,`), first);
  }));

test("the export as Markdown has a row in each line, whatever the cells contain", () =>
  visit("#read", async (page) => {
    await page.locator("#id").fill(`id,note\n${IDS[0]},"a | b\nc"\n${IDS[1]},`);
    await openExport(page);
    const lines = (await copied(page, "Copy as Markdown")).trim().split("\n");
    assert.match(lines[0], /^\| id \| note \| timestamp \|/);
    assert.match(lines[1], /^\| --- \| --- \|/);
    assert.ok(lines[2].startsWith(`| ${IDS[0]} | a \\| b c | 1732289249909 |`), lines[2]);
    assert.equal(lines.length, 4);
  }));
