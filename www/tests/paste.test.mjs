// What people paste, and what the page makes of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, mastodon, sno, twitter } from "flakekit";
import { scan } from "flakekit/inspect";
import { paste, visit } from "./browser.mjs";

const TWEET = "1541815603606036480";
const MESSAGE = "175928847299117063";
const TOOT = "109348684449262214";
const UUID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

const chosen = (page) => page.locator(".candidates :checked").inputValue();
/** The kind and the time of the answer: `Discord 2016-04-30T11:18:25.796Z`. */
const heading = async (page) => {
  const times = await page.locator(".when time").evaluateAll((times) => times.map(({ dateTime }) => dateTime));
  return [await page.locator(".kind").innerText(), ...times].join(" ");
};

/** A pasted text, and the kind and the time as which its ID is read. */
const PASTED = [
  [`https://x.com/jack/status/${TWEET}?s=20`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`https://twitter.com/jack/statuses/${TWEET}/photo/1`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`(https://mobile.twitter.com/i/web/status/${TWEET}).`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`https://discord.com/channels/@me/80351110224678912/${MESSAGE}`, "discord", "2016-04-30T11:18:25.796Z"],
  [`https://cdn.discordapp.com/avatars/${MESSAGE}/a_1.png`, "discord", "2016-04-30T11:18:25.796Z"],
  [`https://mastodon.social/@Gargron/${TOOT}`, "mastodon", mastodon.decode(TOOT).date.toISOString()],
  [`mastodon.social/users/Gargron/statuses/${TOOT}`, "mastodon", mastodon.decode(TOOT).date.toISOString()],
  ["https://www.instagram.com/p/aye83DjauH/", "instagram", undefined],
  [`https://example.com/?q=100%&off=%ff&id=${TWEET}`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`https://example.com/?u=%2Fid%2F${TWEET}%20`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`https://example.com/orders?id=${TWEET}&page=2`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`<@${MESSAGE}>`, "discord", "2016-04-30T11:18:25.796Z"],
  [`<@!${MESSAGE}>`, "discord", "2016-04-30T11:18:25.796Z"],
  [`<#${MESSAGE}>`, "discord", "2016-04-30T11:18:25.796Z"],
  [`<:name:${MESSAGE}>`, "discord", "2016-04-30T11:18:25.796Z"],
  [`</name:${MESSAGE}>`, "discord", "2016-04-30T11:18:25.796Z"],
  [`"${TWEET}"`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`\`${TWEET}\``, "twitter", "2022-06-28T16:07:40.105Z"],
  [`“${TWEET}”,`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`[${TWEET}]`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`(${TWEET});`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`{${UUID}}`, "uuid v7", "2022-02-22T19:22:22.000Z"],
  [`id=${TWEET}`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`"id": "${TWEET}",`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`tweet_id : ${TWEET}`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`${TWEET}n`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`BigInt("${TWEET}")`, "twitter", "2022-06-28T16:07:40.105Z"],
  [`ObjectId('507f1f77bcf86cd799439011')`, "objectid", "2012-10-17T21:13:27.000Z"],
  ["0x1565a11f6217a000", "twitter", "2022-06-28T16:07:40.105Z"],
  ["0x1565A11F6217A000n", "twitter", "2022-06-28T16:07:40.105Z"],
  ["1,541,815,603,606,036,480", "twitter", "2022-06-28T16:07:40.105Z"],
  ["1_541_815_603_606_036_480n", "twitter", "2022-06-28T16:07:40.105Z"],
  ["1 541 815 603 606 036 480", "twitter", "2022-06-28T16:07:40.105Z"],
  ["1.541.815.603.606.036.480", "twitter", "2022-06-28T16:07:40.105Z"],
  ["1'541'815'603'606'036'480", "twitter", "2022-06-28T16:07:40.105Z"],
  [`urn:uuid:${UUID}`, "uuid v7", "2022-02-22T19:22:22.000Z"],
  [`\ufeff 15418156036\u200b06036480\u00a0`, "twitter", "2022-06-28T16:07:40.105Z"],
  ["<t:1656432460:R>", "unix", "2022-06-28T16:07:40.000Z"],
  ["1656432460", "unix", "2022-06-28T16:07:40.000Z"],
  ["1656432460105", "unix", "2022-06-28T16:07:40.105Z"],
];

test("IDs are found in what people paste, and marked in it", () =>
  visit("#read", async (page) => {
    for (const [text, format, time] of PASTED) {
      await paste(page, text);
      const shown = {
        // This call waits for the first reading, which loads the reader.
        format: await chosen(page),
        time: (await page.locator(".when time").evaluateAll((times) => times.map(({ dateTime }) => dateTime)))[0],
      };
      assert.deepEqual({ text, ...shown }, { text, format, time: time ?? shown.time });
      const marked = await page.locator(".annotated mark").allTextContents();
      const visible = text.replace(/[\u200b\ufeff]/g, "").trim();
      // The parts of a link that the page knows are named, and not marked.
      if ((await page.locator(".where").count()) > 0) continue;
      assert.equal(marked.at(-1) ?? visible, scan(visible).at(-1).text, text);
    }
  }));

test("the short code of a link to Instagram is its ID", () =>
  visit("#read?id=https://www.instagram.com/p/aye83DjauH/", async (page) => {
    assert.match(await heading(page), /^Instagram /);
    assert.match(await page.locator(".texts").first().innerText(), /482584233761418119/);
  }));

test("the IDs of a link to a message are named, and the message is read", () =>
  visit("#read", async (page) => {
    await paste(page, `https://discord.com/channels/80351110224678912/81384788765712384/${MESSAGE}`);
    assert.match(await heading(page), /^Discord 2016-04-30/);
    const where = await page.locator(".where").innerText();
    assert.equal(where.replace(/\s+/g, " "), "server 80351110224678912 › channel 81384788765712384 › message");
    await page.locator(".where a").first().click();
    assert.match(await heading(page), /^Discord 2015-08-10/);
    assert.equal(await page.locator("#id").inputValue(), "80351110224678912");
  }));

test("an ID that a sentence has twice, and a link of Markdown, are one ID; lines with one ID are a list", () =>
  visit("#read", async (page) => {
    const link = `https://discord.com/channels/80351110224678912/81384788765712384/${MESSAGE}`;
    for (const text of [
      `${MESSAGE} was edited; ${MESSAGE} is new`,
      `[${MESSAGE}](${link})`,
      `see [this](${link}) now`,
    ]) {
      await paste(page, text);
      await page.locator("p.annotated", { hasText: text }).waitFor();
      assert.match(await heading(page), /^Discord 2016-04-30/, text);
    }
    await paste(page, `${MESSAGE}\n${MESSAGE}`);
    await page.getByRole("heading", { name: "2 IDs" }).waitFor();
  }));

test("the host chooses the kind of this link only, and the user may choose another one, for this text only", () =>
  visit("#read", async (page) => {
    await paste(page, `https://discord.com/channels/80351110224678912/${TWEET}`);
    assert.match(await heading(page), /^Discord 2026-08-25/);
    await page.getByText(/unlikely readings$/).click();
    await page.locator('.candidates input[value="twitter"]').check();
    assert.match(await heading(page), /^X /);
    await page.getByText("You chose this kind. Discord is likelier: 100 %.").waitFor();
    await paste(page, MESSAGE);
    assert.match(await heading(page), /^Discord /);
  }));

test("a layout and an epoch that were chosen stay for the next paste", () =>
  visit("#read?format=custom&layout=41.10.12&epoch=2025-01-01", async (page) => {
    for (const text of [MESSAGE, TWEET]) {
      await paste(page, text);
      assert.match(await heading(page), /^your own layout /);
    }
    await paste(page, UUID);
    assert.match(await heading(page), /^UUID v7 /);
  }));

for (const { name, text: usual } of formats()) {
  test(`each text of ${name} that the page writes, it reads`, () =>
    visit(`#make?format=${name}`, async (page) => {
      const make = page.getByRole("button", { name: "Make 1", exact: true });
      const made = page.locator(".made a").first();
      // A number that ends with 00 can look as if JSON.parse had rounded it. The page does not write texts of such an ID.
      do await make.click();
      while (/^\d{15,}00$/.test(await made.innerText()));
      await made.click();
      await page.locator(".candidates").waitFor();
      const bits = await page.locator(".bits").innerText();
      const rows = page.locator(".texts:not(.times) > div");
      await rows.nth(4).waitFor();
      const texts = Object.fromEntries(
        (await rows.allInnerTexts()).map((row) => row.split(/\s*\n\s*/)).map(([form, text]) => [form, text]),
      );
      assert.ok(Object.keys(texts).length > 4, `${usual}: ${Object.keys(texts)}`);
      for (const [form, text] of Object.entries(texts)) {
        await page.goto(`${page.url().replace(/#.*/, "")}#read?id=${encodeURIComponent(text)}&format=${name}`);
        await page.waitForFunction((text) => document.getElementById("id").value === text, text);
        const options = await page
          .locator(".candidates input")
          .evaluateAll((inputs) => inputs.map(({ value }) => value));
        assert.ok(
          options.some((option) => option === name || option.startsWith(`${name} in `)),
          `${form} ${text}: ${options}`,
        );
        if (name === "uid60" || form === "decimal" || name === "sno") continue;
        assert.equal((await page.locator(".bits").innerText()).length, bits.length, form);
      }
    }));
}

for (const [as, format, id] of [
  ["base62", twitter, TWEET],
  ["sno uuid", sno, "brpk4q72xwf2m63l"],
]) {
  const text = format.toText(id, { as: as === "sno uuid" ? "snoUuid" : as });
  test(`${text} is read as ${format.name}, written in ${as}, when that is chosen among the unlikely readings`, () =>
    visit(`#read?id=${text}`, async (page) => {
      await page.getByText(/unlikely readings?$/).click();
      await page.locator(`.candidates input[value="${format.name} in ${as}"]`).check();
      assert.match(await heading(page), new RegExp(`, written in ${as} `));
      assert.equal(await page.locator(".when time").getAttribute("datetime"), format.decode(id).date.toISOString());
    }));
}

test("16 digits of base 16 are an ID if they read as one, in either case", () =>
  visit("#read", async (page) => {
    for (const text of ["1565a11f6217a000", "1565A11F6217A000"]) {
      await page.goto(`${page.url().replace(/#.*/, "")}#read?id=${text}`);
      await page.waitForFunction((text) => document.getElementById("id").value === text, text);
      assert.equal(await page.locator(".when time").getAttribute("datetime"), twitter.decode(TWEET).date.toISOString());
    }
  }));

test("the short form of a uid60 is read when it is chosen, and explained", () =>
  visit("#read?id=xinaS8QBh&format=uid60&as=its+short+form", async (page) => {
    assert.equal(await heading(page), "uid60 2019-07-03T18:45:04.129Z");
    assert.match(await page.locator(".when").innerText(), /short form.*the full text is xiAnaS8QBh/s);
  }));

for (const [text, format, why, fields] of [
  [
    "550e8400-e29b-41d4-a716-446655440000",
    "uuid v4",
    /random, and holds no time/,
    ["randomHigh", "version", "randomMid", "variant", "randomLow"],
  ],
  [
    "C232AB00-9414-11EC-B3C8-9F6BDECED846",
    "uuid v1",
    /2022-02-22 19:22:22/,
    ["timeLow", "timeMid", "version", "timeHigh", "variant", "clockSequence", "node"],
  ],
  ["5df41881-3aed-3515-88a7-2f4a814cf09e", "uuid v3", /hash/, ["md5High", "version", "md5Mid", "variant", "md5Low"]],
  ["2ed6657d-e927-568b-95e1-2665a8aea6a2", "uuid v5", /hash/, ["sha1High", "version", "sha1Mid", "variant", "sha1Low"]],
  [
    "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
    "uuid v6",
    /2022-02-22 19:22:22/,
    ["timeHigh", "timeMid", "version", "timeLow", "variant", "clockSequence", "node"],
  ],
  [UUID, "uuid v7", /2022-02-22 19:22:22/, ["timestamp", "version", "randomHigh", "variant", "randomLow"]],
  [
    "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
    "uuid v8",
    /Its maker defines/,
    ["customHigh", "version", "customMid", "variant", "customLow"],
  ],
  ["00000000-0000-0000-0000-000000000000", "uuid nil", /All of its bits are equal/, ["value"]],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "uuid max", /All of its bits are equal/, ["value"]],
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid", /2016-07-30 23:54:10\.259/, ["timestamp", "random"]],
  ["0ujtsYcgvSTl8PAuAdqWYSMnLOv", "ksuid", /2017-10-10/, ["timestamp", "payload"]],
  ["9m4e2mr0ui3e8a215n4g", "xid", /2011-03-22/, ["timestamp", "machine", "process", "counter"]],
  ["507f1f77bcf86cd799439011", "objectid", /2012-10-17/, ["timestamp", "random", "counter"]],
]) {
  test(`${format}: ${text} is drawn by the ruler, with its fields and its texts`, () =>
    visit(`#read?id=${text}`, async (page) => {
      assert.equal(await chosen(page), format);
      assert.match(await page.locator(".when").innerText(), why);
      // The browser does not lay out this section before it comes into sight, and then it has no innerText.
      assert.deepEqual(await page.locator(".fields th button").allTextContents(), fields);
      assert.ok((await page.locator(".ruler .bits span i").count()) >= 96);
      const first = await page.locator(".texts:not(.times) dd code").first().innerText();
      assert.equal(first.toLowerCase(), text.toLowerCase());
    }));
}

test("a small number is no ID, and its readings are folded and open on request", () =>
  visit("#read?id=123", async (page) => {
    assert.match(await page.locator(".when").innerText(), /^No ID that this page knows/);
    assert.equal(await page.locator(".candidates label:visible").count(), 0);
    await page.getByText(/^\d+ unlikely readings$/).click();
    assert.ok((await page.locator(".candidates label:visible").count()) > 5);
  }));

test("a paste replaces what was there, from anywhere on the page, and is a step in the history", () =>
  visit("#read", async (page) => {
    await paste(page, TWEET);
    await paste(page, MESSAGE);
    assert.equal(await page.locator("#id").inputValue(), MESSAGE);
    await page.locator("h2").first().click();
    await paste(page, UUID);
    assert.equal(await page.locator("#id").inputValue(), UUID);
    await page.getByRole("link", { name: "Make" }).click();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await paste(page, TWEET);
    await page.locator("#id").waitFor();
    assert.equal(await page.locator("#id").inputValue(), TWEET);
    await page.goBack();
    await page.getByRole("heading", { name: "Make IDs" }).waitFor();
    await page.goBack();
    for (const earlier of [UUID, MESSAGE, TWEET, ""]) {
      await page.waitForFunction((text) => document.getElementById("id")?.value === text, earlier);
      if (earlier) await page.goBack();
    }
  }));

test("a paste into another input stays there", () =>
  visit("#range", async (page) => {
    await page.getByLabel("table").click();
    await page.keyboard.press("Control+A");
    await paste(page, "posts");
    assert.equal(await page.getByLabel("table").inputValue(), "posts");
    await page.getByRole("heading", { name: "Find IDs by time" }).waitFor();
  }));

test("Escape and the button clear the input, which keeps the focus", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    await page.locator("#id").press("Escape");
    assert.equal(await page.locator("#id").inputValue(), "");
    await page.locator(".examples").waitFor();
    await paste(page, MESSAGE);
    await page.getByRole("button", { name: "clear" }).click();
    assert.equal(await page.locator("#id").inputValue(), "");
    assert.equal(await page.evaluate("document.activeElement.id"), "id");
    await page.goBack();
    await page.waitForFunction((text) => document.getElementById("id").value === text, MESSAGE);
  }));

test("the title is the answer; of a link, with its ID", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    assert.equal(await page.title(), `${TWEET}: X, 2022-06-28 16:07:40.105 UTC · flakekit`);
    await paste(page, `id=${MESSAGE}`);
    assert.equal(await page.title(), "Discord, 2016-04-30 11:18:25.796 UTC · flakekit");
    await paste(page, "1715949297272123456");
    assert.equal(await page.title(), "read an ID · flakekit");
  }));

test("a long text keeps the focus, and the way back leads to what was there", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    const ids = Array.from({ length: 500 }, (_, n) => BigInt(TWEET) + BigInt(n));
    await page.locator("#id").focus();
    await paste(page, ids.join("\n"));
    await page.getByRole("heading", { name: "500 IDs" }).waitFor();
    assert.equal(await page.evaluate("document.activeElement.id"), "id");
    await paste(page, ids.slice(0, 400).join("\n"));
    await page.getByRole("heading", { name: "400 IDs" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "500 IDs" }).waitFor();
    await page.goBack();
    await page.locator(".when").waitFor();
    assert.equal(await page.locator("#id").inputValue(), TWEET);
  }));

test("a long text that a keyboard inserts, and of which the browser reports each line, is read as a whole", () =>
  visit("#read", async (page) => {
    const ids = Array.from({ length: 500 }, (_, n) => BigInt(TWEET) + BigInt(n));
    await page.locator("#id").focus();
    await page.keyboard.insertText(ids.join("\n"));
    await page.getByRole("heading", { name: "500 IDs" }).waitFor();
    assert.match(await page.locator("#id").inputValue(), /of text\)$/);
  }));

test("each form of a time can be copied", () =>
  visit(`#read?id=${TWEET}`, async (page) => {
    const rows = await page.locator(".times > div").allInnerTexts();
    const forms = Object.fromEntries(rows.map((row) => row.split(/\s*\n\s*/)));
    const { local, relative, ...others } = forms;
    assert.deepEqual(others, {
      ISO: "2022-06-28T16:07:40.105Z",
      "Unix ms": "1656432460105",
      "Unix s": "1656432460",
      Discord: "<t:1656432460>",
    });
    assert.match(local, /28 Jun 2022.*16:07:40\.105 GMT/);
    assert.match(relative, /years ago/);
    for (const [name, text] of Object.entries(forms)) {
      await page.getByRole("button", { name: `copy ${name}`, exact: true }).click();
      await page.waitForFunction(
        (text) => globalThis.navigator.clipboard.readText().then((copied) => copied === text),
        text,
      );
    }
  }));

const OTHER_UUID = UUID.replace("7cc3", "7cc4");
const GITHUB = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

for (const [name, text, ids] of [
  ["no secret", `${TWEET}\n${UUID}\n${OTHER_UUID}`, [TWEET, UUID, OTHER_UUID]],
  ["lines of a configuration", `DB_PASSWORD=${UUID}\nUSER_ID=${TWEET}`, []],
  ["an object of JSON", `{"token":"${UUID}","id":"${TWEET}"}`, []],
  ["a column of secrets", `token,name\n${UUID},a\n${OTHER_UUID},b`, []],
  ["lines below one word", `token\n${UUID}\n${OTHER_UUID}`, []],
  ["a link with a password", `git clone https://bob:${UUID}@example.com/a.git # ${TWEET}`, []],
  ["tokens of a known kind", `${GITHUB}\n${TWEET}\n${GITHUB.replace("a1", "b2")}`, []],
  ["words before an ID", `The token: ${UUID}\nUser IDs:\n${TWEET}\n${MESSAGE}`, []],
]) {
  test(`a list has links, whose addresses have the IDs, only if its text has no secret: ${name}`, () =>
    visit("#read", async (page) => {
      await paste(page, text);
      await page.locator(".ids tbody tr").first().waitFor();
      const linked = (links) => links.map(({ href }) => new globalThis.URLSearchParams(href.split("?")[1]).get("id"));
      assert.deepEqual(await page.locator(".ids tbody a").evaluateAll(linked), ids);
      const marked = await page.locator(".annotated a").evaluateAll(linked);
      assert.ok(marked.every((id) => ids.includes(id)));
    }));
}
