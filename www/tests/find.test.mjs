// Promises of the view "Layout", and of the reading of pasted samples.

import assert from "node:assert/strict";
import { test } from "node:test";
import { twitter } from "flakekit";
import { copied, paste, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";
import { TIMES, idsOf, randomOf, samplesOf } from "./samples.mjs";
import { source } from "./source.mjs";

const { rowsOf, samplesOf: read } = await source("find/samples.ts");

const DAY_MS = 86_400_000;

/** What is read of a text: `id time precision` of each sample. */
const readOf = (text) =>
  read([...rowsOf(text)]).samples.map(({ id, time, precision }) => `${id} ${new Date(time).toJSON()} ${precision}`);
const unreadOf = (text) => read([...rowsOf(text)]).unread.map(({ line, why }) => `${line} ${why}`);

for (const [what, text, expected] of [
  [
    "a table with a heading",
    "id,created_at\n123456789012345678,2024-01-31T12:00:00.123Z",
    "123456789012345678 2024-01-31T12:00:00.123Z 1",
  ],
  [
    "the time first, a zone, quotes",
    '2024-01-31 12:00:00.1+02\t"123456789012345678"',
    "123456789012345678 2024-01-31T10:00:00.100Z 100",
  ],
  ["Unix ms before IDs", "1706702400123 123456789012345678", "123456789012345678 2024-01-31T12:00:00.123Z 1"],
  ["Unix s after IDs", "123456789012345678;1706702400", "123456789012345678 2024-01-31T12:00:00.000Z 1000"],
  ["Unix µs", "123456789012345678 1706702400000001", "123456789012345678 2024-01-31T12:00:00.000Z 0.001"],
  ["IDs that could be Unix µs", "1706702400000001 1706702400", "1706702400000001 2024-01-31T12:00:00.000Z 1000"],
  [
    "a table of psql",
    " 123456789012345678 | 2024-01-31 12:00:00\n----+----",
    "123456789012345678 2024-01-31T12:00:00.000Z 1000",
  ],
  ["a date only", "123456789012345678 2024-01-31", "123456789012345678 2024-01-31T00:00:00.000Z 86400000"],
  ["a minute", "123456789012345678 2024-01-31 12:30", "123456789012345678 2024-01-31T12:30:00.000Z 60000"],
  ["a hexadecimal number", "0x1B69B4BA630F34E 2024-01-31", "123456789012345678 2024-01-31T00:00:00.000Z 86400000"],
  ["hexadecimal texts", "01b69b4ba630f34e 2024-01-31", "123456789012345678 2024-01-31T00:00:00.000Z 86400000"],
  [
    "a BigInt, ms after a comma",
    "123456789012345678n 2024-01-31 12:00:00,123",
    "123456789012345678 2024-01-31T12:00:00.123Z 1",
  ],
]) {
  test(`${what} can be read`, () => {
    assert.deepEqual(readOf(text), [expected]);
    assert.deepEqual(unreadOf(text), []);
  });
}

test("times that all have the same ms are taken as whole seconds", () => {
  const lines = Array.from({ length: 6 }, (_, n) => `12345678901234567${n} 2024-01-31 12:00:0${n}.000`);
  assert.ok(readOf(lines.join("\n")).every((row) => row.endsWith(" 1000")));
});

test("a line that cannot be read has its number and the reason", () =>
  assert.deepEqual(
    unreadOf(
      [
        "123456789012345678 2024-02-31",
        "1.23457E+17 2024-01-31",
        "",
        "p9x 2024-01-31",
        "123456789012345678",
        "123456789012345678 yesterday",
        "2024-01-31",
        "2024-01-31 123456789012345678 3",
        "2024-01-31 2024-01-31 123456789012345678",
        "123456789012345678 12",
      ].join("\r\n"),
    ),
    [
      "1 there is no 2024-02-31",
      "2 a spreadsheet has rounded its ID",
      "4 its ID 'p9x' is no decimal or hexadecimal number",
      "5 it has one column",
      "6 it has no time that can be read",
      "7 it has a time, but no ID",
      "8 it has more than two columns",
      "9 it has more than one time",
      "10 neither number is a Unix time in s, ms or µs",
    ],
  ));

test("long lines are read in a time that grows as their length", () => {
  // With a pattern that tries again and again, this would not end.
  for (const text of ["2024-01-31", " ", "1", "0x", "2024-01-31 12:00:00.", "-"]) readOf(text.repeat(20_000));
});

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
      /counted from 2010-11-04 01:42:54\.657 UTC\s+These are IDs of twitter/,
    );
    assert.match(await page.locator(".code").innerText(), /import \{ twitter \} from "flakekit";/);
    await page.getByRole("link", { name: "Make such IDs" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    assert.ok(await page.getByRole("radio", { name: "twitter" }).isChecked());
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
    assert.match(await page.locator(".results").innerText(), /1 different ID is not enough\.\s+Give at least 3 IDs/);
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
