// The installed command: the outputs and exit codes of its process, IDs that it makes, and arguments.

import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { promisify } from "node:util";
import { nanoflake as withoutEpoch, twitter, withOptions } from "flakekit";
import { cli, ended, flakekit, newArguments, start } from "../support/cli.mjs";
import { builtIns } from "../support/generated/formats.mjs";
import { project } from "../support/project.mjs";

const nanoflake = withOptions(withoutEpoch, { epoch: 1704067200000 });

test("the command that npm links runs", async () => {
  const link = join(project, "node_modules", ".bin", "flakekit");
  // Windows starts flakekit.cmd, with a shell.
  const isWindows = process.platform === "win32";
  const command = isWindows ? `"${link}"` : link;
  const { stdout } = await promisify(execFile)(command, ["--version"], { shell: isWindows });
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test("a process reads its arguments, its input and its environment, and has the exit code 0, 1 or 2", async () => {
  const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: "" };
  for (const [args, code, ...words] of [
    [["decode", "discord"], 1, "\x1b[1mdiscord ", "\n5 ", "\x1b[31mflakekit:\x1b[39m line 2: 'a!' has"],
    [["decode", "discord", "6"], 0, "\x1b[1mdiscord ", "\n6 "],
    [["decode"], 2, "no format was given", "\nsee flakekit decode --help\n"],
  ]) {
    const child = start(args, { env });
    child.stdin.on("error", () => undefined);
    child.stdin.end("5\na!\n");
    const { stdout, stderr, ...rest } = await ended(child);
    assert.equal(rest.code, code, stderr);
    assert.equal(stderr === "", code === 0);
    for (const word of words) assert.ok((stdout + stderr).includes(word), `'${word}' is not in: ${stdout}${stderr}`);
  }
});

test("new makes IDs of every format, one per line", async () => {
  const others = [
    [twitter, { machineId: 100 }, ["twitter", "--datacenter-id", "3", "--worker-id", "4"]],
    [nanoflake, { generatorId: 1 }, ["nanoflake", "--generator-id", "1", "--epoch", "1704067200000"]],
  ];
  for (const [format, fields, args] of [...newArguments, ...others]) {
    const before = Date.now();
    const { code, lines, stderr } = await flakekit(["new", ...args, "-n", "3"]);
    assert.equal(code, 0, stderr);
    assert.equal(new Set(lines).size, 3);
    for (const line of lines) {
      const decoded = format.decode(line);
      assert.ok(decoded.timestamp > before - format.unit && decoded.timestamp <= Date.now(), line);
      for (const [name, number] of Object.entries(fields)) assert.equal(decoded[name], number, line);
    }
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

test("new streams many IDs without repeats", async () => {
  const { code, lines } = await flakekit(["new", "twitter", "--machine-id", "1", "-n", "300000"]);
  assert.equal(code, 0);
  assert.equal(new Set(lines).size, 300_000);
});

test("a closed pipe ends new without an error message", async () => {
  const child = start(["new", "twitter", "--machine-id", "1", "-n", "100000000"]);
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

test("a closed pipe ends inspect without an error message, and an unreadable ID still sets the exit code", async () => {
  const child = start(["inspect"]);
  child.stdin.on("error", () => undefined);
  const complained = once(child.stderr, "data");
  child.stdin.write("nonsense!\n");
  const [said] = await complained;
  assert.match(String(said), /^flakekit: line 1: 'nonsense!' is no ID/);
  const more = text(child.stderr);
  child.stdout.destroy();
  child.stdin.write("1541815603606036480\n");
  const [code] = await once(child, "close");
  assert.equal(await more, "");
  assert.equal(code, 1);
});

test("standard output is complete even if standard error is closed", async () => {
  const child = start(["inspect", "--json"]);
  child.stderr.destroy();
  const closed = once(child, "close");
  child.stdin.end("nonsense!\n1541815603606036480\n".repeat(1000));
  const output = await text(child.stdout);
  assert.equal(output.split("\n").length - 1, 1000);
  assert.deepEqual(await closed, [1, null]);
});

test("a failed write to standard output is an error with its reason", async () => {
  const unwritable = [openSync(cli, "r"), ...["/dev/full"].filter(existsSync).map((path) => openSync(path, "w"))];
  for (const stdout of unwritable) {
    const options = { stdio: ["ignore", stdout, "pipe"], encoding: "utf8" };
    const { status, stderr } = spawnSync(process.execPath, [cli, "formats"], options);
    assert.match(stderr, /^flakekit: standard output can't be written: E[A-Z]+: .+\n$/);
    assert.equal(status, 1);
  }
  const full = { isTTY: false, write: async () => Promise.reject(new Error("ENOSPC: no space")) };
  for (const args of [
    ["--help"],
    ["--version"],
    ["help", "new"],
    ["new", "mastodon"],
    ["decode", "discord", "5"],
    ["inspect", "5"],
    ["range", "twitter", "2022-01-01", "2022-01-02"],
    ["completions", "bash"],
  ]) {
    const { code, stderr } = await flakekit(args, "", { stdout: full });
    assert.deepEqual([code, stderr], [1, "flakekit: standard output can't be written: ENOSPC: no space\n"]);
  }
});

test("a file that takes only part of the output is an error", () => {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    // The shell limits the size of files: the file takes a part of the output, as on a disk that is nearly full.
    const script = `trap "" XFSZ; ulimit -f 1; exec "$0" "$1" new mastodon -n 100 > ids.txt`;
    const options = { cwd: folder, encoding: "utf8" };
    const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, cli], options);
    const written = readFileSync(join(folder, "ids.txt"));
    assert.ok(written.length > 0 && written.length <= 1024);
    assert.match(stderr, /standard output can't be written: EFBIG/);
    assert.equal(status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("inspect lists twitter first for a tweet, with its time", async () => {
  const { code, lines } = await flakekit(["inspect", "1541815603606036480"]);
  assert.equal(code, 0);
  assert.equal(lines[0], "1541815603606036480");
  assert.match(
    lines[1],
    /^ {3}\d\d\.\d % {2}twitter +2022-06-28T16:07:40\.105Z +machineId 378, datacenterId 11, workerId 26, sequence 0 +plausible/,
  );
});

test("snos are made with their partition and metadata, and inspected in columns", async () => {
  const before = Date.now();
  const { lines } = await flakekit(["new", "sno", "--partition", "4097", "--meta", "3", "-n", "5"]);
  const after = Date.now();
  assert.equal(new Set(lines).size, 5);
  for (const id of lines) assert.match(id, /^[2-9a-x]{16}$/);
  const inspected = await flakekit(["inspect", "--format", "sno", ...lines, "nonsense!", "brpk4q72xwf2m63l"]);
  assert.equal(inspected.code, 1);
  const [heading, ...rows] = inspected.lines.map((line) => line.trim().split(/ +/));
  assert.deepEqual(heading, ["sno", "time", "meta", "partition", "sequence", "toggle", "bytes"]);
  assert.equal(rows.length, 6);
  for (const [i, [id, time, meta, partition]] of rows.slice(0, 5).entries()) {
    assert.deepEqual([id, meta, partition], [lines[i], "3", "4097"]);
    // A unit of sno's time is 4 ms.
    assert.ok(Date.parse(time) > before - 4 && Date.parse(time) <= after, time);
  }
  assert.deepEqual(rows[5], [
    "brpk4q72xwf2m63l",
    "2031-05-08T23:03:34.976Z",
    "255",
    "39434",
    "4147",
    "0",
    "4e6f2160a0ff9a0a1033",
  ]);
  const bad = await flakekit(["new", "sno", "--meta", "256"]);
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /meta is 256; it must be a whole number from 0 to 255/);
});

test("inspect reads lines, reports the numbers of unreadable ones, and reads the rest", async () => {
  for (const args of [["inspect"], ["inspect", "-"]]) {
    const { code, lines, stderr } = await flakekit(
      [...args, "--json"],
      "175928847299117063\n\nnonsense!\r\nxiAnaS8QBh\n",
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

/** Passes bytes to inspect on standard input. Returns the exit code, the IDs that it read, and its error messages. */
async function inspected(bytes) {
  const { code, lines, stderr } = await flakekit(["inspect", "--json"], bytes);
  return { code, ids: lines.map((line) => JSON.parse(line).id), complaints: stderr.split("\n").slice(0, -1) };
}

test("a byte order mark is not part of the first ID and selects UTF-16, which is also told by a first byte of 0", async () => {
  const ids = ["1541815603606036480", "xiAnaS8QBh"];
  for (const mark of ["\ufeff", ""]) {
    const text = `${mark}${ids.join("\r\n")}`;
    for (const bytes of [Buffer.from(text), Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()]) {
      assert.deepEqual(await inspected(bytes), { code: 0, ids, complaints: [] });
    }
  }
});

test("lines end with LF, CRLF or CR only; the last one may have no end", async () => {
  const bad = (line, id) => `flakekit: line ${line}: '${id}' is no ID of any format known here`;
  assert.deepEqual(await inspected("5\r\n\r\na!\r6\n\nb!\u2028c!\n\r7\rd!"), {
    code: 1,
    ids: ["5", "6", "7"],
    complaints: [bad(3, "a!"), bad(6, "b!\\u{2028}c!"), bad(9, "d!")],
  });
});

test("a line of invalid text is reported by its number, and the others are read", async () => {
  const lines = [[0xff, 0xfe, 0x35], [0x35], [0x35, 0], [0xc3], [0x36], [0xed, 0xa0, 0x80], [0x37], [0xf0, 0x9f]];
  const bytes = Buffer.concat([Buffer.from("8\n"), ...lines.map((line) => Buffer.from([...line, 0x0a]))]).subarray(
    0,
    -1,
  );
  const { code, ids, complaints } = await inspected(bytes);
  assert.equal(code, 1);
  assert.deepEqual(ids, ["8", "5", "6", "7"]);
  // Lines that are no UTF-8 are read as windows-1252.
  const refused = ["ÿþ5", "5\\u{0}", "Ã", "í\u00a0€", "ðŸ"];
  const shown = complaints.slice(1).map((complaint) => complaint.match(/line (\d): '(.*)' is no ID/).slice(1));
  assert.deepEqual(
    shown,
    [2, 4, 5, 7, 9].map((line, i) => [String(line), refused[i]]),
  );
});

test("a line longer than the longest string is refused, and the next one is read", async () => {
  const piece = Buffer.alloc(1 << 20, "5");
  const bytes = (async function* () {
    for (let i = 0; i < 520; i++) yield piece;
    yield Buffer.from("\n1541815603606036480\n");
  })();
  const { code, stdout, stderr } = await flakekit(["inspect", "--json"], "", { stdin: { isTTY: false, bytes } });
  assert.equal(stderr, `flakekit: line 1: '${"5".repeat(64)}…' is no ID of any format known here\n`);
  assert.equal(JSON.parse(stdout).id, "1541815603606036480");
  assert.equal(code, 1);
});

test("unreadable standard input is an error with its reason", () => {
  for (const args of [["inspect"], ["inspect", "-", "--json"]]) {
    const stdio = [openSync(tmpdir(), "r"), "pipe", "pipe"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { stdio, encoding: "utf8" });
    assert.match(stderr, /^flakekit: standard input can't be read: EISDIR: .+\n$/);
    assert.equal(stdout, "");
    assert.equal(status, 1);
  }
});

test("IDs from arguments and from standard input are read in the order of the arguments", async () => {
  const { code, lines, stderr } = await flakekit(["inspect", "--json", "5", "-", "6", "a!"], "7\n8\nb!\n");
  assert.equal(code, 1);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    ["5", "7", "8", "6"],
  );
  assert.match(stderr, /^flakekit: line 3: 'b!' .*\nflakekit: argument 4: 'a!' .*\n$/);
});

test("user input is printed without control characters and invisible characters", async () => {
  const marks = [
    "\x1b[31m",
    "\x07",
    "\x7f",
    "\x9b2J",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\u2028",
    "\u2029",
    "\u{e0041}",
  ];
  const hostile = `a${marks.join("b")}c`;
  const calls = [
    ["inspect", hostile],
    ["new", hostile],
    [hostile],
    ["new", "mastodon", hostile],
    ["new", "mastodon", `--${hostile}`],
    ["new", "mastodon", "-n", hostile],
    ["new", "mastodon", "--as", hostile],
    ["new", "nanoflake", "--generator-id", "1", "--epoch", hostile],
    ["range", "twitter", hostile, "2022-01-01"],
    ["formats", hostile],
  ];
  const outcomes = await Promise.all([
    ...calls.map((args) => flakekit(args)),
    flakekit(["inspect"], `5\n${hostile}\n`),
  ]);
  for (const { code, stdout, stderr } of outcomes) {
    assert.notEqual(code, 0);
    assert.doesNotMatch(stdout + stderr, /[^\n\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    assert.match(stderr, /\\u\{202e\}/);
  }
});

test("range prints the smallest and the largest ID between two instants", async () => {
  const { code, stdout } = await flakekit(["range", "twitter", "2022-06-28", "2022-06-29T00:00:00Z"]);
  assert.equal(code, 0);
  const { min, max } = twitter.range("2022-06-28", "2022-06-29");
  assert.equal(stdout, `${min} ${max}\n`);
});

test("formats lists every format", async () => {
  const { lines } = await flakekit(["formats"]);
  // The first line is the heading.
  assert.equal(lines.length, builtIns.length + 1);
  const described = (await flakekit(["formats", "--json"])).lines.map(JSON.parse);
  assert.deepEqual(
    described.map(({ name }) => name),
    builtIns.map(({ name }) => name),
  );
});

test("options may come before or after the format, in every usual notation", async () => {
  for (const args of [
    ["-n", "2", "twitter", "--machine-id", "4"],
    ["--machine-id", "4", "-n2", "twitter"],
    ["--machine-id=4", "twitter", "--count=2"],
    ["--count", "2", "--machine-id", "4", "--", "twitter"],
  ]) {
    const { lines, stderr } = await flakekit(["new", ...args]);
    assert.deepEqual(
      lines.map((line) => twitter.decode(line).machineId),
      [4, 4],
      stderr,
    );
  }
  const { stdout } = await flakekit(["range", "--as", "hex", "--padded", "twitter", "2022-06-28", "2022-06-29"]);
  assert.match(stdout, /^[0-9a-f]{16} [0-9a-f]{16}\n$/);
});

test("arguments after -- are no options", async () => {
  const ids = ["--epoch-id", "-hAAAAAAAA"];
  const { code, lines } = await flakekit(["inspect", "--json", "--", ...ids]);
  assert.equal(code, 0);
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    ids,
  );
});

test("invalid arguments exit with code 2 and say what is allowed", async () => {
  for (const [args, words] of [
    [["make"], /no command 'make'/],
    [["toString"], /no command 'toString'/],
    [["new"], /no format was given; there are twitter/],
    [["new", "tweeter"], /no format is named 'tweeter'; did you mean twitter\?/],
    [["new", "discord"], /--worker-id is missing/],
    [["new", "discord", "--workerid", "1"], /workerid/],
    [["new", "twitter", "--machine-id", "1024"], /0 to 1023/],
    [["new", "twitter", "--machine-id", "-1"], /machine-id/],
    [["new", "twitter", "--machine-id", "1.5"], /whole number/],
    [["new", "twitter", "--machine-id", "1", "-n", "many"], /whole number/],
    [["new", "twitter", "--machine-id", "1", "extra"], /one format/],
    [["new", "-n", "2"], /no format was given/],
    [["new", "mastodon", "-n=2"], /-n is '=2'; it must be a whole number from 0 to \d+, as in -n 2\n/],
    [["new", "mastodon", "-n", "1".repeat(20)], /from 0 to 9007199254740991/],
    [["new", "twitter", "--machine-id", "1".repeat(20)], /0 to 1023/],
    [["new", "mastodon", "-n", "2", "--count", "3"], /--count is given more than once/],
    [["new", "twitter", "--machine-id", "1", "--machine-id", "2"], /--machine-id is given more than once/],
    [["inspect", "5", "--epoch", "2024-01-01", "--epoch=2025-01-01"], /--epoch is given more than once/],
    [["new", "twitter", "--shard-id", "1"], /--shard-id is no option of twitter, which has --machine-id, --data/],
    [["inspect", "-", "5", "-"], /more than once/],
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
