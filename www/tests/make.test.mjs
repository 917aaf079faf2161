import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, formats } from "flakekit";
import { copied, visit } from "./browser.mjs";
import { runCode } from "./code.mjs";

const chosen = (page) => page.locator(".candidates :checked").inputValue();

for (const { name } of formats()) {
  test(`an ID of ${name} can be made and read back`, () =>
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

test("for a format that the page only reads, Range finds its IDs, and the other views choose their default format", () =>
  visit("#read?id=01ARZ3NDEKTSV4RRFFQ69G5FAV&format=ulid", async (page) => {
    for (const [view, title, format] of [
      ["Make", "Make IDs", "X"],
      ["Stress", "Stress a generator", "Snowflake-SI"],
      ["Range", "Find IDs by time", "ULID"],
    ]) {
      await page.getByRole("link", { name: view }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      assert.ok(await page.getByRole("radio", { name: format, exact: true }).isChecked(), view);
    }
  }));

test("1000 different IDs are made and copied", () =>
  visit("#make?format=discord&workerId=3", async (page) => {
    await page.getByRole("button", { name: "Make 1,000" }).click();
    const ids = (await copied(page, "copy all")).split("\n");
    assert.equal(new Set(ids).size, 1000);
    assert.ok(ids.every((id) => discord.decode(id).workerId === 3));
  }));

test("a node number out of range gives an error message", () =>
  visit("#make?format=discord", async (page) => {
    await page.getByRole("spinbutton", { name: "workerId" }).fill("32");
    await page.getByRole("button", { name: "Make 1", exact: true }).click();
    assert.match(await page.locator(".error").innerText(), /workerId is 32; it must be a whole number from 0 to 31/);
    await page.getByRole("spinbutton", { name: "workerId" }).fill("");
    await page.getByRole("button", { name: "Make 1", exact: true }).click();
    assert.equal(await page.locator(".error").innerText(), "workerId is empty");
  }));

test("a custom layout shows its capacity, and its widths change by typing, keys and dragging", () =>
  visit("#make?format=custom", async (page) => {
    const capacity = () => page.locator(".capacity").innerText();
    assert.match(await capacity(), /^63 bits; 4,096,000 IDs per second on each of 1,024 nodes; lasts until 2093-/);
    await page.getByLabel("random bits").fill("1");
    assert.match(await capacity(), /^64 bits/);
    const boundary = page.getByRole("slider", { name: "bits of time" });
    await boundary.press("ArrowLeft");
    assert.match(await capacity(), /2,048 nodes/);
    const box = await boundary.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 100, box.y + 5, { steps: 5 });
    await page.mouse.up();
    assert.ok(Number(await boundary.getAttribute("aria-valuenow")) > 41);
    await page.getByLabel("time bits").fill("60");
    assert.match(await page.locator(".error").innerText(), /^\d+ bits in all; at most 64 fit into an ID$/);
    await page.getByLabel("random bits").fill("0");
    await page.getByLabel("machine bits").fill("0");
    await page.getByLabel("sequence bits").fill("4");
    assert.match(
      await page.locator(".error").innerText(),
      /timestamp: bits is 60; it must be a whole number from 1 to 53/,
    );
  }));

test("dragging for long moves the boundary with the pointer, and the address follows", () =>
  visit("#make?format=custom", async (page) => {
    const boundary = page.getByRole("slider", { name: "bits of time" });
    const box = await boundary.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + 5];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // More moves than browsers allow changes of the address.
    for (let n = 0; n < 300; n++) await page.mouse.move(x - n, y);
    await page.mouse.up();
    const bits = Number(await boundary.getAttribute("aria-valuenow"));
    assert.ok(bits > 10 && bits < 36, `${bits} bits`);
    await page.waitForURL(new RegExp(`layout=${bits}\\.${51 - bits}\\.12\\.0`));
  }));

test("the link of an ID with a custom layout opens it with that layout", () =>
  visit(
    "#make?format=custom&layout=40.6.10.4&epoch=2025-01-01&machineId=5",
    async (page) => {
      // With a fixed clock, the page still shows "now" when it reads the ID.
      await page.clock.setFixedTime(new Date());
      await page.getByRole("button", { name: "Make 1", exact: true }).click();
      await page.locator(".made a").click();
      await page.locator(".candidates").waitFor();
      assert.equal(await chosen(page), "custom");
      const row = page.locator(".fields tr", { hasText: "machineId" });
      assert.match(await row.innerText(), /\b6\s+5\s+000101/);
      assert.match(await page.locator(".when hgroup").innerText(), / · now · /);
    },
    { isAlone: true },
  ));

test("the other views offer and use the custom layout", () =>
  visit("#make?format=custom&layout=40.6.10.4&epoch=2025-01-01", async (page) => {
    await page.getByRole("link", { name: "Range" }).click();
    await page.getByRole("heading", { name: "Find IDs by time" }).waitFor();
    assert.ok(await page.getByRole("radio", { name: "your own layout" }).isChecked());
    const smallest = BigInt(await page.locator(".texts code").first().innerText());
    const midnight = Date.parse(`${await page.getByLabel("from").inputValue()}Z`);
    assert.equal(smallest, BigInt(midnight - Date.parse("2025-01-01")) << 20n);
  }));

test("code that makes and finds what is shown runs as it is", () =>
  visit("#make?format=custom&layout=40.6.10.4&unit=2&epoch=2025-01-01&machineId=5", async (page) => {
    const { ids } = await runCode(await copied(page, "copy Code"), "ids");
    assert.equal(ids.next() > 0n, true);
    await page.getByRole("link", { name: "Range" }).click();
    const { min } = await runCode(await copied(page, "copy the code"), "min");
    assert.equal(await page.locator(".texts code").first().innerText(), String(min));
  }));
