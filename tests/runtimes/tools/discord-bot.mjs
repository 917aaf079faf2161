// Rows: the example of a bot for Discord, on a fake of Discord; and whether discord.js reads IDs as flakekit does.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client, SnowflakeUtil, time, User } from "discord.js";
import { discord } from "flakekit";
import { copyExample } from "./copy-example.mjs";
import { startDiscord } from "./fake-discord.mjs";
import { versionOf } from "./tool.mjs";

const DAY_MS = 86_400_000;

/** How long the bot may take to end, in ms. */
const PATIENCE_MS = 30_000;

/** Users, and the newest message of all. */
const [ADA, BOB, NEWEST] = ["175928847299117063", "80351110224678912", "1541815603606036480"];

/** A day, messages of the day before and the day itself, and the 5 newest messages before the day. */
const DATE = "2022-06-28";
const BEFORE = Array.from({ length: 7 }, (_, i) => String(discord.firstAt(DATE) - 1n - BigInt(i) * 1_000_000_000n));
const MESSAGES = [NEWEST, String(discord.firstAt(DATE)), ...BEFORE];

/** The time of an ID, as discord.js reads it. Its `timestampFrom` is 1 ms late for the last IDs of a ms. */
const madeAt = (id) => Number(SnowflakeUtil.deconstruct(id).timestamp);

/** Gives the commands as users do, and compares the replies. */
async function checkReplies({ token, commands, give, link, userWith }) {
  assert.equal(await token, "the token");
  const names = (await commands).map(({ name }) => name);
  assert.deepEqual(names, ["age", "before", "id"]);
  const say = (name, value) => [{ name, type: 3, value }];

  const ages = [
    [ADA, await give("age", ADA)],
    [BOB, await give("age", ADA, [{ name: "user", type: 6, value: BOB }], { users: { [BOB]: userWith(BOB, "bob") } })],
  ];
  for (const [id, { content }] of ages) {
    const made = madeAt(id);
    const [, days] = content.match(/ (\d+) days ago\.$/);
    assert.ok(content.startsWith(`The account of <@${id}> was made on ${time(new Date(made), "D")}, `), content);
    assert.ok(Math.abs((Date.now() - made) / DAY_MS - days) < 1.01, content);
  }

  const { content: list } = await give("before", ADA, say("date", DATE));
  const lines = BEFORE.slice(0, 5).map((id) => `${time(new Date(madeAt(id)), "f")} ${link(id)}`);
  assert.equal(list, lines.join("\n"));
  assert.equal((await give("before", ADA, say("date", "2015-01-01"))).content, "There is none.");

  const { content: told } = await give("id", ADA, say("id", ADA));
  assert.match(told, /by worker 1, process 0, with the increment 7\.$/);
  for (const [command, option, wrong] of [
    ["before", "date", "soon"],
    ["id", "id", "12x4"],
  ]) {
    const { content, flags } = await give(command, ADA, say(option, wrong));
    assert.ok(content.includes(`'${wrong}'`), content);
    assert.equal(flags, 64, "only the user sees it");
  }
}

/** Runs the bot as its README says, but on the fake. */
async function runBot(context) {
  const cwd = copyExample(context, "discord-bot");
  const redirect = join(cwd, "redirect.mjs");
  writeFileSync(
    redirect,
    'import { DefaultRestOptions } from "discord.js";\nDefaultRestOptions.api = process.env.DISCORD_API;\n',
  );
  const fake = await startDiscord(MESSAGES);
  const env = { ...process.env, DISCORD_API: fake.api, DISCORD_TOKEN: "the token" };
  const args = ["--import", pathToFileURL(redirect).href, "index.mjs"];
  const bot = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(bot, "exit");
  const early = ended.then(([code, signal]) => {
    throw new Error(`the bot ended with ${code ?? signal}`);
  });
  try {
    await Promise.race([checkReplies(fake), early]);
  } finally {
    early.catch(() => undefined);
    bot.kill();
    setTimeout(() => bot.kill("SIGKILL"), PATIENCE_MS).unref();
    await ended;
    fake.close();
  }
  // Windows has no SIGTERM: the process ends at once.
  if (process.platform !== "win32") assert.equal(bot.exitCode, 0);
  return { version: versionOf(context, "discord.js"), loads: "index.js" };
}

/** Compares what discord.js and flakekit read in IDs of all sizes. */
async function compare(context) {
  const client = new Client({ intents: [] });
  const { ageInDays } = await import(
    pathToFileURL(join(copyExample(context, "discord-bot", "discord-bot-ids"), "ids.mjs"))
  );
  const ids = [0n, (1n << 64n) - 1n, ...MESSAGES.map(BigInt)];
  for (let bit = 0n; bit < 64n; bit++) ids.push(1n << bit, (1n << bit) + 175928847299117063n);
  for (const id of ids) {
    const { timestamp, workerId, processId, increment } = discord.decode(id);
    const theirs = SnowflakeUtil.deconstruct(id);
    const names = ["timestamp", "workerId", "processId", "increment"];
    assert.deepEqual(
      [timestamp, workerId, processId, increment],
      names.map((name) => Number(theirs[name])),
    );
    const user = new User(client, { id: String(id) });
    assert.equal(ageInDays(user, user.createdTimestamp + 2.5 * DAY_MS), 2);
  }
  const made = SnowflakeUtil.generate({ timestamp: new Date(DATE), increment: 0n, workerId: 0n, processId: 0n });
  assert.equal(discord.firstAt(DATE), made);
  return { version: versionOf(context, "discord.js"), loads: "index.js" };
}

export const discordBot = [
  { where: "discord.js", how: "examples/discord-bot: its commands, on a fake of Discord", run: runBot },
  { where: "discord.js", how: "it reads IDs as flakekit does", run: compare },
];
