// The command, as installed.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { discord, nanoflake, snowflakeSI, twitter, uid60 } from "flakekit";

const command = fileURLToPath(new URL("node_modules/.bin/flakekit", import.meta.url));

/** Runs the command to its end. */
function flakekit(args, input) {
  return new Promise((resolve) => {
    const child = execFile(command, args, { maxBuffer: 1 << 30 }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr, lines: stdout.split("\n").slice(0, -1) });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

test("new makes IDs of every format, one a line", async () => {
  for (const [args, format] of [
    [["discord", "--worker-id", "1", "--process-id", "0"], discord],
    [["twitter", "--datacenter-id", "3", "--worker-id", "4"], twitter],
    [["x", "--machine-id", "4"], twitter],
    [["instagram", "--shard-id", "9"], null],
    [["mastodon"], null],
    [["sonyflake", "--machine-id", "1"], null],
    [["uid60"], uid60],
    [["snowflake-si", "--machine-id", "1", "--epoch", "2024-01-01"], snowflakeSI.with({ epoch: "2024-01-01" })],
    [["nanoflake", "--generator-id", "1", "--epoch", "1704067200000"], nanoflake.with({ epoch: 1704067200000 })],
  ]) {
    const { code, lines, stderr } = await flakekit(["new", ...args, "-n", "3"]);
    assert.equal(code, 0, stderr);
    assert.equal(new Set(lines).size, 3);
    for (const line of lines)
      assert.ok(format === null || Math.abs(format.decode(line).timestamp - Date.now()) < 60_000);
  }
});

test("new prints increasing IDs, in any encoding, or as JSON with the fields", async () => {
  const machine = ["new", "twitter", "--machine-id", "378"];
  const { lines } = await flakekit([...machine, "-n", "3"]);
  assert.deepEqual([...lines].sort(twitter.compare), lines);
  const hex = await flakekit([...machine, "--as", "hex", "--padded"]);
  assert.match(hex.stdout, /^[0-9a-f]{16}\n$/);
  const json = JSON.parse((await flakekit([...machine, "--json"])).stdout);
  assert.deepEqual(Object.keys(json), [
    "id",
    "format",
    "timestamp",
    "date",
    "machineId",
    "datacenterId",
    "workerId",
    "sequence",
  ]);
  assert.equal(json.machineId, 378);
  assert.equal(twitter.decode(json.id).timestamp, json.timestamp);
});

test("new streams many IDs, none twice", async () => {
  const { code, lines } = await flakekit(["new", "twitter", "--machine-id", "1", "-n", "300000"]);
  assert.equal(code, 0);
  assert.equal(new Set(lines).size, 300_000);
});

test("a closed pipe ends it quietly", async () => {
  const child = spawn(command, ["new", "twitter", "--machine-id", "1", "-n", "100000000"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  const [code] = await once(child, "close");
  assert.equal(errors, "");
  assert.equal(code, 0);
});

test("inspect shows the tweet's instant first", async () => {
  const { code, lines } = await flakekit(["inspect", "1541815603606036480"]);
  assert.equal(code, 0);
  assert.equal(lines[0], "1541815603606036480");
  assert.match(
    lines[1],
    /^ {2}twitter +2022-06-28T16:07:40\.105Z +machineId 378, datacenterId 11, workerId 26, sequence 0 +plausible/,
  );
});

test("snos are made with their partition and metadata, and inspected in columns", async () => {
  const { lines } = await flakekit(["new", "sno", "--partition", "4097", "--meta", "3", "-n", "5"]);
  assert.equal(new Set(lines).size, 5);
  for (const id of lines) assert.match(id, /^[2-9a-x]{16}$/);
  const inspected = await flakekit(["inspect", ...lines, "nonsense!", "brpk4q72xwf2m63l"]);
  assert.equal(inspected.code, 1);
  const [heading, ...rows] = inspected.lines.map((line) => line.trim().split(/ +/));
  assert.deepEqual(heading, ["sno", "time", "meta", "partition", "sequence", "toggle"]);
  assert.equal(rows.length, 6);
  for (const [i, [id, time, meta, partition]] of rows.slice(0, 5).entries()) {
    assert.deepEqual([id, meta, partition], [lines[i], "3", "4097"]);
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  }
  assert.deepEqual(rows[5], ["brpk4q72xwf2m63l", "2031-05-08T23:03:34.976Z", "255", "39434", "4147", "0"]);
  const bad = await flakekit(["new", "sno", "--meta", "256"]);
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /meta is 256; it must be a whole number from 0 to 255/);
});

test("inspect reads lines, tells the number of the bad ones, and reads the rest", async () => {
  for (const args of [["inspect"], ["inspect", "-"]]) {
    const { code, lines, stderr } = await flakekit(
      [...args, "--json"],
      "175928847299117063\n\nnonsense!\r\nxinaS8QBh\n",
    );
    assert.equal(code, 1);
    assert.match(stderr, /^flakekit: line 3: 'nonsense!' is no ID/);
    const [discordId, uid] = lines.map(JSON.parse);
    assert.ok(
      discordId.candidates.some(({ format, date }) => format === "discord" && date === "2016-04-30T11:18:25.796Z"),
    );
    assert.equal(uid.candidates[0].format, "uid60");
    assert.equal(uid.candidates[0].value, "11093174944930914");
  }
});

test("range gives the smallest and the largest ID of a time", async () => {
  const { code, stdout } = await flakekit(["range", "twitter", "2022-06-28", "2022-06-29T00:00:00Z"]);
  assert.equal(code, 0);
  const { min, max } = twitter.range("2022-06-28", "2022-06-29");
  assert.equal(stdout, `${min} ${max}\n`);
});

test("formats lists every format", async () => {
  const { lines } = await flakekit(["formats"]);
  assert.equal(lines.length, 10);
  const described = (await flakekit(["formats", "--json"])).lines.map(JSON.parse);
  assert.deepEqual(described.map(({ name }) => name).sort(), [
    "discord",
    "instagram",
    "mastodon",
    "nanoflake",
    "sno",
    "snowflakeSI",
    "sonyflake",
    "twitter",
    "uid60",
  ]);
});

test("--help and --version answer", async () => {
  assert.match((await flakekit(["--help"])).stdout, /flakekit new <format>/);
  assert.match((await flakekit(["new", "--help"])).stdout, /flakekit inspect/);
  assert.match((await flakekit(["--version"])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test("bad usage exits 2 and says what is allowed", async () => {
  for (const [args, words] of [
    [[], /no command/],
    [["make"], /no command 'make'/],
    [["toString"], /no command 'toString'/],
    [["new"], /no format was given; there are twitter/],
    [["new", "tweeter"], /no format is named 'tweeter'/],
    [["new", "discord"], /workerId is missing/],
    [["new", "discord", "--workerid", "1"], /workerid/],
    [["new", "twitter", "--machine-id", "1024"], /0 to 1023/],
    [["new", "twitter", "--machine-id", "-1"], /machine-id/],
    [["new", "twitter", "--machine-id", "1.5"], /whole number/],
    [["new", "twitter", "--machine-id", "1", "-n", "many"], /whole number/],
    [["new", "twitter", "--machine-id", "1", "extra"], /one format/],
    [["new", "twitter", "--machine-id", "1", "--as", "base99"], /decimal, hex/],
    [["new", "snowflake-si", "--machine-id", "1"], /epoch/],
    [["new", "snowflake-si", "--machine-id", "1", "--epoch", "soon"], /'soon'/],
    [["range", "twitter", "2022-01-01"], /two instants/],
    [["range", "twitter", "2022-01-02", "2022-01-01"], /later/],
    [["inspect", "--colour"], /colour/],
    [["formats", "all"], /no arguments/],
  ]) {
    const { code, stdout, stderr } = await flakekit(args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, words);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
});
