// The installed command: the check of a column of IDs.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discord, twitter } from "flakekit";
import { flakekit, inPieces, linesOf } from "../support/cli.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const START = Date.UTC(2024, 0, 1);
const idAt = (ms, machineId = 3, sequence = 0) =>
  String(twitter.encode({ timestamp: START + ms, machineId, sequence }));
const check = (input, ...args) => {
  const given = typeof args.at(-1) === "object" ? args.pop() : {};
  return flakekit(["check", "twitter", ...args], input, given);
};
const table = (...rows) => `id,name,created_at\n${rows.map((row) => `${row.join(",")}\n`).join("")}`;
const [A, B, C] = [idAt(1000), idAt(2000), idAt(3000, 4)];

test("a column in which nothing is repeated has no findings, and the exit code 0", async () => {
  for (const args of [
    ["--column", "id"],
    ["--column", "id", "--strict"],
  ]) {
    const { code, stdout, stderr } = await check(table([A, "a", ""], [B, "b", ""], [C, "c", ""]), ...args);
    assert.deepEqual([code, stdout, stderr], [0, "3 IDs.\nNothing was found.\n", ""]);
  }
});

test("different rows with one ID are an error, with their lines, their machine, and how far apart they are", async () => {
  const rows = table(
    [A, "tea", "2024-01-01 00:00:01.5"],
    [B, "b", "2024-01-01 00:00:02"],
    [A, "coffee", "2024-01-01T00:00:04.5Z"],
  );
  const { code, stdout } = await check(rows, "--column", "id");
  assert.deepEqual(linesOf(stdout), [
    "3 IDs.",
    "1 ID occurs more than once, in 2 rows:",
    `  ${A} (line 2, line 4): different rows with one ID of machine 3; name is 'tea' and 'coffee'; ` +
      "created_at is 3 s apart, and 500 ms and 3.5 s from the time of the ID",
    "Steps back in time: 1 (line 4), by 1 s at most.",
  ]);
  assert.equal(code, 1);
});

test("a row that was exported twice is reported, and an error with --strict only", async () => {
  const rows = table([A, "a", "x"], [B, "b", "x"], [B, "b", "x"]);
  const plain = await check(rows, "--column", "id");
  assert.deepEqual([plain.code, linesOf(plain.stdout)[2]], [0, `  ${B} (line 3, line 4): the same row more than once`]);
  assert.equal((await check(rows, "--column", "1", "--strict")).code, 1);
});

test("IDs that are only rounded are no proof of repeats", async () => {
  const rounded = "1541815603606036500";
  const { code, stdout } = await check(table([rounded, "a", ""], [rounded, "b", ""]), "--column", "id");
  assert.equal(code, 0);
  assert.match(stdout, /1541815603606036500 \(line 2, line 3\): only rounded: the last digits are lost/);
});

test("one ID that is written in several ways is repeated", async () => {
  const { code, stdout } = await check(
    "id,n\n1565a11f6217a000,a\n0x1565A11F6217A000,b\n",
    "--column",
    "id",
    "--as",
    "hex",
  );
  assert.equal(code, 1);
  assert.match(stdout, /1 ID occurs more than once, in 2 rows:/);
});

test("objects of JSON are compared as rows are, in lines, in lists, and in pieces of any size", async () => {
  const of = (name, at) => ({ id: A, name, created_at: `2024-01-01T00:00:0${at}Z`, tags: ["a", "}"] });
  const different = [of("tea", 1), { id: B }, of('cof"fee', 4)];
  const asText = (rows) => rows.map((row) => JSON.stringify(row));
  for (const [write, field, places] of [
    [(rows) => asText(rows).join("\n"), "id", "line 1, line 3"],
    [(rows) => `[${asText(rows)}]`, "id", "line 1, 0.id, line 1, 2.id"],
    [(rows) => JSON.stringify(rows, null, 2), "id", ""],
    [(rows) => `window.a = ${JSON.stringify({ of: rows })}`, "of.*.id", "line 1, of.0.id, line 1, of.2.id"],
    [(rows) => `[${asText(rows.map((row) => ({ x: { ...row } })))}]`, "x.id", "line 1, 0.x.id, line 1, 2.x.id"],
  ]) {
    const { code, stdout } = await check(write(different), "--field", field);
    assert.equal(code, 1, stdout);
    assert.ok(stdout.includes(`${places}`), stdout);
    assert.match(stdout, /: different rows with one ID of machine 3; /);
    if (field !== "x.id") {
      assert.match(
        stdout,
        /; name is 'tea' and 'cof"fee'; created_at is 3 s apart, and 0 ms and 3 s from the time of the ID\n/,
      );
    }
    const bytes = inPieces(write(different), 1);
    const { stdout: inBytes } = await check("", "--field", field, { stdin: { isTTY: false, bytes } });
    assert.equal(inBytes, stdout);
    const same = await check(write([of("tea", 1), { id: B }, of("tea", 1)]), "--field", field);
    assert.deepEqual([same.code, / the same row more than once\n/.test(same.stdout)], [0, true], same.stdout);
  }
});

test("a list has no other columns, so a repeat is reported without a verdict", async () => {
  for (const [input, ...args] of [
    [`${A}\n${B}\n${A}\n`],
    [`{"id":${A}}\n{"id":${B}}\n{"id":${A}}\n`, "--field", "id"],
    [`id\n${A}\n${B}\n${A}\n`, "--column", "id"],
  ]) {
    const { code, stdout } = await check(input, ...args);
    assert.match(stdout, /: the ID more than once; nothing beside it was compared\n/);
    assert.equal(code, 0);
  }
});

test("an ID that cannot be read is an error, an empty cell is not, and both are counted", async () => {
  const { code, stdout, stderr } = await check(
    table([A, "a", ""], ["foo", "b", ""], ["NULL", "c", ""]),
    "--column",
    "id",
  );
  assert.equal(code, 1);
  assert.equal(linesOf(stdout)[0], "1 ID, 1 unreadable, 1 empty.");
  assert.match(stderr, /^flakekit: line 3: 'foo' /);
});

test("steps back, gaps, times in the future and machines that nobody named are findings, with their lines", async () => {
  const ids = Array.from({ length: 30 }, (_, i) => idAt(i * 1000));
  const future = String(twitter.encode({ timestamp: Date.now() + 86_400_000 * 365, machineId: 9, sequence: 0 }));
  const input = `${[...ids, ids[3].replace(/\d$/, "1"), future].join("\n")}\n`;
  const { code, stdout } = await check(input, "--machines", "0-3, 7");
  const lines = linesOf(stdout);
  assert.equal(code, 0);
  assert.match(lines[1], /^Steps back in time: 1 \(line 31\), by 26 s at most\.$/);
  assert.match(lines[2], /^The longest gap: \d+ d, from 2024-01-01T00:00:29\.000Z on\.$/);
  assert.equal(lines[3], "Times in the future: 1 (line 32).");
  assert.equal(lines.at(-1), "Machine 9 is none of --machines: 1 (line 32).");
  assert.equal((await check(input, "--strict")).code, 1);
  const newest = await check(`${ids.toReversed().join("\n")}\n`);
  assert.equal(
    newest.stdout,
    "30 IDs.\nNothing was found.\n",
    "a list with the newest ID first steps back at each row",
  );
});

test("the machine of several node fields is one number, as that of leases", async () => {
  const id = String(discord.encode({ timestamp: START, workerId: 2, processId: 1, increment: 0 }));
  const { stdout } = await flakekit(["check", "discord", "--machines", "0-64"], `${id}\n`);
  assert.match(stdout, /Machine 65 is none of --machines: 1 \(line 1\)\./);
});

test("--json prints the report as one object, with all repeats", async () => {
  const { stdout } = await check(
    table([A, "a", ""], [A, "b", ""], [B, "", ""]),
    "--column",
    "id",
    "--json",
    "--machines",
    "9",
  );
  const report = JSON.parse(stdout);
  assert.deepEqual([report.ids, report.unread, report.empty, report.repeated], [3, 0, 0, 1]);
  assert.deepEqual(report.repeats, [
    { id: A, where: ["line 2", "line 3"], machine: 3, verdict: "different rows", differences: ["name is 'a' and 'b'"] },
  ]);
  assert.deepEqual([report.stepsBack, report.future, report.unknownMachines], [0, 0, [3]]);
});

test("a file is read by its name, and a wrong argument is an error of usage", async () => {
  const file = join(temporaryDirectory(), "orders.csv");
  writeFileSync(file, table([A, "a", ""], [A, "b", ""]));
  const read = await flakekit(["check", "twitter", file, "--column", "id"]);
  assert.deepEqual([read.code, linesOf(read.stdout)[0]], [1, "2 IDs."]);
  const missing = await flakekit(["check", "twitter", `${file}.gz`, "--column", "id"]);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /orders\.csv\.gz can't be read: ENOENT/);
  for (const args of [
    ["twitter", file, "x"],
    ["twitter", "--machines", "7-1"],
    ["twitter", "--machines", "a"],
    ["nothing"],
  ]) {
    assert.equal((await flakekit(["check", ...args])).code, 2, args.join(" "));
  }
});

test("IDs of one ms have no gap", async () => {
  const { code, stdout } = await check("1541815603606036481\n1541815603606036482\n1541815603606036483\n", "--strict");
  assert.deepEqual([code, stdout.includes("gap")], [0, false], stdout);
});

test("cells of several lines, as psql prints them, are compared as a whole", async () => {
  const table = (last) => `         id          | t
---------------------+---
 1541815603606036481 | a+
                     | b
 1541815603606036481 | a+
                     | ${last}
(2 rows)
`;
  const different = await check(table("c"), "--column", "id");
  assert.equal(different.code, 1);
  assert.match(different.stdout, /^2 IDs\.\n1 ID occurs more than once, in 2 rows:\n.*different rows/);
  const same = await check(table("b"), "--column", "id");
  assert.equal(same.code, 0);
  assert.match(same.stdout, /the same row more than once/);
});
