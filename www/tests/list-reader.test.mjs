// Promises of how a list is read out of a text: as lines, a table or words; of which kinds its IDs are; what it shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf } from "./populations.mjs";
import { source } from "./source.mjs";

const { ListReader } = await source("list/reader.ts");
const { append, listOf } = await source("list/list.ts");
const { Holder } = await source("list/holder.ts");
const { ALL } = await source("list/messages.ts");

const TWEETS = ["1859982040506564608", "1541815603606036480", "1641815603606036480"];
const V4 = "5b3c1a2e-9c0a-4d2a-8b8d-0d2a8b8d0d2a";
const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const USER = "175928847299117063";

const params = (given) => new globalThis.URLSearchParams(given);

/** Reads a text that arrives in pieces of a length. */
function read(text, { given = {}, column, piece = text.length || 1 } = {}) {
  const reader = new ListReader(params(given), column);
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  reader.end();
  return reader.take();
}

/** The rows of a table as the page has them. */
const rowsOf = ({ columns, cells }) =>
  cells[0].map((_, row) => Object.fromEntries(columns.map((name, at) => [name, cells[at][row]])));

const kindsOf = ({ ids, kinds, format }) => ids.map((_, row) => kinds.get(row) ?? format);
const days = ({ timestamps }) => [...timestamps].map((time) => (time ? new Date(time).toISOString().slice(0, 10) : ""));

const WIDE = "12345678901234567890";
const NAMED = [
  { id: TWEETS[0], name: 'a {"}, b', n: WIDE },
  { id: TWEETS[1], name: "b | c", n: "2.50" },
];

/** So many copies of a text are longer than what is read at first. */
const COPIES = 1000;

for (const [name, text, names = ["id", "name", "n"]] of [
  ["JSON", `[{"id":${TWEETS[0]},"name":"a {\\"}, b","n":${WIDE}},\n {"id":${TWEETS[1]},"name":"b | c","n":2.50}]`],
  [
    "JSON lines",
    `{"id":"${TWEETS[0]}","name":"a {\\"}, b","n":${WIDE}}\n{"n":2.50,"id":"${TWEETS[1]}","name":"b | c"}\n`,
  ],
  [
    "Markdown",
    `| id | name | n |\n|---|:-:|--:|\n| ${TWEETS[0]} | a {"}, b | ${WIDE} |\n|${TWEETS[1]}|b \\| c|2.50|\n`,
  ],
  [
    "psql",
    ` n | name | id\n---+------+----\n ${WIDE} | a {"}, b | ${TWEETS[0]}\n 2.50 | b \\| c | ${TWEETS[1]}\n(2 rows)\n`,
    ["n", "name", "id"],
  ],
]) {
  test(`${name} keeps its columns, and each digit of its numbers, wherever the text is cut`, () => {
    // The first 64 KiB are read at once.
    const isList = text.startsWith("[");
    const long = isList ? `[${Array(COPIES).fill(text.slice(1, -1)).join(",")}]` : text.repeat(COPIES);
    for (const [given, piece] of [
      [text, text.length],
      [long, 1],
      [long, 1009],
    ]) {
      const part = read(given, { piece });
      assert.deepEqual(part.columns, names);
      const rows = rowsOf(part).filter((row) => row.id !== "id");
      const expected = NAMED.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
      assert.deepEqual(rows.slice(0, 2), expected);
      assert.deepEqual(rows.slice(-2), expected);
      assert.ok(
        rows.every((row) => NAMED.some(({ id, name, n }) => id === row.id && name === row.name && n === row.n)),
      );
    }
  });
}

test("a table that MySQL prints, with a line around it, is read", () => {
  const line = "+----+------+";
  const part = read(
    [line, "| id | name |", line, `| ${TWEETS[0]} | |`, `| ${TWEETS[1]} | b |`, line, "2 rows in set"].join("\n"),
  );
  assert.deepEqual(rowsOf(part), [
    { id: TWEETS[0], name: "" },
    { id: TWEETS[1], name: "b" },
  ]);
});

test("a member of JSON that only later objects have is a column, and a broken line of JSON lines is one row", () => {
  const lines = [`{"id":${TWEETS[0]}}`, `{"id":${TWEETS[1]},"x":{"y":[1]}}`, `{"id":{`, `{"id":${TWEETS[2]},"x":null}`];
  const part = read(lines.join("\n"));
  assert.deepEqual(part.columns, ["id", "x"]);
  assert.deepEqual(part.cells[1], ["", '{"y":[1]}', "", ""]);
  assert.deepEqual(
    part.ids.filter((_, row) => !part.errors.has(row)),
    TWEETS,
  );
  assert.deepEqual([...part.errors], [[2, "Object 3: it is no JSON."]]);
  const reader = new ListReader(params());
  const count = 3000;
  reader.push(`${lines[0]}\n`.repeat(count));
  const list = listOf(reader.take());
  reader.push(lines[1]);
  reader.end();
  append(list, reader.take());
  assert.deepEqual([list.columns, list.cells[1].length, list.cells[1].at(-1)], [["id", "x"], count + 1, '{"y":[1]}']);
});

test("the column with the IDs is not that of Unix times, and can be chosen among those that have IDs", () => {
  const text = `at,text,tweet,user\n${TWEETS.map((id, n) => `165643246010${n},a${n},${id},${USER}`).join("\n")}`;
  const part = read(text);
  assert.deepEqual(part.ids, TWEETS);
  assert.deepEqual(part.idColumns, [0, 2, 3]);
  const users = read(text, { column: 3 });
  assert.deepEqual(users.ids, [USER, USER, USER]);
  assert.deepEqual([users.format, users.idColumn], ["discord", 3]);
  assert.equal(read(text, { column: 1 }).idColumn, 2, "a column without IDs cannot be chosen");
});

test("IDs of several kinds have kinds and times of their own, and those of random kinds have no time", () => {
  const part = read([TWEETS[0], V4, ULID, "nonsense", `https://discord.com/channels/1/${USER}`].join("\n"));
  assert.ok(part.isMixed);
  assert.deepEqual(
    kindsOf(part).filter((_, row) => !part.errors.has(row)),
    ["twitter", "uuid v4", "ulid", "discord"],
  );
  assert.deepEqual(days(part), ["2024-11-22", "", "2016-07-30", "", "2016-04-30"]);
  assert.deepEqual([...part.errors], [[3, "This is no ID that the page knows."]]);
  const snowflakes = [...TWEETS, USER, `${BigInt(USER) + (1n << 40n)}`];
  assert.deepEqual(kindsOf(read(snowflakes.join("\n"))), ["twitter", "twitter", "twitter", "discord", "discord"]);
});

test("an ID of another kind after many of one kind is read as what it is, unless a format is chosen", () => {
  const text = [...idsOf("twitter", 300), V4].join("\n");
  const part = read(text);
  assert.ok(!part.isMixed);
  assert.deepEqual([...part.kinds], [[300, "uuid v4"]]);
  const chosen = read(text, { given: { format: "twitter" } });
  assert.deepEqual([...chosen.errors.keys()], [300]);
});

test("a counter from before tweets held a time has no time, and says so", () => {
  const part = read([...TWEETS, "20", "20000000000"].join("\n"));
  assert.deepEqual(
    [...part.notes],
    [
      [3, "counter"],
      [4, "counter"],
    ],
  );
  assert.deepEqual(days(part).slice(2), ["2023-03-31", "", ""]);
  assert.equal(part.fields.sequence[3], undefined);
});

test("an ID without an epoch has its fields, and no time until the epoch is given", () => {
  const text = "746754366636288\n746754366636289";
  const without = read(text, { given: { format: "snowflakeSI" } });
  assert.deepEqual(
    [days(without), [...without.fields.sequence]],
    [
      ["", ""],
      [0, 1],
    ],
  );
  const withEpoch = read(text, { given: { format: "snowflakeSI", epoch: "2024-01-01" } });
  assert.deepEqual(days(withEpoch), ["2026-11-21", "2026-11-21"]);
});

test("in prose, each ID is found once and whole, at its place, wherever the text is cut", () => {
  const sentence = (id, n) => `The ${n}. one is ${id}, as <@${USER}> said${n % 3 ? "; " : ".\n"}`;
  const text = [...TWEETS, ULID, V4].map(sentence).join("");
  const whole = read(text);
  assert.deepEqual(
    whole.ids,
    [...TWEETS, ULID, V4].flatMap((id) => [id, USER]),
  );
  assert.ok(whole.ids.every((id, n) => text.startsWith(id, whole.starts[n])));
  const long = text.repeat(400);
  const { ids, starts } = read(long, { piece: 1009 });
  assert.equal(ids.length, 400 * whole.ids.length);
  assert.ok(ids.every((id, n) => long.startsWith(id, starts[n])));
  const oneLine = text.replaceAll("\n", " ").repeat(400);
  assert.equal(read(oneLine, { piece: 1009 }).ids.length, 400 * whole.ids.length);
});

/** A list as the page asks for it. */
function held(text, given) {
  const holder = new Holder(params(given));
  holder.add(read(text, { given }));
  return holder;
}

function factsIn(text, query) {
  const holder = held(text);
  holder.findFacts({ ...ALL, ...query });
  return holder.answer({ ...ALL, ...query }).facts;
}

const tick = (ms) => String(BigInt(TWEETS[1]) + (BigInt(ms) << 22n));

test("a list says which IDs are there more than once, how its order steps back, and where its gaps are", () => {
  const ids = [tick(0), tick(1000), tick(500), tick(500), tick(3_600_500)];
  const { rows, different, repeats, lines } = factsIn(ids.join("\n"));
  assert.deepEqual([rows, different, repeats], [5, 4, [[2, 1]]]);
  assert.deepEqual(lines.slice(0, 3), [
    "They were made within 1 hour.",
    "Their order steps back in time once, by 500 ms at most.",
    "Longest gap: 60 minutes, from 2022-06-28 16:07:41.105 UTC on.",
  ]);
  assert.deepEqual(factsIn(TWEETS.join("\n")).repeats, []);
});

test("a list says how many IDs were made in a second and in a tick, against what a machine can make, and by which machines", () => {
  const id = (ms, machine, sequence) =>
    String(BigInt(TWEETS[1]) + (BigInt(ms) << 22n) + (BigInt(machine) << 12n) + BigInt(sequence));
  const { lines } = factsIn([id(0, 0, 0), id(0, 0, 1), id(0, 1, 0), id(1, 0, 0), id(2000, 0, 0)].join("\n"));
  assert.deepEqual(lines.slice(-3), [
    "At most 4 IDs in one second, at 2022-06-28 16:07:40.000 UTC; one machine can make 4,096,000.",
    "At most 3 IDs in one tick of 1 ms; one machine can make 4,096.",
    "machineId: 378 (4 IDs), 379 (1 ID).",
  ]);
});

test("facts follow the filter, and count each ID once", () => {
  const id = (ms, machine) => String(BigInt(tick(ms)) + (BigInt(machine) << 12n));
  const early = [id(0, 0), id(0, 0), String(BigInt(id(0, 0)) + 1n), id(0, 1)];
  const text = [...early, id(3_600_000, 2), V4, V4, "nonsense!"].join("\n");
  const ms = Number((BigInt(TWEETS[1]) >> 22n) + 1288834974657n);
  const { rows, different, repeats, lines } = factsIn(text, { kind: "twitter", times: [ms, ms + 1000] });
  assert.deepEqual([rows, different, repeats], [4, 3, [[2, 1]]]);
  assert.deepEqual(lines.slice(-2), [
    "At most 3 IDs in one tick of 1 ms; one machine can make 4,096.",
    "machineId: 378 (2 IDs), 379 (1 ID).",
  ]);
  assert.deepEqual(factsIn(text, { kind: "uuid v4" }).repeats, [[2, 1]]);
  assert.equal(factsIn(text, { kind: "" }).rows, 0);
});

test("of a list that has lost digits, the facts say nothing that these digits told", () => {
  const rounded = idsOf("discord", 300).map((id) => String(Number(id)));
  const { lines } = factsIn([...rounded, rounded[0]].join("\n"));
  assert.match(lines[0], /^They were made within/);
  assert.deepEqual(
    lines.filter((line) => /in one|Id: /.test(line)),
    [],
  );
});

test("repeated IDs have the verdicts of the command `check`: exported twice, different rows, rounded, or nothing to compare", () => {
  const verdicts = (text) => held(text).answer({ ...ALL, isOfRepeats: true }).verdicts;
  const rounded = "1060383939237007400";
  const twice = (id, [one, other]) => [`${id},${one}`, `${id},${other}`];
  const rows = [
    ...twice(TWEETS[0], "aa"),
    ...twice(TWEETS[1], "ab"),
    ...twice(TWEETS[2], "cd"),
    ...twice(rounded, "ab"),
  ];
  assert.deepEqual(verdicts(["id,n", ...rows].join("\n")), [
    ["different rows", 2],
    ["same row", 1],
    ["rounded", 1],
  ]);
  assert.deepEqual(verdicts([TWEETS[0], TWEETS[0]].join("\n")), [["repeated", 1]]);
});

for (const [name, lines, column = "id", first = 2] of [
  ["a name", ["id", ...TWEETS]],
  ["two words", ["User ID", ...TWEETS], "User ID"],
  ["quotes", ["id", ...TWEETS].map((cell) => `"${cell}"`)],
  ["the line that tells Excel the delimiter", ["sep=;", "id", ...TWEETS], "id", 3],
]) {
  test(`a list of one column with a header, as ${name}, has no row for the header`, () => {
    const part = read(`${lines.join("\r\n")}\r\n`);
    assert.deepEqual([part.ids, [...part.errors], part.columns], [TWEETS, [], [column]]);
    assert.deepEqual(part.lines, [first, first + 1, first + 2]);
  });
}

test("a list without a header has no row for the line that tells Excel the delimiter", () => {
  for (const named of ["sep=;", "sep=,", "SEP=\t"]) {
    const { ids, errors, lines } = read(`${named}\r\n${TWEETS.join("\r\n")}\r\n`);
    assert.deepEqual([ids, [...errors], lines], [TWEETS, [], [2, 3, 4]]);
  }
});

test("a first line that is a damaged ID is a row with its problem, and no header", () => {
  for (const damaged of ["154181560360603648O", "nonsense!"]) {
    const { errors, columns } = read([damaged, ...TWEETS].join("\n"));
    assert.deepEqual([[...errors.keys()], columns], [[0], []]);
  }
});

for (const [name, text] of [
  ["lines", (one, other) => `${one}\n${other}`],
  ["a table", (one, other) => `id,name\n${one},a\u200db\n${other},c`],
  ["words", (one, other) => `This is ${one}, and that is ${other}.`],
]) {
  test(`invisible characters in IDs do not matter, as for a single ID: ${name}`, () => {
    const [one, other] = TWEETS;
    const { ids, errors, starts, cells } = read(
      text(`${one.slice(0, 5)}\u200b${one.slice(5)}`, `\u202a${other}\u202c`),
    );
    assert.deepEqual([ids, [...errors]], [[one, other], []]);
    // The positions are those in the visible text.
    if (starts.length > 0)
      assert.deepEqual(
        starts,
        [one, other].map((id) => text(one, other).indexOf(id)),
      );
    // Other cells keep what joins the parts of emoji.
    if (cells.length > 0) assert.deepEqual(cells[1], ["a\u200db", "c"]);
  });
}

test("a line end of any system in a cell ends no row of a table in Markdown", () => {
  const text = `id,note\n${TWEETS[0]},"a\rb\r\nc\nd"\n${TWEETS[1]},e\n`;
  const lines = held(text)
    .written("Markdown", ALL)
    .join("")
    .trim()
    .split(/\r\n?|\n/);
  assert.equal(lines.length, 4);
  assert.ok(lines[2].startsWith(`| ${TWEETS[0]} | a b c d |`), lines[2]);
});
