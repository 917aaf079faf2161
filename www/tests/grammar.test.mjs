// What the page reads of random texts: none throws, and none takes long.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { source } from "./source.mjs";

const { LONG, readPasted } = await source("paste/pasted.ts");
const { nearestReadings, readingsOf } = await source("read/readings.ts");
const { wordsOf } = await source("read/words.ts");
const { wordsOfUnknown } = await source("read/unknown.ts");
const { ListReader } = await source("list/reader.ts");

const ID = "1541815603606036480";

const NONE = new globalThis.URLSearchParams();

/** Always the same texts, unless the long form of the tests is asked for. */
const FUZZ = process.env.FLAKEKIT_LONG === "1" ? { numRuns: 20_000 } : { numRuns: 1000, seed: 1 };

/** What the rules of the grammar look for, and what almost is. */
const PIECES = [
  ..."%:/?#&=.,;!@<>()[]{}'\"`“”«»|\\-_+~^$*0aZ \t\n\r\u00a0\u200b\ufeff\ud800é😀",
  ...["%4", "%41", "%ff", "%25", "%E2%82", "://", "https://", "https://example.com/", "x.com/a/status/"],
  ...["https://discord.com/channels/@me/", "https://mastodon.social/@a/", "https://instagram.com/p/", "a.", "=>"],
  ...["a(", "new ", "BigInt(", "urn:uuid:", "<@", "<t:", "0x", "0x_", "123n", "1,234", "id=", '"id": ', "?id="],
  ...[ID, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "aye83DjauH", "sk_live_51H8x2kKZ9"],
];
/** What begins the rows of tables. */
const TABLES = ["id,name\n", "1,2\n", "| id |\n", "---|---\n", "(2 rows)\n", '{"id":', "[{", "},\n{", '\\"', "null"];
const piece = fc.constantFrom(...PIECES, ...TABLES);
const short = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ unit: "binary" })), { maxLength: 24 });

/** Reads a text in all the ways that the page has. */
function readAll(text) {
  const pasted = readPasted(text, NONE);
  if (pasted.kind === "one") {
    readingsOf(pasted.found, NONE);
    wordsOf(pasted.found.text);
  }
  // Longer texts are lists.
  if (pasted.kind === "none" && text.length <= LONG) {
    nearestReadings(pasted.text, NONE);
    wordsOfUnknown(pasted.text);
  }
  readList(text);
}

/** A file arrives in such pieces. */
const PIECE = 4096;

function readList(text) {
  const reader = new ListReader(new globalThis.URLSearchParams());
  for (let at = 0; at < text.length; at += PIECE) reader.push(text.slice(at, at + PIECE));
  reader.end();
  return reader.take();
}

test("no pasted text throws an error", () => {
  fc.assert(
    fc.property(short, (pieces) => readAll(pieces.join(""))),
    FUZZ,
  );
});

/** How long a text may be read, in ms of this process's own time: so others on the computer do not count. */
const mostMs = (length) => 250 + length / 10;

/** The lengths of a text whose middle is repeated. If the time grows faster than the length, one of them takes too long. */
const LENGTHS = [500, 2000, 8000, 32_000, 128_000];

/** Fails at the first length that takes too long, before a longer one takes hours. */
function isReadSoon({ before, repeated, after }) {
  for (const length of LENGTHS) {
    const text = before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
    const start = process.cpuUsage();
    readAll(text);
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1000;
    assert.ok(ms < mostMs(length), `${JSON.stringify([before, repeated, after])}, ${length} characters: ${ms} ms`);
  }
}

const few = (minLength, maxLength) => fc.array(piece, { minLength, maxLength }).map((pieces) => pieces.join(""));

for (const [before, repeated, after] of [
  ["a(", " ", "x"],
  ["", "(", ")x "],
  ["", ")", "x"],
  ["", "((", "))"],
  ["https://x.y/", "a", ""],
  ["https://x.y/?", "a1-", "%"],
  ["", "a(", ")"],
  ["[", "[", "]"],
  ["", "a.", "/"],
  ["0x", "f", "n"],
  ['"id"', " ", "x"],
  ["a,b\n", "x", `,${ID}\n`],
  [`a,${ID}\nb,${ID}\n`, "(", `,${ID}\n`],
  ['{"id":"', "\\", '"}'],
  [`[{"id":${ID}},{"id":`, "[", "]}]"],
  [`{"id":${ID}}\n`, '{"', "}"],
  ["a|b\n-|-\n", "|", `${ID}|\n`],
  ["a|b\n", "-", ID],
]) {
  test(`${JSON.stringify(before + repeated)} … ${JSON.stringify(after)} of any length is read soon`, () =>
    isReadSoon({ before, repeated, after }));
}

test("texts that repeat something are read soon", () => {
  const texts = fc.record({ before: few(0, 3), repeated: few(1, 3), after: few(0, 3) });
  fc.assert(fc.property(texts, isReadSoon), { ...FUZZ, numRuns: FUZZ.numRuns / 20 });
});
