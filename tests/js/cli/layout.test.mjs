// The installed command: layouts of IDs of unknown kinds, from the times at which they were made.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defineFormat, discord, formats, withOptions } from "flakekit";
import { flakekit } from "../support/cli.mjs";
import { idsOf, numberOf, randomOf, samplesOf, TIMES } from "../support/samples.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const SEED = 77_000;
const layout = (input, ...args) => flakekit(["layout", ...args], input);
const json = async (input, ...args) => JSON.parse((await layout(input, "--json", ...args)).stdout);

/** A table of samples, between columns that say nothing. */
const table = (samples, heading = "no,id,amount,created_at") =>
  [heading, ...samples.map(({ id, time }, n) => `${n},${id},${(n * 37) % 100},${new Date(time).toJSON()}`)].join("\n");

/** Makes IDs of a format as numbers in base 16: also those that are written as other texts. */
const madeBy = (format, random) => (at, node) => {
  const timestamp = format.epoch + Math.floor((at - format.epoch) / format.unit) * format.unit;
  const leaves = format.fields
    .slice(1)
    .flatMap(({ name, kind, bits, parts }) =>
      (parts.length > 0 ? parts : [{ name, bits }]).map((part) => ({ kind, ...part })),
    );
  const fields = leaves.map(({ name, kind, bits }) => [name, numberOf(random, kind, bits, node)]);
  return `0x${Buffer.from(format.toBytes(format.encode({ timestamp, ...Object.fromEntries(fields) }))).toString("hex")}`;
};

for (const format of formats()) {
  test(`20 samples of ${format.name} in a table tell its layout, with any noise of their times`, async () => {
    const own = format.epoch === null ? withOptions(format, { epoch: "2019-01-01" }) : format;
    const shift = format.fields.slice(1).reduce((sum, { bits }) => sum + bits, 0);
    for (const [n, times] of TIMES.entries()) {
      const random = randomOf(SEED + n);
      const samples = samplesOf(madeBy(own, random), { random, count: 20, nodes: 1 + (n % 3), ...times });
      const found = await json(table(samples));
      assert.deepEqual([found.tick, found.shift, found.epoch], [own.unit, shift, own.epoch], `noise ${n}`);
      if (format.epoch === null) assert.ok(found.alike.includes(format.name));
      else assert.equal(found.format, format.name);
    }
  });
}

/** Samples of a layout that the package does not have, and the layout. */
const SHOP = {
  tick: 10,
  epoch: Date.UTC(2021, 2, 1),
  fields: [
    ["node", 6],
    ["sequence", 10],
  ],
};
function shop(options) {
  const random = randomOf(SEED);
  const all = { ...SHOP, ...options };
  return samplesOf(idsOf(random, all), { random, count: 30, nodes: 3, ...TIMES[0], span: 300 * 86_400_000, ...all });
}

test("the printed code defines the format, which reads the samples", async () => {
  const samples = shop();
  const { code, stdout, stderr } = await layout(table(samples));
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Ticks of 10 ms above 16 bits, counted from 2021-03-01\.\n/);
  assert.match(stdout, /\nfield +bits +in the samples\ntimestamp +\d+ .*\nmachineId +6 .*\nsequence +10 /);
  assert.equal(stderr, "flakekit: the IDs are in 'id', the times in 'created_at'\n");
  const [, definition] = stdout.match(/defineFormat\((.*)\);/s);
  const format = defineFormat(new Function(`return ${definition}`)());
  const { definition: given } = await json(table(samples));
  assert.deepEqual(defineFormat(given).fields, format.fields);
  for (const { id, time } of samples) assert.equal(format.timestamp(Number(id)), time - (time % 10));
});

test("a file is read as standard input is, as a table, as JSON, and as lines", async () => {
  const samples = shop();
  const rows = samples.map(({ id, time }) => ({ note: "n", id: String(id), at: { ms: 1 }, made: time }));
  const path = join(temporaryDirectory(), "orders");
  for (const text of [
    table(samples),
    JSON.stringify(rows),
    rows.map((row) => JSON.stringify(row)).join("\n"),
    rows.map(({ id, made }) => `${id} ${made}`).join("\n"),
  ]) {
    writeFileSync(path, text);
    const [byFile, byStdin] = [await layout("", path), await layout(text)];
    assert.deepEqual(byFile, byStdin);
    assert.match(byFile.stdout, /^Ticks of 10 ms above 16 bits, counted from 2021-03-01/);
  }
});

test("options choose the columns, by names and numbers, and properties of JSON", async () => {
  const samples = shop();
  const other = samplesOf(idsOf(randomOf(1), { ...SHOP, tick: 1 }), { random: randomOf(2), count: 30, ...TIMES[0] });
  const rows = samples.map(({ id, time }, n) => ({ a: String(id), b: time, c: String(other[n].id), d: other[n].time }));
  const text = ["a,b,c,d", ...rows.map((row) => Object.values(row).join(","))].join("\n");
  const lines = JSON.stringify({ list: rows });
  assert.equal((await json(text, "--column", "a")).tick, 10);
  for (const args of [
    ["--column", "c"],
    ["--column", "3", "--time", "4"],
    ["--time", "d"],
  ]) {
    assert.equal((await json(text, ...args)).tick, 1, args.join(" "));
  }
  assert.equal((await json(lines, "--field", "list.*.c")).tick, 1);
  assert.equal((await json(lines, "--field", "list.*.a", "--time", "b")).tick, 10);
  for (const [args, message] of [
    [["--column", "e"], /^flakekit: --column is 'e'; the input has 'a', 'b', 'c', 'd'\n/],
    [["--time", "5"], /^flakekit: --time is '5'; the input has 'a', 'b', 'c', 'd'\n/],
    [["--column", "a", "--field", "a"], /^flakekit: --field is for JSON and --column for tables/],
    [["--tick", "x"], /^flakekit: --tick is 'x'; it must be a number of ms above 0/],
    [["a", "b"], /^flakekit: layout takes a file, and was given 2 arguments\n/],
  ]) {
    const { code, stderr } = await layout(text, ...args);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});

test("columns with the numbers of fields name the fields, and tell where they end", async () => {
  const format = defineFormat({
    name: "shops",
    epoch: "2021-03-01",
    fields: [
      { kind: "time", bits: 40 },
      { kind: "node", name: "region", bits: 3 },
      { kind: "node", name: "till", bits: 6 },
      { kind: "sequence", bits: 11 },
    ],
  });
  const random = randomOf(SEED);
  const rows = Array.from({ length: 20 }, (_, n) => {
    const timestamp = Date.UTC(2024, 0, 1) + Math.floor(1e9 * random());
    const fields = { region: 1 + (n % 5), till: [4, 8, 33][n % 3], sequence: n % 4 };
    return [format.encode({ timestamp, ...fields }), new Date(timestamp).toJSON(), 7 * n, ...Object.values(fields)];
  });
  const fieldsOf = async (names) => {
    const { fields } = await json([names, ...rows.map(String)].join("\n"));
    return fields.slice(1).map(({ kind, name, bits }) => `${kind} ${name} ${bits}`);
  };
  assert.deepEqual(await fieldsOf("id,at,price,region,till_no,seq"), [
    "node region 3",
    "node tillNo 6",
    "sequence seq 11",
  ]);
  // A name that no field can have is left out.
  assert.deepEqual(await fieldsOf("id,at,price,clock,till,seq"), [
    "node machineId 3",
    "node node2 6",
    "sequence sequence 11",
  ]);
});

test("what decode prints tells the layout of the format", async () => {
  const ids = Array.from({ length: 20 }, (_, n) =>
    discord.encode({
      timestamp: Date.UTC(2024, 0, 1) + n * 98_765_431,
      workerId: n % 3,
      processId: 5,
      increment: n % 2,
    }),
  );
  const decoded = await flakekit(["decode", "discord", "--json"], ids.join("\n"));
  assert.equal((await json(decoded.stdout)).format, "discord");
});

test("if several layouts explain the times, none is printed, and it is said which sample would tell", async () => {
  // With 2 s of delay, random bits may be the lowest bits of a finer time.
  const samples = shop({ fields: [["random", 16]], tick: 20, ...TIMES[3] });
  const { code, stdout, stderr } = await layout(table(samples));
  assert.deepEqual([code, stdout], [1, ""]);
  const [, first, second] =
    /The samples do not tell which: ticks of (\d+ ms) above \d+ bits \(\d+ %\), ticks of (\d+ ms)/.exec(stderr);
  const [, short, line, from, long] =
    /Ticks are (\d+ ms) if the ID of line (\d+) was made in the \d+ ms from (\S+) on.*; otherwise (\d+ ms)\./.exec(
      stderr,
    );
  assert.deepEqual([short, long].sort(), [first, second].sort());
  assert.ok(Math.abs(Date.parse(from) - samples[line - 2].time) < 4000);
  const { problem, help, explanations } = await json(table(samples));
  assert.match(stderr, new RegExp(`${problem.slice(0, 30)}[^]*${help.slice(-30)}`));
  assert.ok(explanations.some(({ tick, shift }) => tick === 20 && shift === 16));
  // The user who knows the ticks gives them.
  const known = await json(table(samples), "--tick", "20");
  assert.deepEqual([known.tick, known.shift, known.epoch], [20, 16, SHOP.epoch]);
  const wrong = await layout(table(samples), "--tick", "7");
  assert.match(wrong.stderr, /which fits no ticks of 7 ms/);
});

test("an ID from outside of a short span tells ticks apart whose lengths are similar, and it is said how far outside", async () => {
  const random = randomOf(SEED);
  const options = {
    ...SHOP,
    tick: 1024,
    fields: [
      ["node", 10],
      ["sequence", 12],
    ],
  };
  const idAt = idsOf(random, options);
  const samples = samplesOf(idAt, { random, count: 20, ...TIMES[2], span: 60_000 });
  const { code, stderr } = await layout(table(samples));
  const after = Date.parse(`${/or after (.*) UTC, with its time, would tell/.exec(stderr)[1].replace(" ", "T")}Z`);
  assert.equal(code, 1);
  const at = after + 60_000;
  const found = await json(table([...samples, { id: idAt(at, 0.5), time: Math.floor(at / 1000) * 1000 }]));
  assert.deepEqual([found.tick, found.shift], [1024, 22]);
});

test("IDs without a layout, and lines that are no samples, are reported", async () => {
  const none = await layout("id,time\n1,2024-01-01\n2,2024-01-02\n");
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(
    none.stderr,
    /flakekit: 2 different IDs are not enough\. Give at least 3 IDs with their times, better 20 or more\.\n$/,
  );
  const { problem } = await json("id,time\n1,2024-01-01\n");
  assert.match(problem, /^1 different ID is not enough/);
  const rows = `${table(shop())}\n30,x,1,2024-01-01\n31,123456789,1,soon`;
  const { code, stderr } = await layout(rows);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /2 not read: line 32: its ID 'x' is no decimal or hexadecimal number; line 33: there is no time 'soon'\n/,
  );
  const absent = await flakekit(["layout", "/no/such/file"]);
  assert.deepEqual([absent.code, absent.stdout], [1, ""]);
  assert.match(absent.stderr, /^flakekit: \/no\/such\/file can't be read: ENOENT/);
});
