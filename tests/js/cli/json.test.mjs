// The installed command: IDs in JSON of one value, such as an array or an object, and in damaged JSON.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { ended, flakekit, inPieces, start } from "../support/cli.mjs";

const decode = (field, input, given) => flakekit(["decode", "discord", "--field", field, "--json"], input, given);

/** The lines and the IDs in lines of JSON. */
const idsIn = ({ lines }) => lines.map((line) => JSON.parse(line)).map(({ line, id }) => [line, id]);

const MESSAGES = {
  channel: { id: "5", name: "general" },
  messages: [
    { id: 1541815603606036481n, author: { id: 6n }, mentions: [{ id: 7n }, { id: 8n }] },
    { id: "1541815603606036483", author: { id: "9" }, mentions: [] },
  ],
};

/** JSON with bigints as numbers. */
const jsonOf = (value, space) =>
  JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `#${item}` : item), space).replace(/"#(\d+)"/g, "$1");

test("--field reads each element of an array, on one line or on many, and no digit of a number is lost", async () => {
  for (const [space, ...lines] of [
    [undefined, 1, 1],
    [2, 3, 17],
  ]) {
    const read = await decode("id", jsonOf(MESSAGES.messages, space));
    assert.deepEqual([read.code, read.stderr], [0, ""]);
    assert.deepEqual(idsIn(read), [
      [lines[0], "1541815603606036481"],
      [lines[1], "1541815603606036483"],
    ]);
  }
});

test("a star stands for all elements of a list, and for all properties of an object", async () => {
  for (const [field, ...ids] of [
    ["messages.*.id", "1541815603606036481", "1541815603606036483"],
    ["messages.*.author.id", "6", "9"],
    ["messages.*.mentions.*.id", "7", "8"],
    ["messages.0.mentions.*.id", "7", "8"],
    ["messages.1.id", "1541815603606036483"],
    ["channel.id", "5"],
    ["messages.*.*.id", "6", "9"],
  ]) {
    for (const space of [undefined, "\t"]) {
      const read = await decode(field, jsonOf(MESSAGES, space));
      assert.deepEqual(
        idsIn(read).map(([, id]) => id),
        ids,
        `${field}: ${read.stderr}`,
      );
    }
  }
  const list = await decode("*", '["5", 6,\r\n7]');
  assert.deepEqual(idsIn(list), [
    [1, "5"],
    [1, "6"],
    [2, "7"],
  ]);
  const named = await decode("\\*.a\\.b", '{"*":{"a.b":5},"x":{"a.b":6}}');
  assert.deepEqual(idsIn(named), [[1, "5"]]);
  const byPosition = await decode("1", "[5,6]\n[7,8]");
  assert.deepEqual(idsIn(byPosition), [
    [1, "6"],
    [2, "8"],
  ]);
});

test("an element without an ID is reported with its line and the way to it, and the others are read", async () => {
  const input = '[{"id":5},\n {"x":{"id":6}},\n {"id":null},[],7,\n{"id":[8]},{"id":9}]';
  const read = await decode("id", input);
  assert.equal(read.code, 1);
  assert.deepEqual(idsIn(read), [
    [1, "5"],
    [3, null],
    [4, "9"],
  ]);
  assert.deepEqual(
    read.complaints.map((line) => line.replace(/; it must be .*/, "")),
    [
      "flakekit: line 2, 1.id: there is no property id",
      "flakekit: line 3, 3.id: there is no property id",
      "flakekit: line 3, 4.id: there is no property id",
      "flakekit: line 4, 5.id: id is a list",
      "flakekit: the ID of line 3, 2.id is empty",
    ],
  );
  const absent = await decode("messages.*.id", '{"channel":{}}');
  assert.deepEqual(absent.complaints, ["flakekit: line 1: there is no property messages.*.id"]);
  const empty = await decode("messages.*.id", '{"messages":[]}');
  assert.deepEqual([empty.code, empty.stdout, empty.stderr], [0, "", ""]);
});

test("JSON gives the same IDs, wherever it is cut into pieces", async () => {
  const tricky = [
    { id: '1\\"', text: 'a\\"}]\u20ac"\\' },
    { id: "\ud83d\ude00" },
    { "i\td": [], id: 9223372036854775807n },
  ];
  const input = `${jsonOf(tricky, 1)}\r\n${jsonOf(MESSAGES.messages)}\n`;
  const whole = await decode("id", input);
  assert.equal(whole.lines.length, 3);
  assert.equal(whole.complaints.length, 2);
  for (const size of [1, 2, 3, 5, 7]) {
    const given = { stdin: { isTTY: false, bytes: inPieces(input, size) } };
    const { stdout, stderr } = await decode("id", "", given);
    assert.deepEqual([stdout, stderr], [whole.stdout, whole.stderr]);
  }
});

test("values may follow each other on several lines, as jq prints them", async () => {
  const read = await decode("id", '{\n  "id": 5\n}\n{\n  "id": 6\n}\n');
  assert.deepEqual([read.code, read.stderr], [0, ""]);
  assert.deepEqual(idsIn(read), [
    [2, "5"],
    [5, "6"],
  ]);
});

test("a line of JSON lines that is cut off or is no JSON costs itself only", async () => {
  for (const [bad, reason] of [
    ['{"id":6', "the value has no end in its line"],
    ['{"id":"6', "a text has no end in its line"],
    ['{"id":6}}', "there is '}' where a value must be"],
    ['{"id" 6}', "there is '6' where a colon must be"],
    ['{"id":tru}', "there is 'tru' where a value must be"],
    ['{"id":06}', "there is '06' where a value must be"],
    ['{"id":6,}', "there is '}' where the name of a property must be"],
    ['{"x":1 "id":6}', "there is '\"' where a comma or the end of the value must be"],
    ['{"id":"\\x"}', "'\\x' has an escape that JSON does not have"],
    ['{"x":"\t"}', "a text has '\t', which must be escaped"],
    ["<html>", "there is '<html>' where a value must be"],
  ]) {
    const read = await decode("id", `{"id":5}\n${bad}\n{"id":7}\n`);
    assert.equal(read.code, 1);
    // The text before the error in its line may be an ID.
    const ids = idsIn(read).filter(([line]) => line !== 2);
    assert.deepEqual(ids, [
      [1, "5"],
      [3, "7"],
    ]);
    const said = reason.replace("\t", "\\u{9}");
    assert.deepEqual(read.complaints, [`flakekit: line 2: this is no JSON, because ${said}`]);
  }
  const first = await decode("id", '{"id":5,\n{"id":6}\n{"id":7}\n');
  assert.deepEqual(
    idsIn(first).map(([, id]) => id),
    ["6", "7"],
  );
  assert.match(first.complaints[0], /^flakekit: line 1: this is no JSON, because the value has no end/);
  assert.equal(first.complaints.length, 1);
});

test("after an error in a list, reading goes on at the next line that begins a value, and a message says so", async () => {
  const read = await decode("id", '[\n{"id":5},\n{"id":x6},\n{"id":7},\n{"id":8}\n]\n');
  assert.deepEqual(
    [read.code, read.complaints],
    [
      1,
      [
        "flakekit: line 3: this is no JSON, because there is 'x6' where a value must be; reading goes on at the next line that begins with { or [",
      ],
    ],
  );
  assert.deepEqual(
    idsIn(read).map(([, id]) => id),
    ["5", "7", "8"],
  );
  const cut = await decode("id", '[\n{"id":5},\n{"id":');
  assert.deepEqual(
    cut.complaints.map((line) => line.split(";")[0]),
    ["flakekit: line 1: this is no JSON, because the value has no end"],
  );
  assert.deepEqual(idsIn(cut), [[2, "5"]]);
});

test("an array on a line of 50 MB is read in bounded memory", async () => {
  const child = start(["decode", "discord", "--field", "messages.*.id", "--json"], {
    execArgv: ["--max-old-space-size=64"],
  });
  const outcome = ended(child);
  const text = "x".repeat(1000);
  const element = (i) => `{"text":"${text}","id":${1541815603606036480n + BigInt(i)}}`;
  child.stdin.write('{"messages":[');
  for (let i = 0; i < 50_000; i += 500) {
    const elements = Array.from({ length: 500 }, (_, n) => element(i + n)).join();
    if (!child.stdin.write(`${i > 0 ? "," : ""}${elements}`)) await once(child.stdin, "drain");
  }
  child.stdin.end("]}");
  const { code, stderr, lines } = await outcome;
  assert.deepEqual([code, stderr, lines.length], [0, "", 50_000]);
  assert.equal(JSON.parse(lines.at(-1)).id, "1541815603606086479");
});

test("a list that nests too deeply is refused", async () => {
  const { code, complaints } = await decode("id", "[".repeat(20_000));
  assert.equal(code, 1);
  assert.match(complaints[0], /nested deeper than 10000 levels/);
});

test("a whole number is read with a fraction of zeros and with an exponent, if all of its digits are written", async () => {
  const input = [
    "1541815603606036480.0",
    "1.541815603606036480e18",
    "1541815603606036480",
    "5.0",
    "0.5e1",
    "150e-1",
    "15000e-03",
    "0e5",
    "0.00e-7",
  ];
  const read = await decode("id", input.map((number) => `{"id":${number}}\n`).join(""));
  assert.deepEqual([read.code, read.stderr], [0, ""]);
  assert.deepEqual(
    idsIn(read).map(([, id]) => id),
    ["1541815603606036480", "1541815603606036480", "1541815603606036480", "5", "5", "15", "15", "0", "0"],
  );
  const lost = await decode(
    "id",
    '{"id":1.54182E+18}\n{"id":1e3}\n{"id":1.5}\n{"id":-0.0}\n{"id":15e-1}\n{"id":1e-5}\n',
  );
  assert.deepEqual([lost.code, lost.lines.length, lost.complaints.length], [1, 0, 6]);
});

test("the number and the ObjectId of MongoDB are read in place of the object that holds them", async () => {
  const read = await decode(
    "_id",
    '{"_id":{"$numberLong":"5"}}\n[{"_id":{"$numberLong":"6"}},{"_id":{"$numberLong":"7"}}]\n',
  );
  assert.deepEqual(
    [read.code, idsIn(read)],
    [
      0,
      [
        [1, "5"],
        [2, "6"],
        [2, "7"],
      ],
    ],
  );
  const refused = await decode("_id", '{"_id":{"a":"5"}}\n{"_id":{}}\n{"_id":[]}\n');
  assert.deepEqual(
    refused.complaints.map((line) => line.replace(/; it must be .*/, "")),
    [1, 2, 3].map((line) => `flakekit: line ${line}: _id is ${line === 3 ? "a list" : "an object"}`),
  );
});

test("JSON that a script assigns is read, on one line and on many, and other words are refused", async () => {
  for (const input of [
    'window.YTD.tweets.part0 = [ {"id":5},\n {"id":6} ]',
    'window.x = [{"id":5},{"id":6}];\n',
    'var x=[{"id":5},{"id":6}];',
    'const data =\n[\n{"id":5},\n{"id":6}\n]\n;\n',
    'a = {"id":5};\nb = {"id":6};\n',
  ]) {
    for (const piece of [1, 7, input.length]) {
      const read = await decode("id", input, { stdin: { isTTY: false, bytes: inPieces(input, piece) } });
      assert.deepEqual([read.code, read.stderr, idsIn(read).map(([, id]) => id)], [0, "", ["5", "6"]], input);
    }
  }
  for (const input of ['window.x [{"id":5}]', 'x {"id":5}', "foo", 'a b = {"id":5}', ';{"id":5}']) {
    const { code, lines, stderr } = await decode("id", input);
    assert.deepEqual([code, lines], [1, []], input);
    assert.match(stderr, /this is no JSON, because there is '.+' where a value must be/);
  }
});

test("a path leads into texts that hold JSON, and ~ is the names of properties", async () => {
  const inner = JSON.stringify({ user: { id: "5" } });
  const read = await decode("p.user.id", `${JSON.stringify({ p: inner })}\n${JSON.stringify({ p: "no JSON" })}\n`);
  assert.deepEqual(idsIn(read), [[1, "5"]]);
  assert.deepEqual(read.complaints, ["flakekit: line 2: there is no property p.user.id"]);
  const twice = await decode("p.q.id", JSON.stringify({ p: JSON.stringify({ q: JSON.stringify({ id: "5" }) }) }));
  assert.deepEqual(idsIn(twice), [[1, "5"]]);
  const broken = await decode("p.id", JSON.stringify({ p: '{"id":' }));
  assert.match(broken.stderr, /line 1: this is no JSON, because the value has no end/);
  const names = await decode("users.~", '{"users":{"5":{},"6":[1],"\\u0037":null},"8":{}}');
  assert.deepEqual(idsIn(names), [
    [1, "5"],
    [1, "6"],
    [1, "7"],
  ]);
  const name = await decode("\\~", '{"~":"5"}');
  assert.deepEqual(idsIn(name), [[1, "5"]]);
});

test("with --json, each of several IDs in a value has its path, which --field takes", async () => {
  const input = '{"messages":[{"author":{"id":"5"}},{"author":{"id":null}},{"author":{"id":"7"}}]}';
  const paths = (await decode("messages.*.author.id", input)).lines.map((line) => JSON.parse(line).path);
  assert.deepEqual(paths, ["messages.0.author.id", "messages.1.author.id", "messages.2.author.id"]);
  assert.deepEqual(idsIn(await decode(paths[2], input)), [[1, "7"]]);
  const [one] = (await decode("a.id", '{"a":{"id":"5"}}')).lines;
  assert.equal(JSON.parse(one).path, undefined);
});

test("a property with a name that every object inherits is read", async () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    const { code, lines } = await flakekit(
      ["decode", "twitter", "--field", name, "--json"],
      `{"${name}":"1541815603606036481"}\n`,
    );
    assert.equal(code, 0, name);
    assert.equal(JSON.parse(lines[0]).id, "1541815603606036481");
  }
});
