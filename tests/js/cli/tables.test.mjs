// The installed command: IDs in tables with any delimiter and with wrong quotes; tables that are written back.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { flakekit, inPieces, start } from "../support/cli.mjs";

const ID = "1541815603606036480";
const TIME = "2022-06-28T16:07:40.105Z";

const decode = (column, input, ...more) =>
  flakekit(["decode", "discord", "--column", column, "--json", ...more], input);
const addColumns = (column, input, ...more) =>
  flakekit(["decode", "twitter", "--column", column, "--add-columns", ...more], input);

const jsonIds = ({ lines }) => lines.map((line) => JSON.parse(line).id);

test("a comma, a tab or a semicolon between the cells is found, by the header or by the first rows", async () => {
  for (const [column, input, ...ids] of [
    ["id", "id,text\n5,a;b\n6,c\td\n", "5", "6"],
    ["id", "text\tid\na, b\t5\nc;d\t6\n", "5", "6"],
    ["id", "id;text\r\n5;1,5\r\n6;2,5\r\n", "5", "6"],
    ["id", 'id;"a, b, c";text\n5;x;y\n', "5"],
    ["id", "text, of the tweet\tid\na\t5\n", "5"],
    ["2", "1,5;1541815603606036480\n2,5;1541815603606036481\n", ID, "1541815603606036481"],
    ["1", "1541815603606036480\ta, b\n", ID],
    ["2", "text; in short\tid\na\t5\n", "5"],
    ["id", "id\n5\n6", "5", "6"],
  ]) {
    const read = await decode(column, input);
    assert.deepEqual([read.code, jsonIds(read)], [0, ids], `${input.slice(0, 99)}: ${read.stderr}`);
  }
});

test("--delimiter states what stands between the cells", async () => {
  for (const [delimiter, input] of [
    ["tab", "a,id\tid\n1\t5\n"],
    ["\\t", "id\tx\n5\t1\n"],
    [";", "id;x\n5;1\n"],
    ["|", "x|id\n1|5\n"],
    ["^", '"x^y"^id\n1^5\n'],
    ["]", "x]id\n1]5\n"],
    ["\\", "x\\id\n1\\5\n"],
    ["-", "x-id\n1-5\n"],
  ]) {
    const read = await decode("id", input, "--delimiter", delimiter);
    assert.deepEqual([read.code, jsonIds(read)], [0, ["5"]], `${delimiter}: ${read.stderr}`);
  }
});

test("the rows of a table are read as they come, once its first row tells the delimiter", async () => {
  const child = start(["decode", "discord", "--column", "id", "--json"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.write("id;text\n5;x\n");
  const [first] = await once(child.stdout, "data");
  assert.equal(JSON.parse(first).id, "5");
  child.stdin.end();
  await once(child, "close");
});

test("a quote in another cell than that of the ID is text, and costs nothing", async () => {
  for (const [input, ...ids] of [
    ['id,text\n5,5" pipe\n6,b\n', "5", "6"],
    ['id,text\n5,say "hi"\n6,b\n', "5", "6"],
    ['id,text\n5,"a" and "b"\n6,b\n', "5", "6"],
    ['id,a,text\n5,"a"b,c\n6,,b\n', "5", "6"],
    ['text,id\n5" pipe,5\nb,6\n', "5", "6"],
    ['id,text\n5, "x"\n6,b\n', "5", "6"],
    ['id;text\n5;5" pipe\n6;b\n', "5", "6"],
  ]) {
    const read = await decode("id", input);
    assert.deepEqual([read.code, read.stderr, jsonIds(read)], [0, "", ids], input);
  }
});

test("a quote that begins a cell without end is text, whatever follows, and a message says so", async () => {
  for (const [input, ...ids] of [
    ['id,text\n5,"open\n6,b\n7,c', "5", "6", "7"],
    ['id,text\n5,"open\n6,"b"\n7,c\n', "5", "6", "7"],
    ['id,text\n5,"open\n6,5" pipe\n7,c\n', "5", "6", "7"],
    ['id,text\r\n5,"open\r\n6,"c d"\r\n7,"e\r\nf"\r\n', "5", "6", "7"],
    ['text,id\n",5\nb,6\n', "5", "6"],
    // The next quote could end the cell, but its lines are rows.
    [`id,text\n5,"open\n${ID},5"\n7,c\n`, "5", ID, "7"],
    [`id,a,b\n5,"open,\n${ID},x,y\n${ID},z,5"\n`, "5", ID, ID],
  ]) {
    for (const size of [1, 2, 3, 65_536]) {
      const given = { stdin: { isTTY: false, bytes: inPieces(input, size) } };
      const read = await flakekit(["decode", "discord", "--column", "id", "--json"], "", given);
      assert.deepEqual([read.code, jsonIds(read)], [0, ids], input);
      assert.match(
        read.stderr,
        /^flakekit: line 2: a quote begins cell \d, and none ends it; the quote is read as text\n$/,
      );
    }
  }
  const several = await decode("id", `id,text\n${'5,"open\n'.repeat(5)}`);
  assert.deepEqual([several.code, several.lines.length], [0, 5]);
  assert.equal(
    several.stderr,
    "flakekit: 5 rows (line 2, line 3, line 4, …) have a quote that begins a cell, and none that ends it; these quotes are read as text\n",
  );
  const many = await decode("id", `id,text\n5,"open\n${"6,b\n".repeat(300_000)}`);
  assert.deepEqual([many.code, many.lines.length], [0, 300_001]);
});

test("a cell in quotes may have line ends and whatever looks like an ID", async () => {
  for (const cell of [`${ID}\n${ID}`, `a\n${ID},b\nc`, `\n\n${ID}\n`, `a\r\n${ID}`, `x\n${ID},a`]) {
    const read = await decode("id", `id,text,more\n5,"${cell}",x\n6,b,\n`);
    assert.deepEqual([read.code, read.stderr, jsonIds(read)], [0, "", ["5", "6"]], cell);
  }
});

test("a quote in the cell of the ID is reported, and the next rows are read", async () => {
  const read = await decode("id", 'id,x\n"5,x\n6,"y"\n"7"7,x\n8"8,x\n"9",x\n');
  assert.deepEqual([read.code, jsonIds(read)], [1, ["6", "9"]]);
  assert.deepEqual(
    read.complaints.map((line) => line.slice(0, 60)),
    [
      "flakekit: line 2: a quoted cell begins here, and has no closing quote",
      "flakekit: line 4: text follows a closing quote; quotes in a quoted cell must be doubled",
      "flakekit: line 5: a quote is in a cell without quotes; such a cell must be in quotes",
    ].map((line) => line.slice(0, 60)),
  );
});

test("--json has the line of each row of a table", async () => {
  const { lines } = await decode("id", 'id,text\n5,"a\nb"\n\n6,c\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).line),
    [2, 5],
  );
  const [none] = (await flakekit(["decode", "twitter", "5", "--json"])).lines;
  assert.equal("line" in JSON.parse(none), false);
  const inspected = await flakekit(["inspect", "--json"], `\n${ID}\n`);
  assert.equal(JSON.parse(inspected.lines[0]).line, 2);
});

test("--add-columns writes the table back with the time and the fields; all else stays as it was", async () => {
  const added = `,${TIME},378,11,26,0`;
  const names = ",time,machineId,datacenterId,workerId,sequence";
  for (const end of ["\n", "\r\n", "\r"]) {
    const input = ["id,text", `${ID},"a ""b""${end}, c"`, "", `"${ID}",`, `${ID},"x"`].join(end);
    const { code, stdout, stderr } = await addColumns("id", input);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(
      stdout,
      [`id,text${names}`, `${ID},"a ""b""${end}, c"${added}`, "", `"${ID}",${added}`, `${ID},"x"${added}`].join(end),
    );
  }
  const semicolons = await addColumns("id", `\ufeffid;x\n${ID};1,5\n`);
  assert.equal(semicolons.stdout, `\ufeffid;x${names.replaceAll(",", ";")}\n${ID};1,5${added.replaceAll(",", ";")}\n`);
  const utf16 = await addColumns("id", Buffer.from(`\ufeffid\tx\n${ID}\t\u20ac\n`, "utf16le"));
  assert.equal(
    utf16.stdout,
    `\ufeffid\tx${names.replaceAll(",", "\t")}\n${ID}\t\u20ac${added.replaceAll(",", "\t")}\n`,
  );
  const dashes = await addColumns("1", `${ID}-x\n`, "--delimiter", "-");
  assert.equal(dashes.stdout, `${ID}-x-"${TIME}"${added.slice(TIME.length + 1).replaceAll(",", "-")}\n`);
});

test("--add-columns keeps rows whose ID can't be read, with empty cells, and reports them", async () => {
  const { code, stdout, complaints } = await addColumns("id", `id,text\nfoo,a\n,b\n"${ID},c\n${ID}\n${ID},5"\n`);
  assert.equal(code, 1);
  assert.deepEqual(stdout.split("\n"), [
    "id,text,time,machineId,datacenterId,workerId,sequence",
    "foo,a,,,,,",
    ",b,,,,,",
    `"${ID},c,,,,,`,
    // A short row is filled up, so that the added cells stand in their columns.
    `${ID},,${TIME},378,11,26,0`,
    `${ID},5",${TIME},378,11,26,0`,
    "",
  ]);
  assert.deepEqual(
    complaints.map((line) => line.slice(0, 26)),
    ["flakekit: line 2: 'foo' ha", "flakekit: line 4: a quoted", "flakekit: the ID of line 3"],
  );
});

test("--add-columns gives a name that the header has already a number, and adds no header where there is none", async () => {
  const named = await addColumns("2", `time,id,"sequence",time 2\n1,${ID},2,3\n`);
  assert.equal(named.lines[0], 'time,id,"sequence",time 2,time 3,machineId,datacenterId,workerId,sequence 2');
  const none = await addColumns("1", `${ID},x\n`);
  assert.equal(none.stdout, `${ID},x,${TIME},378,11,26,0\n`);
});

test("a row of any length is written back as it was, in bounded memory", async () => {
  const child = start(["decode", "twitter", "--column", "1", "--add-columns"], {
    execArgv: ["--max-old-space-size=64"],
  });
  const piece = Buffer.alloc(1 << 20, "x");
  let length = 0;
  let end = "";
  child.stdout.on("data", (bytes) => {
    length += bytes.length;
    end = (end + bytes).slice(-100);
  });
  const closed = once(child, "close");
  child.stdin.write("5,");
  for (let i = 0; i < 100; i++) if (!child.stdin.write(piece)) await once(child.stdin, "drain");
  child.stdin.end("\n");
  const [code] = await closed;
  assert.equal(code, 0);
  assert.ok(end.endsWith("xxx,2010-11-04T01:42:54.657Z,0,0,0,5\n"), end);
  assert.equal(length, 2 + 100 * (1 << 20) + ",2010-11-04T01:42:54.657Z,0,0,0,5\n".length);
});

test("a file that is given in the place of an ID is answered with the way to read it", async () => {
  const { code, complaints } = await flakekit(["decode", "twitter", "tweets.csv", "--column", "id"]);
  assert.equal(code, 2);
  assert.match(complaints[0], /because 'tweets\.csv' is given; for a file, write < before its name; for both, add -$/);
});

test("a cell without a value is no error: its row is kept with empty cells, and one message counts such cells", async () => {
  const empty = ["", '""', " ", "\\N", "NULL", "null", "NaN", "None", "<NA>"];
  const rows = empty.map((cell, i) => `${i},${cell}\n`).join("");
  const { code, stdout, stderr } = await addColumns("ref", `n,ref\n9,${ID}\n${rows}`);
  const kept = empty.map((cell, i) => `${i},${cell},,,,,\n`).join("");
  assert.equal(stdout, `n,ref,time,machineId,datacenterId,workerId,sequence\n9,${ID},${TIME},378,11,26,0\n${kept}`);
  assert.deepEqual([code, stderr], [0, "flakekit: 9 IDs are empty (line 3, line 4, line 5, …)\n"]);
  const one = await decode("ref", `id,ref\n1,${ID}\n2,\n`);
  assert.deepEqual([one.code, one.stderr, jsonIds(one)], [0, "flakekit: the ID of line 3 is empty\n", [ID, null]]);
  const inspected = await flakekit(["inspect", "--column", "ref", "--json"], `id,ref\n1,${ID}\n2,NULL\n`);
  assert.deepEqual([inspected.code, jsonIds(inspected)], [0, [ID, null]]);
  const lines = await flakekit(["decode", "discord", "--json"], `${ID}\nNULL\n\n`);
  assert.deepEqual([lines.code, jsonIds(lines)], [0, [ID, null]]);
  const json = await flakekit(
    ["decode", "discord", "--field", "id", "--json"],
    `{"id":null}\n{"id":""}\n{"id":"${ID}"}\n`,
  );
  assert.deepEqual([json.code, jsonIds(json)], [0, [null, null, ID]]);
});

test("a word for no value is an ID where the encoding of the column reads it, and a damaged cell is an error", async () => {
  const read = await decode("id", "id\nnull\n\\N\n5\nnil!\n", "--as", "base36");
  assert.deepEqual([read.code, jsonIds(read)], [1, ["null", null, "5"]]);
  assert.match(read.stderr, /^flakekit: line 5: /);
  const damaged = await decode("id", "id\n1.54182E+18\n5\n");
  assert.deepEqual([damaged.code, jsonIds(damaged)], [1, ["5"]]);
});

test("--add-columns adds the columns that are named, in their order", async () => {
  const input = `id,n\n${ID},a\n`;
  for (const names of [["--add-columns", "machineId,time"], ["--add-columns=machine-id, time"]]) {
    const { code, stdout, stderr } = await flakekit(["decode", "twitter", "--column", "id", ...names], input);
    assert.deepEqual([code, stdout, stderr], [0, `id,n,machineId,time\n${ID},a,378,${TIME}\n`, ""]);
  }
  for (const args of [
    ["decode", "--add-columns", "twitter", "--column", "id"],
    ["decode", "twitter", "--column", "id", "--add-columns", "-"],
  ]) {
    const { code, stdout } = await flakekit(args, input);
    assert.equal(code, 0);
    assert.match(stdout, /^id,n,time,machineId,datacenterId,workerId,sequence\n/);
  }
  const wrong = await flakekit(["decode", "twitter", "--column", "id", "--add-columns", "time,node"], input);
  assert.equal(wrong.code, 2);
  assert.match(
    wrong.stderr,
    /--add-columns has 'node'; the columns are time, machineId, datacenterId, workerId, sequence\n/,
  );
});

test("the encoding of a text is found: UTF-8 and UTF-16 with and without a mark, and windows-1252, which is said once", async () => {
  const text = `id,café\n${ID},“é”\n5,b\n`;
  const utf16 = Buffer.from(text, "utf16le");
  const byName = {
    "UTF-8": Buffer.from(text),
    "UTF-8 with a mark": Buffer.from(`\ufeff${text}`),
    "UTF-16": utf16,
    "UTF-16 with a mark": Buffer.from(`\ufeff${text}`, "utf16le"),
    "UTF-16, high bytes first": Buffer.from(utf16).swap16(),
  };
  const added = `id,café,time\n${ID},“é”,${TIME}\n5,b,2010-11-04T01:42:54.657Z\n`;
  for (const [name, bytes] of Object.entries(byName)) {
    for (const size of [1, 2, 5, bytes.length]) {
      const given = { stdin: { isTTY: false, bytes: inPieces(bytes, size) } };
      const args = ["decode", "twitter", "--column", "id", "--add-columns", "time"];
      const { code, stdout } = await flakekit(args, "", given);
      assert.deepEqual([code, stdout.replace("\ufeff", "")], [0, added], name);
    }
  }
  const latin = Buffer.from(`id,caf\xe9\n${ID},\x93\xe9\x94\n5,b\n`, "latin1");
  const mixed = Buffer.concat([latin, Buffer.from("6,é\n")]);
  for (const size of [1, 3, mixed.length]) {
    const given = { stdin: { isTTY: false, bytes: inPieces(mixed, size) } };
    const args = ["decode", "twitter", "--column", "id", "--add-columns", "time"];
    const { stdout, complaints } = await flakekit(args, "", given);
    assert.equal(stdout, `${added}6,é,2010-11-04T01:42:54.657Z\n`);
    assert.equal(complaints[0], "flakekit: lines of the input are no UTF-8; they are read as windows-1252");
    assert.equal(complaints.filter((line) => line.includes("windows")).length, 1);
  }
});

test("a file that gzip has compressed is unpacked, and a damaged one is refused", async () => {
  const packed = gzipSync(`id,n\n${ID},a\n`.repeat(5000));
  for (const size of [1 << 16, 1000, packed.length]) {
    const given = { stdin: { isTTY: false, bytes: inPieces(packed, size) } };
    const { code, lines } = await flakekit(["decode", "twitter", "--column", "1", "--json"], "", given);
    assert.equal(lines.length, 5000);
    assert.equal(code, 1, "the heading stands among the rows");
  }
  const small = await decode("id", gzipSync(`id\n5\n`));
  assert.deepEqual([small.code, jsonIds(small)], [0, ["5"]]);
  for (const damaged of [packed.subarray(0, 20), Buffer.concat([packed.subarray(0, 10), Buffer.alloc(40, 255)])]) {
    const { code, stderr } = await decode("id", damaged);
    assert.deepEqual([code, stderr], [1, "flakekit: standard input is a damaged gzip file; copy it again\n"]);
  }
});

test("a file that is no text is named with what to do, and none of its bytes is read as an ID", async () => {
  for (const [bytes, name] of [
    ["PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0[Content_Types].xml … xl/workbook.xml", "an Excel workbook; save it as CSV"],
    [
      "PK\x03\x04\x14\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
      "a spreadsheet of LibreOffice; save it as CSV",
    ],
    ["PK\x03\x04\x14\0\0\0a.csv", "a ZIP archive; unpack it first"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "an old Excel workbook; save it as CSV"],
    ["%PDF-1.7\n", "a PDF; copy its text"],
    ["\x89PNG\r\n\x1a\n", "an image (PNG); write its IDs as text"],
    ["SQLite format 3\0", "a database of SQLite; export its rows as CSV"],
    ["PAR1\x15\x04", "a Parquet file; export its rows as CSV"],
  ]) {
    for (const args of [
      ["decode", "discord", "--column", "id"],
      ["decode", "discord", "--field", "id"],
      ["inspect"],
      ["scan"],
    ]) {
      const { code, stdout, stderr } = await flakekit(args, Buffer.from(bytes, "latin1"));
      assert.deepEqual([code, stdout, stderr], [1, "", `flakekit: standard input is ${name}\n`]);
    }
  }
  const text = await flakekit(["decode", "tsid", "--json"], "PAR1000000000\n");
  assert.equal(text.code, 1);
  assert.match(text.stderr, /line 1: /);
});

test("--add-columns keeps the form of a table with rules, and the line that names the delimiter", async () => {
  for (const [input, ...expected] of [
    [
      ` id | name \n----+------\n ${ID} | a \n  | \n(2 rows)\n\n`,
      " id | name  | time",
      "----+------ | ---",
      ` ${ID} | a  | ${TIME}`,
      "  |  | ",
      "(2 rows)",
      "",
      "",
    ],
    [
      `| id | name |\r\n|:---|------|\r\n| ${ID} | a \\| b |\r\n`,
      "| id | name | time |\r",
      "|:---|------ | --- |\r",
      `| ${ID} | a \\| b | ${TIME} |\r`,
      "",
    ],
    [`sep=;\r\nid;n\r\n${ID};a\r\n`, "sep=;\r", "id;n;time\r", `${ID};a;${TIME}\r`, ""],
    [`id , n\n ${ID} , a\n`, "id , n,time", ` ${ID} , a,${TIME}`, ""],
  ]) {
    for (const column of ["id", "1"]) {
      const args = ["decode", "twitter", "--column", column, "--add-columns", "time"];
      const { code, stdout, stderr } = await flakekit(args, input);
      assert.deepEqual([code, stdout.split("\n")], [0, expected], stderr);
    }
  }
});

test("JSON in place of a table is refused with the option for JSON", async () => {
  const { code, stderr } = await decode("id", `{"id":${ID}}\n`);
  assert.equal(code, 2);
  assert.match(stderr, /; for JSON, give --field in place of --column\n/);
});

test("space before a quoted cell is no part of it, and stays in the table that is written back", async () => {
  const rows = [`1, "${ID}", "a, ""b""\nc"`, `2,\t"${ID}",  5" pipe`];
  const input = ['n, "id",  "text"', ...rows, ""].join("\n");
  const expected = ['n, "id",  "text",time', ...rows.map((row) => `${row},${TIME}`), ""].join("\n");
  for (const size of [1, 2, 5, input.length]) {
    const given = { stdin: { isTTY: false, bytes: inPieces(input, size) } };
    const args = ["decode", "twitter", "--column", "id", "--add-columns", "time"];
    const { code, stdout } = await flakekit(args, "", given);
    assert.deepEqual([code, stdout], [0, expected]);
  }
});
