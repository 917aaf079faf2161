// The installed command: IDs in other text, in arguments, cells and logs; the messages about damaged IDs and counters.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { lost, mastodon, twitter } from "flakekit";
import { ended, flakekit, inPieces, start } from "../support/cli.mjs";

const TWEET = "1541815603606036480";
const TIME = "2022-06-28T16:07:40.105Z";
const USER = "175928847299117063";
const USER_TIME = "2016-04-30T11:18:25.796Z";

const decodeJson = (format, args, input) => flakekit(["decode", format, "--json", ...args], input);
const idsIn = ({ lines }) => lines.map((line) => JSON.parse(line).id);

test("decode reads the ID of a link, a mention, or a cell that a spreadsheet marks as text", async () => {
  for (const [format, text, id] of [
    ["twitter", `https://x.com/NASA/status/${TWEET}/photo/1`, TWEET],
    ["discord", `<@${USER}>`, USER],
    ["twitter", `="${TWEET}"`, TWEET],
    ["twitter", `'${TWEET}`, TWEET],
    ["twitter", `(${TWEET})`, TWEET],
    ["twitter", ` ${TWEET} `, TWEET],
    ["twitter", `\u200b${TWEET}`, TWEET],
    ["twitter", `ID ${TWEET}`, TWEET],
  ]) {
    const argument = await decodeJson(format, ["--", text]);
    assert.deepEqual([argument.code, idsIn(argument)], [0, [id]], `${text}: ${argument.stderr}`);
    const line = await decodeJson(format, [], `${text}\n`);
    assert.deepEqual([line.code, idsIn(line)], [0, [id]], text);
    const cell = `"${text.replaceAll('"', '""')}"`;
    const table = await decodeJson(format, ["--column", "id"], `id,x\n${cell},5\n`);
    assert.deepEqual([table.code, idsIn(table)], [0, [id]], text);
    const json = await decodeJson(format, ["--field", "id"], JSON.stringify([{ id: text }]));
    assert.deepEqual([json.code, idsIn(json)], [0, [id]], text);
    const inspected = await flakekit(["inspect", "--json", "--", text]);
    const [first] = JSON.parse(inspected.lines[0]).candidates;
    assert.deepEqual([first.format, first.value], [format, id]);
  }
});

test("a text with several IDs is not read, and they are named", async () => {
  for (const args of [["decode", "discord"], ["inspect"]]) {
    const { code, stdout, complaints } = await flakekit([...args, `${USER} and 381887113391505410`]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      complaints[0],
      new RegExp(`has 2 IDs: ${USER}, 381887113391505410; give one of them, or use flakekit scan$`),
    );
  }
  const repeated = await decodeJson("discord", [`${USER} = ${USER}`]);
  assert.deepEqual([repeated.code, idsIn(repeated)], [0, [USER]]);
});

test("inspect says how likely it is that a text is no ID", async () => {
  const { lines } = await flakekit(["inspect", "783214"]);
  assert.match(lines[1], /^ {3}9\d\.\d % {2}none of these$/);
  const { stdout } = await flakekit(["inspect", "--format", "twitter", "783214"]);
  assert.doesNotMatch(stdout, /none of these/);
});

test("decode warns once of counters from before IDs held a time, and says where the first ones are", async () => {
  const one = await flakekit(["decode", "twitter", "783214"]);
  assert.equal(
    one.stderr,
    "flakekit: the ID of argument 2 is a counter from before such IDs held a time; its time means nothing\n",
  );
  assert.equal(one.code, 0);
  const many = await decodeJson("twitter", [], `${TWEET}\n29700859247\n29700859248\n20\n${TWEET}\n`);
  assert.equal(
    many.stderr,
    "flakekit: 2 IDs (line 2, line 4) are counters from before such IDs held a time; their times mean nothing\n",
  );
  assert.equal(many.lines.length, 5);
  const exponent = await flakekit(["decode", "twitter", "1.54182E+18"]);
  assert.equal(exponent.stderr, "flakekit: argument 2: '1.54182E+18' has lost the last digits of its ID\n");
  const mastodon = await flakekit(["decode", "mastodon", "12345"]);
  assert.match(mastodon.stderr, /is a counter/);
  // Discord never had counters.
  assert.equal((await flakekit(["decode", "discord", "5"])).stderr, "");
});

const LOST = /^flakekit: \d+ of \d+ IDs \((?:line \d+, ){3}…\) have lost their last digits, as spreadsheets/;

test("a column whose numbers a spreadsheet has shortened is reported once, with the first three lines and a count", async () => {
  const lines = ["1.45619E+18", "1.45619E+18", TWEET, "1,45619E+18", "1.45619E+18", "no ID", "1.45619E+18"];
  const input = `${lines.join("\n")}\n`;
  const said =
    "flakekit: 5 of 7 IDs can't be read (line 1, line 2, line 4, …), because spreadsheets shorten long numbers: " +
    "'1.45619E+18' has lost the last digits of its ID. Export the IDs as text";
  const decoded = await decodeJson("twitter", [], input);
  assert.deepEqual([decoded.code, idsIn(decoded)], [1, [TWEET]]);
  assert.equal(decoded.complaints.length, 2, decoded.stderr);
  assert.match(decoded.complaints[0], /^flakekit: line 6: 'no ID' has /);
  assert.equal(decoded.complaints[1], said);
  for (const args of [
    ["--column", "id"],
    ["--field", "id"],
  ]) {
    const cell = (text) => (args[0] === "--field" ? JSON.stringify({ id: text }) : `"${text}"`);
    const heading = args[0] === "--field" ? "" : "id\n";
    const read = await decodeJson(
      "twitter",
      args,
      `${heading}${lines
        .slice(0, 3)
        .map((line) => `${cell(line)}\n`)
        .join("")}`,
    );
    assert.deepEqual([read.code, idsIn(read)], [1, [TWEET]]);
    assert.equal(read.complaints.length, 1, read.stderr);
    assert.match(read.complaints[0], /^flakekit: 2 of 3 IDs can't be read \(line \d, line \d\), because/);
  }
  for (const args of [["inspect"], ["inspect", "--format", "twitter"], ["scan"]]) {
    const { code, complaints } = await flakekit([...args, "--json"], "1.45619E+18\n".repeat(5));
    assert.equal(code, 0);
    assert.equal(complaints.length, 1, args.join(" "));
    assert.match(complaints[0], /^flakekit: 5 of 5 IDs \(line 1, line 2, line 3, …\) have lost their last digits, as/);
  }
});

test("a column whose IDs were rounded is reported once, and a healthy one with a few round IDs is not", async () => {
  const ids = Array.from({ length: 200 }, (_, i) => 1541815603606036481n + BigInt(i) * 7_777_777_777_777n);
  const rounded = ids.map((id) => `${String(id).slice(0, 15)}0000`);
  const parsed = ids.map((id) => String(Number(id)).replace(/e\+.*/, ""));
  const csv = (list) => `id,text\n${list.map((id) => `${id},x\n`).join("")}`;
  for (const damaged of [
    rounded,
    parsed.map((id) => BigInt(id).toString()),
    [...rounded.slice(0, 20), ...ids.slice(20)],
  ]) {
    const marked = damaged.filter((id) => /000$/.test(id)).length;
    for (const args of [["decode", "twitter"], ["inspect", "--format", "twitter"], ["inspect"]]) {
      const { code, complaints } = await flakekit([...args, "--column", "id", "--json"], csv(damaged));
      assert.equal(code, 0);
      assert.equal(complaints.length, 1, `${marked} ${complaints}`);
      assert.match(complaints[0], LOST);
      assert.ok(complaints[0].includes(" of 200 IDs "));
    }
    const scanned = await flakekit(["scan"], csv(damaged));
    assert.equal(scanned.complaints.length, 1, scanned.stderr);
    assert.match(scanned.complaints[0], LOST);
  }
  for (const healthy of [
    ids,
    [...rounded.slice(0, 2), ...ids.slice(0, 50)],
    [...rounded.slice(0, 5), ...ids],
    [rounded[0]],
  ]) {
    const { stderr } = await decodeJson("twitter", ["--column", "id"], csv(healthy));
    assert.equal(stderr, "", String(healthy.length));
  }
});

test("three IDs that JSON.parse has rounded are reported, also those of 18 digits, which end with one zero", async () => {
  for (const [format, ids] of [
    ["twitter", ["1541815603606036500", "1541934469743640600", "1545831557906829300"]],
    ["discord", ["175928847299117063", "381887113391505410", "697138785317814297"].map((id) => String(Number(id)))],
  ]) {
    const { code, complaints } = await flakekit(["decode", format], `${ids.join("\n")}\n`);
    assert.equal(code, 0);
    assert.match(complaints[0], /^flakekit: 3 of 3 IDs \(line 1, line 2, line 3\) have lost their last digits/);
    const intact = ids.map((id) => `${id.slice(0, -2)}63`);
    assert.deepEqual((await flakekit(["decode", format], `${intact.join("\n")}\n`)).complaints, []);
  }
});

test("decode says what is still true of rounded IDs, as lost() does", async () => {
  for (const [format, ids, kept] of [
    [
      twitter,
      ["1541815603606036500", "1541934469743640600", "1545831557906829300"],
      "their times are right to 1 ms, and machineId, datacenterId, workerId, sequence are lost",
    ],
    [
      mastodon,
      ["112345678901234560", "112345678901334560", "112345678901434600"],
      "their times are right, and sequence is lost",
    ],
  ]) {
    const { complaints } = await flakekit(["decode", format.name], `${ids.join("\n")}\n`);
    assert.ok(complaints[0].endsWith(`; ${kept}. Export the IDs as text`), complaints[0]);
    const all = ids.map((id) => lost(format, id));
    const apart = Math.max(...all.map(({ min, max }) => format.timestamp(max) - format.timestamp(min)));
    assert.equal(apart, Number(/right to (\d+) ms/.exec(kept)?.[1] ?? 0));
  }
});

test("inspect says of which kind the IDs of an input are together", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => (BigInt(30_000_000_000 + at * 86_400_123) << 22n) | (3n << 12n));
  const { code, stderr } = await flakekit(["inspect"], `${ids.join("\n")}\n`);
  assert.equal(code, 0);
  assert.match(stderr, /^flakekit: together, the 20 IDs are of the kind own \(\d+\.\d %\): the epoch of its service/m);
  const few = await flakekit(["inspect"], `${ids.slice(0, 4).join("\n")}\n`);
  assert.equal(few.stderr, "");
});

const LOG = [
  "2024-05-17T12:34:57.272Z INFO [worker-3] started",
  `2024-05-17T12:34:58.001Z INFO req=01HY3Q8Z6G7W5V4T3S2R1Q0P9N user ${USER} logged in`,
  "",
  `\tGET https://x.com/NASA/status/${TWEET}/photo/1 200 \x1b[32mok\x1b[0m`,
];

test("scan prints each line as it came, and behind it the times of the IDs in it", async () => {
  for (const end of ["\n", "\r\n"]) {
    for (const size of [1, 2, 7, 65_536]) {
      const given = { stdin: { isTTY: false, bytes: inPieces(LOG.join(end), size) } };
      const { code, stdout, stderr } = await flakekit(["scan"], "", given);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.deepEqual(stdout.split(end), [
        LOG[0],
        `${LOG[1]}  [01HY3Q8Z6G7W5V4T3S2R1Q0P9N 2024-05-17T16:48:29.392Z ulid] [${USER} ${USER_TIME} discord]`,
        "",
        `${LOG[3]}  [${TIME} twitter]`,
      ]);
    }
  }
});

test("scan --json prints an object for each ID, with its line and where it is there", async () => {
  const { lines } = await flakekit(["scan", "--json"], `${LOG.join("\n")}\n${TWEET} ${TWEET}`);
  const found = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    found.map(({ line, text, format, time }) => [line, text, format, time]),
    [
      [2, "01HY3Q8Z6G7W5V4T3S2R1Q0P9N", "ulid", "2024-05-17T16:48:29.392Z"],
      [2, USER, "discord", USER_TIME],
      [4, TWEET, "twitter", TIME],
      [5, TWEET, "twitter", TIME],
      [5, TWEET, "twitter", TIME],
    ],
  );
  for (const { line, start, end, text, score } of found) {
    const source = [...LOG, `${TWEET} ${TWEET}`][line - 1];
    assert.equal(source.slice(start, end), text);
    assert.ok(score > 0.5 && score <= 1);
  }
});

test("scan --format names the times of one format only, also where others are as likely", async () => {
  const { stdout } = await flakekit(["scan", "--format", "discord"], `${LOG[1]}\n`);
  assert.equal(stdout, `${LOG[1]}  [${USER_TIME} discord]\n`);
  const other = await flakekit(["scan", "--format", "discord"], `${LOG[3]}\n`);
  assert.equal(other.stdout, `${LOG[3]}\n`);
});

test("scan prints a line at once when it has come", async () => {
  const child = start(["scan"], { stdio: ["pipe", "pipe", "inherit"] });
  for (const line of [`user ${USER}`, "nothing"]) {
    child.stdin.write(`${line}\n`);
    const [first] = await once(child.stdout, "data");
    assert.ok(String(first).startsWith(line));
  }
  child.stdin.end();
  await once(child, "close");
});

test("scan takes lines of any length in bounded memory, and loses nothing of them", async () => {
  const child = start(["scan"], { execArgv: ["--max-old-space-size=64"] });
  const outcome = ended(child);
  const piece = `${"x ".repeat(1 << 19)}`;
  child.stdin.write(`${USER} `);
  for (let i = 0; i < 20; i++) if (!child.stdin.write(piece)) await once(child.stdin, "drain");
  child.stdin.end(`${TWEET}\n${USER}\n`);
  const { code, lines, stderr } = await outcome;
  assert.deepEqual([code, stderr, lines.length], [0, "", 2]);
  const notes = `  [${USER} ${USER_TIME} discord] [${TWEET} ${TIME} twitter]`;
  assert.equal(lines[0].length, USER.length + 1 + 20 * piece.length + TWEET.length + notes.length);
  assert.ok(lines[0].endsWith(notes));
  assert.equal(lines[1], `${USER}  [${USER_TIME} discord]`);
});

test("wrong arguments of scan exit with code 2", async () => {
  for (const [args, words] of [
    [["app.log"], /scan reads standard input, and was given 'app.log'; as in flakekit scan < app.log$/m],
    [["--format", "twiter"], /did you mean twitter\?/],
    [["--epoch", "soon"], /epoch is 'soon'/],
  ]) {
    const { code, stdout, stderr } = await flakekit(["scan", ...args]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, words);
  }
});
