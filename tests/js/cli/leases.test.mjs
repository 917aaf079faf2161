// The installed command: IDs under a lease, and the orders of operators.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discord, snowflakeSI, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { ended, flakekit, start } from "../support/cli.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const EPOCH = Date.UTC(2024, 0, 1);

const notDirectory = join(temporaryDirectory(), "a file");
writeFileSync(notDirectory, "");

/** The outcome of a command with this store. The command tries for 5 s, and the other tests run in this time. */
const failed = flakekit(["new", "discord", "--lease", notDirectory]);

/** Asserts that a command fails with this exit code and these words in one line. */
async function fails(code, args, ...words) {
  assertFails(code, await flakekit(args), ...words);
}

function assertFails(code, { code: exit, stderr }, ...words) {
  assert.equal(exit, code, stderr);
  for (const word of words) assert.ok(stderr.includes(word), `'${word}' is not in: ${stderr}`);
}

/** The seats that `flakekit seats --json` lists. */
async function seatsIn(directory) {
  const { stdout, code } = await flakekit(["seats", directory, "--json"]);
  assert.equal(code, 0);
  return JSON.parse(stdout);
}

test("processes that make IDs in one directory repeat none, whatever they make them of", async () => {
  const directory = temporaryDirectory();
  const runs = await Promise.all(
    Array.from({ length: 4 }, () => ended(start(["new", "discord", "--lease", directory, "-n", "3000"]))),
  );
  const ids = runs.flatMap(({ code, lines, stderr }) => {
    assert.equal(code, 0, stderr);
    return lines;
  });
  assert.equal(new Set(ids).size, 12_000);
  for (const [format, ...more] of [
    ["sno"],
    ["snowflake-si", "--epoch", "2024-01-01", "--shares", "4"],
    ["uid60", "--shares", "8"],
    ["discord", "--worker-id", "3", "--space", "other", "--window", "60000", "--nodes", "5-6", "--clock-skew", "500"],
  ]) {
    const { code, lines, stderr } = await flakekit(["new", format, "--lease", directory, "-n", "50", ...more]);
    assert.equal(code, 0, stderr);
    assert.equal(new Set(lines).size, 50);
  }
});

test("more IDs than a window holds wait for the next one", async () => {
  const directory = temporaryDirectory();
  const { code, lines, stderr } = await flakekit([
    "new",
    "sonyflake",
    "--lease",
    directory,
    "--window",
    "100",
    "-n",
    "6000",
  ]);
  assert.equal(code, 0, stderr);
  assert.equal(new Set(lines).size, 6000);
});

test("seats lists spaces with their terms, and seats with owner, window and state", async () => {
  const directory = temporaryDirectory();
  const ids = await lease(discord, { store: file(directory), nodes: [3, 4], space: "orders" });
  await flakekit(["new", "sno", "--lease", directory]);
  const { code, stdout } = await flakekit(["seats", directory]);
  assert.equal(code, 0);
  const [, until] = /^3\.0 +held +[0-9a-f]{16} +\S+ +(\S+)$|^4\.0 +held/m.exec(stdout) ?? assert.fail(stdout);
  if (until !== undefined) assert.equal(Date.parse(until) % 1, 0);
  assert.match(
    stdout,
    /^space orders\n.*time:42.*\nnodes 3 to 4, windows of 10000 ms\nclock .*clockSkew 1000 ms\nseat +state +owner +from +until$/m,
  );
  assert.match(stdout, /^space sno\n/m);
  assert.match(stdout, /^\d+\.0 +free +- /m);
  const named = await flakekit(["seats", directory, "--space", "orders", "--json"]);
  assert.equal(JSON.parse(named.stdout).seats.length, 1);
  await ids.close();
});

test("--free ends the window of a seat, after saying what that risks", async () => {
  const directory = temporaryDirectory();
  // This lease stands for a process that ends without releasing its seat.
  const ids = await lease(discord, { store: file(directory), nodes: [7, 7], window: 86_400_000 });
  assert.equal((await seatsIn(directory)).seats[0].state, "held");
  const { code, stdout, stderr } = await flakekit(["seats", directory, "--free", "7", "--yes"]);
  assert.equal(code, 0);
  assert.equal(stdout, "seat 7.0 is free\n");
  assert.match(stderr, /repeat.*alive/);
  assert.equal((await seatsIn(directory)).seats[0].state, "free");
  assert.equal((await flakekit(["seats", directory, "--free", "7.0", "--yes"])).stdout, "seat 7.0 was free\n");
  await fails(2, ["seats", directory, "--free", "5000", "--yes"], "no seat 5000.0");
  await ids.close();
});

test("--prepare lets a space begin without a seat, and tells when seats are granted", async () => {
  const directory = temporaryDirectory();
  const args = ["seats", directory, "--prepare", "discord", "--space", "orders", "--nodes", "3-4"];
  const { code, stdout } = await flakekit(args);
  assert.deepEqual([code, stdout], [0, "space 'orders' is new: seats are granted at once\n"]);
  assert.equal((await flakekit(args)).stdout, "space 'orders' existed: seats are granted at once\n");
  const { sections, seats } = await seatsIn(directory);
  assert.deepEqual([sections, seats], [[{ nodes: [3, 4], shares: 1, window: 10_000 }], []]);
  const { isNew, now, grantsFrom } = JSON.parse((await flakekit([...args, "--json"])).stdout);
  assert.ok(!isNew && grantsFrom < now);
  await fails(1, [...args, "--clock-skew", "5"], "1000 ms", "5 ms");
  await fails(2, [...args, "--reset"], "--prepare and --reset", "one of them");
  await fails(2, [...args, "--machine-id", "2"], "--machine-id", "worker-id");
  await fails(2, ["seats", directory, "--prepare", "nothing"], "nothing");

  const module = join(directory, "forgetful.mjs");
  const lease = JSON.stringify(import.meta.resolve("flakekit/lease"));
  writeFileSync(module, `import { memory } from ${lease}; export default { ...memory(), durable: false };`);
  const before = Date.now();
  const waits = await flakekit(["seats", "--store", module, "--prepare", "discord"]);
  const [, from] =
    /^space 'discord' is new: seats are granted from (\S+) on\n$/.exec(waits.stdout) ?? assert.fail(waits.stdout);
  assert.ok(Date.parse(from) >= before + 13_000);
});

for (const [format, fields, names] of [
  [discord, {}, { FORMAT: "discord", EPOCH: "2015-01-01" }],
  [discord, { workerId: 5 }, { FORMAT: "discord", EPOCH: "2015-01-01" }],
  [withOptions(snowflakeSI, { epoch: EPOCH }), { machineId: 3 }, { FORMAT: "snowflakeSI", EPOCH: "2024-01-01" }],
]) {
  const given = Object.keys(fields).join(", ") || "no field";
  test(`the message of a space with other terms has the command that migrates it: ${names.FORMAT}, ${given}`, async () => {
    const [directory, node] = [temporaryDirectory(), names.FORMAT === "discord" ? 31 : 0];
    const store = file(directory);
    const ids = await lease(format, { store, space: "orders", ...fields });
    const wanted = { nodes: [0, node], shares: 4, window: 20_000 };
    const refused = await lease(format, { store, space: "orders", ...fields, ...wanted }).catch((error) => error);
    await ids.close();
    const { layout } = await seatsIn(directory);
    const command = /npx flakekit (seats DIR --migrate FORMAT [-\w= ]+)/.exec(refused.message)[1].split(" ");
    const words = { ...names, DIR: directory, SPACE: "orders" };
    const { code, stderr } = await flakekit([...command.map((word) => words[word] ?? word), "--yes"]);
    assert.equal(code, 0, stderr);
    const migrated = await seatsIn(directory);
    assert.deepEqual([migrated.layout, migrated.sections], [layout, [wanted]]);
  });
}

for (const [order, ...risk] of [
  [["--free", "7"], "repeat", "alive"],
  [["--reset"], "until all windows"],
  [["--migrate", "discord", "--nodes", "7-8"], "SPACE_MISMATCH"],
]) {
  test(`without a terminal, ${order[0]} changes nothing without --yes, and says what it risks`, async () => {
    const directory = temporaryDirectory();
    const ids = await lease(discord, { store: file(directory), nodes: [7, 7], window: 86_400_000 });
    const before = await seatsIn(directory);
    await fails(2, ["seats", directory, ...order], ...risk, "nothing was changed", "no terminal", "--yes");
    const after = await seatsIn(directory);
    assert.deepEqual({ ...after, now: 0 }, { ...before, now: 0 });
    await ids.close();
  });
}

test("at a terminal, an order is carried out if the user agrees", async () => {
  const directory = temporaryDirectory();
  const ids = await lease(discord, { store: file(directory), nodes: [7, 7], window: 86_400_000 });
  const freeAfter = async (answer) => {
    const asked = [];
    const given = { stdin: { isTTY: true }, ask: async (question) => (asked.push(question), answer) };
    const outcome = await flakekit(["seats", directory, "--free", "7"], "", given);
    assert.deepEqual(asked, ["Go on? (y/N) "]);
    return outcome;
  };
  for (const answer of ["", "n", "yesterday"]) {
    const { code, stderr } = await freeAfter(answer);
    assert.equal(code, 2);
    assert.match(stderr, /repeat.*alive[^]*\nflakekit: nothing was changed\n/);
  }
  assert.equal((await seatsIn(directory)).seats[0].state, "held");
  assert.equal((await freeAfter(" Yes ")).stdout, "seat 7.0 is free\n");
  await ids.close();
});

test("--reset begins a grace period", async () => {
  const directory = temporaryDirectory();
  await flakekit(["new", "discord", "--lease", directory, "--window", "1000"]);
  const { code, stderr } = await flakekit(["seats", directory, "--reset", "--yes"]);
  assert.equal(code, 0);
  assert.match(stderr, /until all windows/);
  const { grantsFrom, now } = await seatsIn(directory);
  assert.ok(grantsFrom > now && grantsFrom <= now + 3_000);
});

test("--migrate gives a space other terms", async () => {
  const directory = temporaryDirectory();
  const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  const before = await lease(si, { store: file(directory) });
  await before.close();
  const terms = ["--epoch", "2024-01-01", "--shares", "4", "--window", "20000", "--clock-skew", "100"];
  const { code, stdout, stderr } = await flakekit(["seats", directory, "--migrate", "snowflake-si", "--yes", ...terms]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "space 'snowflakeSI' is migrated\n");
  assert.match(stderr, /SPACE_MISMATCH/);
  const { sections, clockSkew } = await seatsIn(directory);
  assert.deepEqual(sections, [{ nodes: [0, 31], shares: 4, window: 20_000 }]);
  assert.equal(clockSkew, 100);
  await fails(1, ["seats", directory, "--migrate", "discord", "--yes"], "layout");
  await fails(2, ["seats", directory, "--migrate", "discord", "--machine-id", "5"], "--machine-id", "worker-id");
  await fails(2, ["seats", directory, "--migrate", "nothing"], "nothing");
  await fails(2, ["seats", directory, "--shares", "2"], "--shares is for --prepare and --migrate");
  await fails(2, ["seats", directory, "--reset", "--machine-id", "2"], "--machine-id is for --prepare and --migrate");
});

test("--store takes the store that a module exports, or a function that returns it", async () => {
  const directory = temporaryDirectory();
  const installed = new URL("../node_modules/flakekit/", import.meta.url).href;
  // Node loads the module of a path once.
  let modules = 0;
  const moduleOf = (text) => {
    const path = join(directory, `store-${++modules}.mjs`);
    writeFileSync(path, text);
    return path;
  };
  const exported = `import { file } from "${installed}lease/file.js";\nexport default`;
  const opened = `file(${JSON.stringify(join(directory, "ids"))})`;
  for (const store of [opened, `() => ${opened}`, `async () => ${opened}`]) {
    const module = moduleOf(`${exported} ${store};`);
    const { code, lines, stderr } = await flakekit(["new", "discord", "--store", module, "-n", "2"]);
    assert.equal(code, 0, stderr);
    assert.ok(discord.isValid(lines[1]));
    assert.equal((await flakekit(["seats", "--store", module])).code, 0);
  }
  await fails(2, ["new", "discord", "--store", moduleOf("export default {};")], "store", "read and swap");
  await fails(2, ["new", "discord", "--store", moduleOf("throw new Error('mine');")], "mine");
  await fails(2, ["new", "discord", "--store", join(directory, "none.mjs")], "none.mjs");
});

test("the command ends although the store's module has left something open", async () => {
  const directory = temporaryDirectory();
  const module = join(directory, "store.mjs");
  const installed = new URL("../node_modules/flakekit/", import.meta.url).href;
  // This module keeps a process alive for ever, as a client of a server does.
  writeFileSync(
    module,
    `import { createServer } from "node:net";
    import { file } from "${installed}lease/file.js";
    createServer().listen(0, "127.0.0.1");
    export default file(${JSON.stringify(join(directory, "ids"))});`,
  );
  const made = await ended(start(["new", "discord", "--store", module, "-n", "20000"]));
  assert.deepEqual([made.code, made.lines.length, made.stderr], [0, 20_000, ""]);
  const listed = await ended(start(["seats", "--store", module]));
  assert.deepEqual([listed.code, listed.stderr], [0, ""]);
  assert.match(listed.stdout, /^space discord\n/);
  const failed = await ended(start(["seats", "--store", module, "--space", "none"]));
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /none/);
});

test("wrong arguments of leases and seats exit with code 2, and failed stores with 1", async () => {
  const directory = temporaryDirectory();
  await fails(2, ["new", "discord", "--worker-id", "1", "--process-id", "1", "--shares", "2"], "--shares", "--lease");
  await fails(2, ["new", "discord", "--lease", directory, "--shares", "3"], "power of two");
  await fails(2, ["new", "discord", "--lease", directory, "--nodes", "3"], "--nodes", "0-31");
  await fails(2, ["new", "discord", "--lease", directory, "--nodes", "0-5000"], "1023");
  await fails(2, ["new", "nanoflake", "--lease", directory], "--epoch");
  await fails(2, ["new", "discord", "--lease", directory, "--store", "x.mjs"], "one of them");
  await fails(2, ["seats"], "directory");
  await fails(2, ["seats", directory, "more"], "one directory");
  await fails(2, ["seats", directory, "--reset"], "spaces (none)");
  await fails(2, ["seats", directory, "--reset", "--free", "3"], "one of them");
  await fails(2, ["seats", directory, "--space", "x", "--free", "x"], "--free");
  await fails(1, ["seats", directory, "--space", "nothing"], "nothing");
  assertFails(1, await failed, "directory");
  const empty = await flakekit(["seats", directory]);
  assert.deepEqual([empty.code, empty.stdout], [0, ""]);
  assert.match(empty.stderr, /no spaces yet/);
});
