import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, formats, twitter } from "flakekit";
import { copied, visit } from "./browser.mjs";

const chosen = (page) => page.locator(".candidates :checked + span b").innerText();

for (const { name } of formats()) {
  test(`makes a ${name} and reads it back`, () =>
    visit(`#make?format=${name}`, async (page) => {
      await page.getByRole("button", { name: "Make 1", exact: true }).click();
      const id = await page.locator(".made code").innerText();
      const bits = await page.locator(".bits").innerText();
      await page.locator(".made a").click();
      await page.locator(".candidates").waitFor();
      assert.equal(await chosen(page), name);
      assert.equal(await page.locator("#id").inputValue(), id);
      assert.equal(await page.locator(".bits").innerText(), bits);
    }));
}

test("a format that is none of the package's is not made, and what is made instead is shown as chosen", () =>
  visit("#read?id=01ARZ3NDEKTSV4RRFFQ69G5FAV&format=ulid", async (page) => {
    for (const [view, title, format] of [
      ["Make", "Make IDs", "twitter"],
      ["Stress", "Does anything repeat?", "snowflakeSI"],
      ["Range", "Which IDs were made when?", "twitter"],
    ]) {
      await page.getByRole("link", { name: view }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      assert.ok(await page.getByRole("radio", { name: format, exact: true }).isChecked(), view);
    }
  }));

test("a thousand are made, none twice, and all are copied", () =>
  visit("#make?format=discord&workerId=3", async (page) => {
    await page.getByRole("button", { name: "Make 1,000" }).click();
    const ids = (await copied(page, "copy all")).split("\n");
    assert.equal(new Set(ids).size, 1000);
    assert.ok(ids.every((id) => discord.decode(id).workerId === 3));
  }));

test("a number that does not fit is refused in a sentence", () =>
  visit("#make?format=discord", async (page) => {
    await page.getByRole("spinbutton", { name: "workerId" }).fill("32");
    await page.getByRole("button", { name: "Make 1", exact: true }).click();
    assert.match(await page.locator(".wrong").innerText(), /workerId is 32; it must be a whole number from 0 to 31/);
    await page.getByRole("spinbutton", { name: "workerId" }).fill("");
    await page.getByRole("button", { name: "Make 1", exact: true }).click();
    assert.match(await page.locator(".wrong").innerText(), /workerId is NaN/);
  }));

test("a layout of one's own says what it allows; widths are typed, or moved by keys and by dragging", () =>
  visit("#make?format=custom", async (page) => {
    const powers = () => page.locator(".powers").innerText();
    assert.match(await powers(), /^63 bits; 4,096,000 IDs a second on each of 1,024 machines; lasts until 2093-/);
    await page.getByLabel("random bits").fill("1");
    assert.match(await powers(), /^64 bits/);
    const border = page.getByRole("slider", { name: "bits of time" });
    await border.press("ArrowLeft");
    assert.match(await powers(), /2,048 machines/);
    const box = await border.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 100, box.y + 5, { steps: 5 });
    await page.mouse.up();
    assert.ok(Number(await border.getAttribute("aria-valuenow")) > 41);
    await page.getByLabel("time bits").fill("60");
    assert.match(await page.locator(".wrong").innerText(), /bits is \d+; it must be a whole number from 1 to 64/);
  }));

test("an ID of a layout of one's own is read where its link leads", () =>
  visit("#make?format=custom&layout=40.6.10.4&epoch=2025-01-01&machineId=5", async (page) => {
    // The clock stands still, so that the ID is of now when it is read.
    await page.clock.setFixedTime(new Date());
    await page.getByRole("button", { name: "Make 1", exact: true }).click();
    await page.locator(".made a").click();
    await page.locator(".candidates").waitFor();
    assert.equal(await chosen(page), "custom");
    assert.match(await page.locator(".fields tr", { hasText: "machineId" }).innerText(), /\b6\s+5\s+000101/);
    assert.equal(await page.locator(".when p b").innerText(), "now");
  }));

test("a layout of one's own is shown as chosen in the other views, and they use it", () =>
  visit("#make?format=custom&layout=40.6.10.4&epoch=2025-01-01", async (page) => {
    await page.getByRole("link", { name: "Range" }).click();
    await page.getByRole("heading", { name: "Which IDs were made when?" }).waitFor();
    assert.ok(await page.getByRole("radio", { name: "your own" }).isChecked());
    const smallest = BigInt(await page.locator(".texts code").first().innerText());
    const midnight = Date.parse(`${await page.getByLabel("from").inputValue()}Z`);
    assert.equal(smallest, BigInt(midnight - Date.parse("2025-01-01")) << 20n);
  }));

test("a range is the one of the package, and its SQL is copied", () =>
  visit("#range?format=twitter&from=2022-06-28T00:00&to=2022-06-29T00:00&table=posts", async (page) => {
    const { min, max } = twitter.range("2022-06-28", "2022-06-29");
    assert.equal(await copied(page, "copy the SQL"), `SELECT * FROM posts\nWHERE id BETWEEN ${min} AND ${max};`);
  }));

test("a range that ends before it begins is refused in a sentence", () =>
  visit("#range?from=2022-06-29T00:00&to=2022-06-28T00:00", async (page) => {
    assert.match(await page.locator(".wrong").innerText(), /2022-06-29/);
  }));
