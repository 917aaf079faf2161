// The installed command: IDs that it reads, from arguments, lines, JSON lines and CSV.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { twitter, uid60 } from "flakekit";
import { cli, ended, flakekit, inPieces, newArguments, start } from "../support/cli.mjs";
import { builtIns } from "../support/generated/formats.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const ID = "1541815603606036480";
const TIME = "2022-06-28T16:07:40.105Z";

/** The IDs in the rows of a table, below its heading. */
const idsIn = ({ lines }) => lines.slice(1).map((line) => line.split(" ")[0]);

const utf16 = (text) => Buffer.from(text, "utf16le");

/** The IDs in lines of JSON. */
const jsonIds = ({ lines }) => lines.map((line) => JSON.parse(line).id);

test("an ID in the name of a file or of a folder is read, and printed as it stands there", async () => {
  for (const [format, name, id] of [
    ["tsid", "DOC-0AWG1PRQQFZ8D.pdf", "0AWG1PRQQFZ8D"],
    ["discord", "messages/c175928847299117063/messages.json", "175928847299117063"],
    ["twitter", "1565a11f6217a000.jpg", "1541815603606036480"],
  ]) {
    const { stdout } = await flakekit(["decode", format, id]);
    assert.equal((await flakekit(["decode", format, name])).stdout, stdout);
  }
});

test("decode reads what new made, of every format, in the same encoding: a heading, and a row for each ID", async () => {
  for (const [format, , args] of newArguments) {
    const own = args.includes("--epoch") ? args.slice(args.indexOf("--epoch")) : [];
    for (const style of [[], ["--as", "hex"], ["--as", "hex", "--padded"]]) {
      const made = await flakekit(["new", ...args, "-n", "3", ...style]);
      const { code, lines, stderr } = await flakekit(["decode", args[0], ...own, ...style], made.stdout);
      assert.equal(code, 0, stderr);
      const [[first, time, ...names], ...rows] = lines.map((line) => line.split(/ +/));
      assert.deepEqual([first, time], [format.name, "time"]);
      assert.equal(rows.length, 3);
      for (const [i, [id, date, ...numbers]] of rows.entries()) {
        const fields = format.decode(made.lines[i], style.length === 0 ? {} : { as: "hex", padded: style.length > 2 });
        assert.deepEqual([id, date], [made.lines[i], fields.date.toISOString()]);
        assert.deepEqual(
          names.map((name) => fields[name]),
          numbers.map(Number),
        );
      }
      // The columns stand below each other.
      assert.equal(new Set(lines.map((line) => line.length)).size, 1);
    }
  }
});

test("decode --json prints what new --json prints", async () => {
  for (const [, , args] of newArguments) {
    const own = args.includes("--epoch") ? args.slice(args.indexOf("--epoch")) : [];
    const { lines, stdout } = await flakekit(["new", ...args, "-n", "2", "--json"]);
    const ids = lines.map((line) => JSON.parse(line).id);
    assert.equal((await flakekit(["decode", args[0], ...own, "--json", "--", ...ids])).stdout, stdout);
  }
});

test("IDs that arrive together are read as each alone, also beside one that can't be read", async () => {
  for (const [, , args] of newArguments) {
    const own = args.includes("--epoch") ? args.slice(args.indexOf("--epoch")) : [];
    const { lines, stdout } = await flakekit(["new", ...args, "-n", "20", "--json"]);
    const ids = lines.map((line) => JSON.parse(line).id);
    for (const input of [ids, [...ids.slice(0, 9), "!", ...ids.slice(9)]]) {
      const read = await flakekit(["decode", args[0], ...own, "--json"], `${input.join("\n")}\n`);
      assert.equal(read.stdout.replace(/(?<=^\{)"line":\d+,/gm, ""), stdout);
      assert.equal(read.complaints.length, input.length - ids.length);
    }
  }
});

test("an ID that can't be read is reported with its place and the reason, and the others are printed", async () => {
  const { code, complaints, ...rest } = await flakekit(["decode", "discord", "5", "-", "12x4"], `${ID}\n\nfoo\n6\n`);
  assert.equal(code, 1);
  assert.deepEqual(idsIn(rest), ["5", ID, "6"]);
  assert.deepEqual(complaints, [
    "flakekit: line 3: 'foo' has 'f' at character 1; it must have only 0-9",
    "flakekit: argument 4: '12x4' has 'x' at character 3; it must have only 0-9",
  ]);
});

test("rows and reports stand in the order of the input where both go to one file", () => {
  const folder = temporaryDirectory();
  const file = openSync(join(folder, "both"), "w");
  const options = { input: "5\na\n6\nb\nc\n7\n", stdio: ["pipe", file, file] };
  spawnSync(process.execPath, [cli, "decode", "discord"], options);
  closeSync(file);
  const lines = readFileSync(join(folder, "both"), "utf8").split("\n").slice(1, -1);
  assert.deepEqual(
    lines.map((line) => line.match(/^\d|'\w'/)[0]),
    ["5", "'a'", "6", "'b'", "'c'", "7"],
  );
});

test("decimal digits of a format with another encoding are told to be read with --as decimal", async () => {
  const { complaints } = await flakekit(["decode", "tsid", "38390726480144748"]);
  assert.match(
    complaints[0],
    /^flakekit: argument 2: '38390726480144748' has length 17; .*; with --as decimal it is an ID$/,
  );
  assert.equal((await flakekit(["decode", "tsid", "--as", "decimal", "38390726480144748"])).code, 0);
});

test("decode prints rows while its input goes on", async () => {
  const child = start(["decode", "discord"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write(`${ID}\n`);
  const [first] = await once(child.stdout, "data");
  assert.match(String(first), new RegExp(`\\n${ID} `));
  child.stdin.end("5\n");
  assert.match(await text(child.stdout), /^5 .*\n$/);
});

test("decode reads many IDs, and a closed pipe ends it without an error message", async () => {
  const many = `${ID}\n`.repeat(300_000);
  const { lines } = await flakekit(["decode", "discord"], many);
  assert.equal(lines.length, 300_001);
  const child = start(["decode", "discord"]);
  child.stdin.on("error", () => undefined);
  child.stdin.end(many);
  await once(child.stdout, "data");
  child.stdout.destroy();
  assert.equal(await text(child.stderr), "");
});

test("--field finds an ID in JSON lines, and no digit of it is lost", async () => {
  const lines = [
    `{"author":{"id":1541815603606036481}}`,
    ` { "author" : { "name" : "\\"}{\\\\", "id" : "${ID}" } } \r`,
    `{"id":1,"author":{"id":2,"more":[{"id":3},"]"],"id":1541815603606036483},"x":4}`,
    `{"\\u0061uthor":{"id":5},"author":{"i\\u0064":6}}`,
    ``,
    `{"author":{"id":9223372036854775807}}`,
  ];
  const { code, stderr, ...rest } = await flakekit(
    ["decode", "discord", "--field", "author.id", "--json"],
    lines.join("\n"),
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(jsonIds(rest), ["1541815603606036481", ID, "1541815603606036483", "6", "9223372036854775807"]);
  const others = await flakekit(["decode", "discord", "--field", "a\\.b.1", "--json"], '{"a.b":[7,8]}');
  assert.deepEqual(jsonIds(others), ["8"]);
});

test("--field finds what JSON.parse finds, in values of any shape", async () => {
  let state = 1;
  const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
  const names = ["id", "a", "a.b", '"', "\\", "{", "", "é"];
  const value = (depth) => {
    const kind = random(depth > 3 ? 4 : 6);
    if (kind === 4) return Array.from({ length: random(4) }, () => value(depth + 1));
    if (kind === 5) return Object.fromEntries(names.filter(() => random(2)).map((name) => [name, value(depth + 1)]));
    return [String(random(1e9)), random(1e9), null, names[random(names.length)]][kind];
  };
  const values = Array.from({ length: 6000 }, () => ({ a: value(0), id: value(1) }));
  const isId = (id) => typeof id === "number" || (typeof id === "string" && /^\d+$/.test(id));
  const isEmpty = (id) => id === null || id === "";
  const expected = values.map(({ a }) => a?.id).map((id) => (isId(id) ? String(id) : isEmpty(id) ? null : undefined));
  const spaced = (json, i) => (i % 2 ? json.replace(/(?<=^\{)|(?=\}$)/g, "\t ") : json);
  const input = values.map((item, i) => spaced(JSON.stringify(item), i)).join("\n");
  const { code, complaints, ...rest } = await flakekit(["decode", "discord", "--field", "a.id", "--json"], input);
  assert.equal(code, 1);
  assert.deepEqual(
    jsonIds(rest),
    expected.filter((id) => id !== undefined),
  );
  assert.ok(expected.filter((id) => typeof id === "string").length > 100);
  assert.match(complaints.pop(), /^flakekit: \d+ IDs are empty/);
  assert.deepEqual(
    complaints.map((line) => Number(line.match(/^flakekit: line (\d+): /)[1])),
    expected.flatMap((id, i) => (id === undefined ? [i + 1] : [])),
  );
});

test("JSON lines that are no JSON or have no ID are reported, with what is wrong", async () => {
  const lines = ["5", "{", "[1]", '{"id":null}', '{"id":{}}', '{"id":true}'];
  const { code, stdout, complaints } = await flakekit(["decode", "discord", "--field", "id"], lines.join("\n"));
  assert.deepEqual([code, stdout], [1, ""]);
  const expected = "it must be a text, or a whole number that is not negative, with all of its digits, up to 40";
  assert.deepEqual(complaints, [
    "flakekit: line 1: there is no property id",
    "flakekit: line 2: this is no JSON, because the value has no end in its line",
    "flakekit: line 3, 0.id: there is no property id",
    `flakekit: line 5: id is an object; ${expected}`,
    `flakekit: line 6: id is 'true'; ${expected}`,
    "flakekit: the ID of line 4 is empty",
  ]);
});

test("a JSON number that is negative, or has a fraction or an exponent, is refused as a number", async () => {
  // As texts, 1e3 would be an ID in hexadecimal and of nanoflake.
  for (const reader of [
    ["decode", "discord"],
    ["decode", "discord", "--as", "hex"],
    ["decode", "nanoflake", "--epoch", "2024-01-01"],
    ["inspect"],
  ]) {
    for (const number of ["1e3", "1E3", "-5", "-0", "1.5", "1.2e0", "1".repeat(41)]) {
      const { code, stdout, complaints } = await flakekit([...reader, "--field", "id"], `{"id":${number}}`);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.ok(complaints[0].startsWith(`flakekit: line 1: id is '${number.slice(0, 40)}`), complaints[0]);
      assert.match(
        complaints[0],
        /'; it must be a text, or a whole number that is not negative, with all of its digits, up to 40$/,
      );
    }
  }
});

test("--short reads and writes the short texts of uid60", async () => {
  const day = ["range", "uid60", "2018-03-01", "2018-03-02"];
  assert.equal((await flakekit(day)).stdout, "AAAAAAAAAA __AAFJlwA_\n");
  assert.equal((await flakekit([...day, "--short"])).stdout, "AA __FJlwA_\n");
  const made = await flakekit(["new", "uid60", "-n", "3", "--short"]);
  assert.equal(made.code, 0, made.stderr);
  for (const id of made.lines) assert.ok(uid60.isValid(id, { short: true }), id);
  const read = await flakekit(["decode", "uid60", "--short"], ["R3", "hello", ...made.lines].join("\n"));
  assert.deepEqual([read.code, idsIn(read)], [0, ["R3", "hello", ...made.lines]]);
  const { code, stderr } = await flakekit(["decode", "uid60", "hello"]);
  assert.equal(code, 1, stderr);
  const both = await flakekit(["decode", "uid60", "--short", "--padded", "hello"]);
  assert.equal(both.code, 2);
  assert.match(both.complaints[0], /padded or short; give one of them/);
  const never = await flakekit(["new", "twitter", "--short"]);
  assert.equal(never.complaints[0], "flakekit: decimal has no short form; omit --short");
});

test("--column reads CSV: quotes, line breaks in quotes, any line end, a byte order mark, invalid UTF-8", async () => {
  for (const [input, ...ids] of [
    ["id,text\r\n5,a\r\n6,b\r\n", "5", "6"],
    ["\ufeffid\n5\n6", "5", "6"],
    ['\ufeff"id"\r"5"\r"6"\r', "5", "6"],
    ['"id","x"\n"5","a ""quoted"", \r\n\n\rcell"\n6,\n', "5", "6"],
    ["id\n\n5\n\n\n6\n", "5", "6"],
    [Buffer.from("id,x\n5,\xff\xfe\0\n6,\xf0", "latin1"), "5", "6"],
    [utf16("\ufeffid,x\n5,\u20ac\n6,"), "5", "6"],
    [utf16("\ufeffid,x\n5,\u20ac\n6,").swap16(), "5", "6"],
  ]) {
    for (const column of ["1", "id"]) {
      const { code, stderr, ...rest } = await flakekit(["decode", "discord", "--column", column, "--json"], input);
      assert.equal(code, 0, stderr);
      assert.deepEqual(jsonIds(rest), ids, JSON.stringify(String(input)));
    }
  }
});

test("--column reads every cell that RFC 4180 can write, wherever the input is cut into pieces", async () => {
  let state = 1;
  const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
  const cell = () => Array.from({ length: random(6) }, () => 'a",\r\n é'[random(7)]).join("");
  const written = (text) => (/[",\r\n]/.test(text) || random(3) === 0 ? `"${text.replaceAll('"', '""')}"` : text);
  const ids = Array.from({ length: 30_000 }, (_, i) => String(1e15 + i));
  const rows = ids.map((id) => [cell(), id, cell()].map(written).join(","));
  const input = ['x,"the ""id""",y', ...rows].join(random(2) ? "\r\n" : "\n");
  for (const size of [61, 65_536]) {
    const given = { stdin: { isTTY: false, bytes: inPieces(input, size) } };
    const args = ["decode", "discord", "--column", 'the "id"', "--json"];
    const { code, stderr, ...rest } = await flakekit(args, "", given);
    assert.equal(code, 0, stderr);
    assert.deepEqual(jsonIds(rest), ids);
  }
});

test("malformed rows of CSV and rows without an ID are reported by line, and the others are read", async () => {
  const input = 'id,text\n5,"a\r\nb"\nfoo,x\n,x\n\n6"7,x\n"6"7,x\n8\n9,"open\n10,x\n';
  const first = await flakekit(["decode", "discord", "--column", "id", "--json"], input);
  assert.equal(first.code, 1);
  assert.deepEqual(jsonIds(first), ["5", null, "8", "9", "10"]);
  assert.deepEqual(first.complaints, [
    "flakekit: line 4: 'foo' has 'f' at character 1; it must have only 0-9",
    "flakekit: line 7: a quote is in a cell without quotes; such a cell must be in quotes, and its quotes doubled",
    "flakekit: line 8: text follows a closing quote; quotes in a quoted cell must be doubled",
    "flakekit: line 10: a quote begins cell 2, and none ends it; the quote is read as text",
    "flakekit: the ID of line 5 is empty",
  ]);
  const second = await flakekit(["decode", "discord", "--column", "2"], "1,2\n3\n");
  assert.deepEqual(second.complaints, ["flakekit: line 2: there is no column 2; this row has 1"]);
});

test("with --column and a number, a first row that is no ID is a header, and one that is an ID is none", async () => {
  for (const [format, input, ...ids] of [
    ["discord", "tweet_id\n5\n", "5"],
    ["discord", "5\n6\n", "5", "6"],
    ["discord", "Tweet-ID (Twitter)\n5\n", "5"],
    ["discord", "编号\n5\n", "5"],
    ["discord", "_id 2\n5\n", "5"],
    ["discord", " id\n5\n", "5"],
    // All of these can be read as IDs.
    ...["message_id", "product_id", "account_id", "customerId", "snowflakes", "created_at"].map((name) => [
      "uid60",
      `${name}\nAACrjdjAAA\n`,
      "AACrjdjAAA",
    ]),
    ...["snowflakeid", "identifier", "name"].map((name) => ["nanoflake --epoch 2024-01-01", `${name}\n5\n`, "5"]),
    // This ID has no digits, and its time is likely.
    ["uid60", "AACrjdjAAA\nAACrjdjAAB\n", "AACrjdjAAA", "AACrjdjAAB"],
    ["discord --as hex", "1565a1e0e7d7a000\n5\n", "1565a1e0e7d7a000", "5"],
    // `id` can be read as base36.
    ["nanoflake --epoch 2024-01-01", "id\n5\n", "5"],
  ]) {
    const args = ["decode", ...format.split(" "), "--column", "1", "--json"];
    const { code, stderr, ...rest } = await flakekit(args, input);
    assert.deepEqual([code, jsonIds(rest)], [0, ids], stderr);
    const isHeader = input.trimEnd().split("\n").length > ids.length;
    const [cell] = input.split("\n");
    assert.equal(stderr, isHeader ? `flakekit: line 1 is taken for a header: '${cell}'\n` : "");
  }
  const later = await flakekit(["decode", "discord", "--column", "1"], "id\n5\nid\n");
  assert.deepEqual(later.complaints.slice(1), ["flakekit: line 3: 'id' has 'i' at character 1; it must have only 0-9"]);
});

test("a damaged first ID is reported, not taken for a header", async () => {
  for (const cell of [
    "1.2316E+18",
    "-5",
    "+5",
    "'5",
    '"""5"""',
    "=5",
    '"=""5"""',
    "−5",
    "“5”",
    "5x",
    ".5",
    "‘5",
    "#NUM!",
    "#VALUE!",
    "\u2068id\u2069",
    "x1541815603606036480",
    ...["undefined", "TRUE", "false"],
  ]) {
    for (const before of ["", "\ufeff"]) {
      const input = `${before}${cell},FALSE\n1294030472427835393,TRUE\n`;
      const { code, stderr, ...rest } = await flakekit(["decode", "discord", "--column", "1", "--json"], input);
      assert.deepEqual([code, jsonIds(rest)], [1, ["1294030472427835393"]], cell);
      const reason =
        /^flakekit: line 1: '.+' has ('.+' at character \d+; it must have only 0-9|lost the last digits of its ID)\n$/u;
      assert.match(stderr, reason);
    }
  }
  for (const empty of ["", '""', "NULL", "null", "None", "nil", "NaN", "N/A", "n/a"]) {
    const args = ["decode", "discord", "--column", "1", "--json"];
    const { code, stderr, ...rest } = await flakekit(args, `${empty},x\n5,6\n`);
    assert.deepEqual([code, stderr, jsonIds(rest)], [0, "flakekit: the ID of line 1 is empty\n", [null, "5"]]);
  }
  const cut = await flakekit(["decode", "uid60", "--column", "1", "--json"], "aye83Dja\nAACrjdjAAA\n");
  assert.deepEqual([cut.code, jsonIds(cut)], [1, ["AACrjdjAAA"]]);
});

test("with inspect, too, a header is a name and no likely ID", async () => {
  for (const [first, isHeader] of [
    ["message_id", true],
    ["customerId", true],
    ["id", true],
    ["NULL", false],
    ["", false],
    ["1541815603606036480", false],
    ["01ARZ3NDEKTSV4RRFFQ69G5FAV", false],
    ["aye83DjauH", false],
  ]) {
    const { stderr } = await flakekit(["inspect", "--column", "1", "--json"], `${first},x\n1541815603606036480,y\n`);
    assert.equal(stderr.includes("line 1 is taken for a header"), isHeader, `${first}: ${stderr}`);
  }
});

test("a header that is named by its column is not reported", async () => {
  const { code, stderr } = await flakekit(["decode", "discord", "--column", "id", "--json"], "id\n5\n");
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a line or a cell of 100 MB is refused in bounded memory, and the next one is read", async () => {
  const piece = Buffer.alloc(1 << 20, "x");
  for (const [option, before, after, complaint] of [
    [["--field", "id"], '{"id":"', '"}\n{"id":5}\n', "line 1: id is longer than 4096 characters\n"],
    [
      ["--column", "1"],
      'id\n"',
      '"\n5\n',
      "line 1 is taken for a header: 'id'\nflakekit: line 2: a quoted cell begins here, and has no closing quote\n",
    ],
  ]) {
    const execArgv = ["--max-old-space-size=64"];
    const child = start(["decode", "discord", ...option, "--json"], { execArgv });
    const outcome = ended(child);
    child.stdin.write(before);
    for (let i = 0; i < 100; i++) if (!child.stdin.write(piece)) await once(child.stdin, "drain");
    child.stdin.end(after);
    const { code, stdout, stderr } = await outcome;
    assert.equal(code, 1, stderr);
    assert.equal(JSON.parse(stdout).id, "5");
    assert.ok(stderr.startsWith(`flakekit: ${complaint}`) && stderr.length < 200, stderr);
  }
});

test("inspect --format lists one format only, also those of other packages", async () => {
  const { lines } = await flakekit(["inspect", "--format", "X", ID, "--json"]);
  assert.deepEqual(
    JSON.parse(lines[0]).candidates.map(({ format, date }) => [format, date]),
    [["twitter", TIME]],
  );
  for (const [name, id] of [
    ["uuid", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"],
    ["uuid-v1", "C232AB00-9414-11EC-B3C8-9F6BDECED846"],
    ["uuid-v6", "1EC9414C-232A-6B00-B3C8-9F6BDECED846"],
    ["uuid v7", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"],
    ["ULID", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    ["ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"],
    ["xid", "9m4e2mr0ui3e8a215n4g"],
    ["objectid", "507f1f77bcf86cd799439011"],
  ]) {
    const { code, lines, stderr } = await flakekit(["inspect", "--format", name, id]);
    assert.deepEqual([code, lines[0], lines.length], [0, id, 2], stderr);
  }
  const { code, stderr } = await flakekit(["inspect", "--format", "discord", "5x"]);
  assert.deepEqual([code, stderr], [1, "flakekit: argument 1: '5x' is no ID of discord\n"]);
});

test("inspect reads JSON lines and CSV", async () => {
  const json = await flakekit(["inspect", "--field", "id", "--json"], `{"id":${ID}}\n{}\n`);
  assert.deepEqual([json.code, jsonIds(json)], [1, [ID]]);
  assert.equal(JSON.parse(json.lines[0]).candidates[0].date, TIME);
  const csv = await flakekit(["inspect", "--column", "1", "--format", "twitter"], `tweet\n${ID}\n`);
  assert.deepEqual([csv.code, idsIn(csv)], [0, [ID]]);
});

test("inspect with a format's name suggests decode", async () => {
  for (const { name } of builtIns) {
    const { code, stderr } = await flakekit(["inspect", name, ID, "5"]);
    assert.equal(code, 2);
    assert.ok(stderr.includes(`use flakekit decode ${name} ${ID} `), stderr);
  }
  const { code, stderr } = await flakekit(["inspect", "--", "discord"]);
  assert.deepEqual([code, stderr], [1, "flakekit: argument 1: 'discord' is no ID of any format known here\n"]);
});

test("if the name of a file is given in place of an ID, the message says how a file is read", async () => {
  const file = join(temporaryDirectory(), "ids");
  writeFileSync(file, `id\n${ID}\n`);
  for (const name of ["file.csv", "my ids.jsonl", file]) {
    for (const args of [
      ["decode", "twitter", name],
      ["inspect", name],
    ]) {
      const { code, lines, stderr } = await flakekit([...args, ID]);
      assert.equal(code, 1);
      // The other IDs are read although one cannot be read.
      assert.ok(lines.some((line) => line.includes(ID)));
      const said = `; to read a file, write < '${name.length > 64 ? `${name.slice(0, 64)}…` : name}'`;
      for (const word of [said, "--column", "--field"]) assert.ok(stderr.includes(word), stderr);
    }
  }
  for (const word of ["5x", "https://example.org/a.html"]) {
    const { stderr } = await flakekit(["decode", "twitter", word]);
    assert.ok(stderr.includes(word) && !stderr.includes("to read a file"), stderr);
  }
});

test("wrong arguments of decode and of its input exit with code 2", async () => {
  for (const [args, input, words] of [
    [[], "", /no format was given; there are twitter/],
    [[ID], "", new RegExp(`${ID} is no format; flakekit inspect ${ID} lists`)],
    [["tweeter"], "", /did you mean twitter\?/],
    [["snowflakeSI", "5"], "", /no epoch of its own; give one, as in --epoch/],
    [["twitter", "--as", "base99"], "", /--as is 'base99'; it must be one of decimal, hex/],
    [["twitter", "--as", "sno"], "", /sno writes 80 bits, not 63/],
    [["twitter", "--field", "id", "--column", "id"], "", /--field is for JSON and --column for tables/],
    [["twitter", "--field", "id", "5"], "", /--field is for standard input.*; for both, add -$/m],
    [["twitter", "--column", "0"], "", /--column is 0; the first column is 1/],
    [["twitter", "--column", "user"], "id,text\n5,x\n", /the header has no 'user'; it has 'id', 'text'/],
    [["twitter", "--column", "id"], "id,id\n5,x\n", /the header has 'id' 2 times; give the number of the column/],
    [["twitter", "--column", "id"], '"id', /the header has no 'id'; it has '"id'/],
    [["twitter", "--delimiter", ";"], "", /--delimiter is for tables such as CSV; give the column/],
    [["twitter", "--add-columns"], "", /--add-columns is for tables such as CSV; give the column/],
    [
      ["twitter", "--column", "1", "--delimiter", "tabs"],
      "",
      /--delimiter is 'tabs'; it must be tab, or one character/,
    ],
    [["twitter", "--column", "1", "--delimiter", '"'], "", /--delimiter is '"'; it must be tab/],
    [
      ["twitter", "--column", "1", "--add-columns", "--json"],
      "",
      /--add-columns prints a table and --json prints JSON/,
    ],
    [["twitter", "-", "-"], "", /- is given more than once/],
  ]) {
    const { code, stdout, stderr } = await flakekit(["decode", ...args], input);
    assert.deepEqual([code, stdout], [2, ""], stderr);
    assert.match(stderr, words);
  }
  assert.ok(twitter.isValid(ID));
});

test("UTF-16 of either byte order is read, by its byte order mark or without one, in pieces of any size", async () => {
  const text = `id,name\r\n${ID},\u20ac \u{1f600}\r\n5,\ud55c\r\n`;
  const texts = [text, `\ufeff${text}`];
  for (const bytes of texts.flatMap((text) => [Buffer.from(text), utf16(text), utf16(text).swap16()])) {
    for (const size of [1, 2, 3, 7, 65_536]) {
      const given = { stdin: { isTTY: false, bytes: inPieces(bytes, size) } };
      const read = await flakekit(["decode", "discord", "--column", "id", "--json"], "", given);
      assert.deepEqual([read.code, read.stderr, jsonIds(read)], [0, "", [ID, "5"]]);
    }
    for (const [column, cell] of [
      ["name", "\u20ac \u{1f600}"],
      ["name", "\ud55c"],
    ]) {
      const { stderr } = await flakekit(["decode", "discord", "--column", column], bytes);
      assert.ok(stderr.includes(`'${cell}' has`), stderr);
    }
  }
  for (const bytes of [
    [],
    [0xff],
    [0xfe],
    [0xff, 0xfe],
    [0xfe, 0xff],
    [0xef, 0xbb, 0xbf],
    [0x35],
    [0xfe, 0xff, 0, 0x35],
  ]) {
    const { code, lines } = await flakekit(["inspect", "--json"], Buffer.from(bytes));
    const isLone = bytes.length === 1 && bytes[0] !== 0x35;
    assert.deepEqual([code, lines.length], [isLone ? 1 : 0, bytes.includes(0x35) ? 1 : 0], String(bytes));
  }
});

test("--as hex reads base 16 as databases, editors and languages write it", async () => {
  const texts = [
    "1565a11f6217a000",
    "1565A11F6217A000",
    "0x1565A11F6217A000",
    "\\x1565a11f6217a000",
    "X'1565a11f6217a000'",
    "15 65 a1 1f 62 17 a0 00",
    "15:65:a1:1f:62:17:a0:00",
    "001565a11f6217a000",
  ];
  const read = await flakekit(["decode", "twitter", "--as", "hex", "--json"], `${texts.join("\n")}\n`);
  assert.deepEqual([read.code, read.stderr], [0, ""]);
  for (const [i, line] of read.lines.entries()) {
    const { id, date } = JSON.parse(line);
    assert.deepEqual([id, date], [texts[i], "2022-06-28T16:07:40.105Z"]);
  }
  const zeros = await flakekit(["decode", "twitter", "--as", "hex", "--json", "0000a11f6217a000", "0x0"]);
  assert.deepEqual([zeros.code, zeros.lines.length], [0, 2]);
  for (const wrong of ["1565a11f6217a000ff", "0x", "x'15", "15g5", "F565a11f6217a000"]) {
    const refused = await flakekit(["decode", "twitter", "--as", "hex", wrong]);
    assert.equal(refused.code, 1, wrong);
    assert.ok(refused.stderr.includes(wrong), refused.stderr);
  }
  const padded = await flakekit(["decode", "twitter", "--as", "hex", "--padded", "a11f6217a000"]);
  assert.equal(padded.code, 1);
});
