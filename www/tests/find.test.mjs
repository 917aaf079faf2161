// Promises of the view "Layout".

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { twitter } from "flakekit";
import { copied, paste, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";
import { TIMES, idsOf, randomOf, samplesOf } from "../../tests/js/support/samples.mjs";

const DAY_MS = 86_400_000;

const RESULT = ".layout-found h2";

test("the example is found: sentence, ruler, fields, how sure, code that reads its IDs", () =>
  visit("#layout", async (page) => {
    await page.getByRole("button", { name: "Try an example" }).click();
    assert.equal(await page.locator(RESULT).innerText(), "Ticks of 10 ms above 16 bits, counted from 2021-03-01");
    const names = page.locator(".ruler .names [data-field]");
    assert.deepEqual(await names.allInnerTexts(), ["timestamp\n37", "machineId\n6", "sequence\n10"]);
    assert.match(await page.locator(".fields tr", { hasText: "machineId" }).innerText(), /2 numbers: 19, 44/);
    assert.match(await page.locator(".texts").innerText(), /tick and bits\s+9\d %[^]*24 of 24 agree/);
    const { format } = await runCode(await copied(page, "copy the code"), "format");
    const [, first] = (await page.locator("#samples").inputValue()).split("\n");
    const [id, time] = first.split(",");
    const { timestamp, machineId } = format.decode(Number(id));
    assert.ok(Date.parse(time) - timestamp < 2000);
    assert.ok([19, 44].includes(machineId));
  }));

test("nothing of what is pasted is in the address, the title or the links", () =>
  visit("#layout", async (page) => {
    await page.locator("#samples").focus();
    const lines = [
      "1541815603606036480 2022-06-28 16:07:40",
      "1541815603706036480 2022-06-28 16:08:04",
      "1541915603606036480 2022-06-28 22:45:02",
      "secret",
    ];
    await paste(page, lines.join("\n"));
    await page.locator(RESULT).waitFor();
    await page.waitForFunction("new Promise((done) => setTimeout(() => done(true), 300))");
    const links = await page.locator("a").evaluateAll((all) => all.map(({ href }) => href));
    for (const text of [page.url(), await page.title(), ...links]) assert.doesNotMatch(text, /15418|secret/);
    assert.equal(new URL(page.url()).hash, "#layout");
    assert.match(await page.locator(".unread").innerText(), /Line 4: it has one column/);
  }));

test("a known format is named, and the other views show it", () =>
  visit("#layout", async (page) => {
    const random = randomOf(3);
    const layout = {
      tick: 1,
      epoch: twitter.epoch,
      fields: [
        ["node", 10],
        ["sequence", 12],
      ],
    };
    const samples = samplesOf(idsOf(random, layout), { random, count: 30, span: 90 * DAY_MS, ...TIMES[3] });
    await page.locator("#samples").fill(samples.map(({ id, time }) => `${id}\t${new Date(time).toJSON()}`).join("\n"));
    assert.match(
      await page.locator(".layout-found").innerText(),
      /counted from 2010-11-04 01:42:54\.657 UTC\s+These are IDs of X/,
    );
    assert.match(await page.locator(".code").innerText(), /import \{ twitter \} from "flakekit";/);
    await page.getByRole("link", { name: "Make such IDs" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    assert.ok(await page.getByRole("radio", { name: "X", exact: true }).isChecked());
  }));

test("the layout that was found makes IDs in the other views", () =>
  visit("#layout", async (page) => {
    await page.getByRole("button", { name: "Try an example" }).click();
    await page.getByRole("link", { name: "Make such IDs" }).click();
    assert.match(await page.locator(".capacity").innerText(), /^53 bits; 102,400 IDs per second on each of 64 nodes/);
    assert.match(page.url(), /#make\?format=custom&layout=37\.6\.10\.0&unit=10&epoch=2021-03-01$/);
    await page.goBack();
    await page.locator(RESULT).waitFor();
    assert.match(await page.locator("#samples").inputValue(), /^id,created_at/);
  }));

test("IDs without a layout give a sentence and advice, and typing goes on", () =>
  visit("#layout", async (page) => {
    const box = page.locator("#samples");
    await box.fill("1541815603606036480 2022-06-28 16:07:40");
    await page.locator(".results", { hasText: /1 different ID is not enough\.\s+Give at least 3 IDs/ }).waitFor();
    await box.pressSequentially("\n154");
    assert.match(await box.inputValue(), /\n154$/);
    await page.locator(".unread", { hasText: "Line 2: it has one column" }).waitFor();
    await page.getByRole("button", { name: "clear" }).click();
    assert.equal(await page.locator(".results").innerText(), "");
  }));

test("IDs that a spreadsheet has rounded are called so", () =>
  visit("#layout", async (page) => {
    const lines = Array.from({ length: 8 }, (_, n) => {
      const time = Date.UTC(2024, 0, 1) + n * 1e8;
      return `${Number(BigInt(time - twitter.epoch) << 22n)},${new Date(time).toJSON()}`;
    });
    await page.locator("#samples").fill(lines.join("\n"));
    await page.locator(".hints", { hasText: "as a spreadsheet or JSON.parse rounds them" }).waitFor();
  }));

test("IDs for which the package has no format get their ticks, and no code", () =>
  visit("#layout", async (page) => {
    const random = randomOf(6);
    const layout = { tick: 1, epoch: 0, fields: [["random", 80]] };
    const samples = samplesOf(idsOf(random, layout), { random, count: 30, span: 90 * DAY_MS, ...TIMES[0] });
    await page.locator("#samples").fill(samples.map(({ id, time }) => `0x${id.toString(16)} ${time}`).join("\n"));
    assert.match(
      await page.locator(".layout-found").innerText(),
      /^Ticks of 1 ms above 80 bits, counted from 1970-01-01/,
    );
    assert.equal(await page.locator(".code").count(), 0);
  }));

/** A table with more columns than IDs and times. */
const orders = (() => {
  const random = randomOf(8);
  const idAt = idsOf(random, { tick: 10, epoch: Date.UTC(2021, 2, 1), fields: [["sequence", 10]] });
  const samples = samplesOf(idAt, { random, count: 40, span: 300 * DAY_MS, ...TIMES[0] });
  const rows = samples.map(({ id, time }, n) => [
    n,
    id,
    id / 3n,
    new Date(time).toJSON(),
    new Date(time + n * DAY_MS).toJSON(),
  ]);
  return ["no,order_id,third,created_at,updated_at", ...rows].join("\n");
})();

test("a file is read: a table of any columns, of which others can be chosen, also if it is dropped or packed", () =>
  visit("#layout", async (page) => {
    const found = page.locator(RESULT, { hasText: "Ticks of 10 ms above 10 bits, counted from 2021-03-01" });
    const open = (name, buffer) =>
      page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(buffer) });
    await open("orders.csv.gz", gzipSync(orders));
    await found.waitFor();
    assert.match(await page.locator("#samples").inputValue(), /^orders\.csv\.gz \(\d KB\)$/);
    assert.equal(
      await page
        .getByLabel(/^IDs\s/)
        .locator("option:checked")
        .innerText(),
      "order_id",
    );
    assert.equal(
      await page
        .getByLabel(/^times\s/)
        .locator("option:checked")
        .innerText(),
      "created_at",
    );
    await page.getByLabel(/^times\s/).selectOption("updated_at");
    await page.locator("[role=alert]", { hasText: "but not evenly" }).waitFor();
    await page.getByRole("button", { name: "clear" }).click();
    assert.equal(await page.locator(".results").innerText(), "");
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new globalThis.File([text], "orders.csv", { type: "text/csv" }));
      return data;
    }, orders);
    await page.dispatchEvent("h1", "drop", { dataTransfer: dropped });
    await found.waitFor();
    assert.equal(new URL(page.url()).hash, "#layout");
    await open("orders.zip", "PK\x03\x04");
    await page.locator("[role=alert]", { hasText: "The file is a ZIP archive; unpack it first." }).waitFor();
  }));

test("JSON is read, and a column with the numbers of machines names its field", () =>
  visit("#layout", async (page) => {
    const random = randomOf(9);
    const idAt = idsOf(random, { tick: 1, epoch: Date.UTC(2020, 4, 5), fields: [] });
    const samples = samplesOf(idAt, { random, count: 30, span: 90 * DAY_MS, ...TIMES[1] });
    const rows = samples.map(({ id, time }, n) => ({
      created: time,
      till: 1 + (n % 5),
      id: String((id << 22n) | BigInt((1 + (n % 5)) << 12)),
    }));
    await page.locator("#samples").fill(JSON.stringify(rows));
    await page.locator(".fields tr", { hasText: /till\s+10\s+5 numbers/ }).waitFor();
    assert.match(await page.locator(".code").innerText(), /kind: "node", name: "till", bits: 10/);
  }));

test("of a long text, samples are taken evenly", () =>
  visit("#layout", async (page) => {
    const random = randomOf(4);
    const layout = {
      tick: 1,
      epoch: Date.UTC(2020, 0, 1),
      fields: [
        ["node", 10],
        ["sequence", 12],
      ],
    };
    const samples = samplesOf(idsOf(random, layout), { random, count: 11_000, span: 900 * DAY_MS, ...TIMES[1] });
    await page.locator("#samples").focus();
    await paste(page, samples.map(({ id, time }) => `${id},${new Date(time).toJSON()}`).join("\n"));
    assert.equal(await page.locator(RESULT).innerText(), "Ticks of 1 ms above 22 bits, counted from 2020-01-01");
    assert.match(await page.locator(".texts").innerText(), /5,500 of 5,500 agree, one of 2 that were read/);
  }));
