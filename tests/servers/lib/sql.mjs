// Compares the results of `sql` of `flakekit/sql` in a database with the results of the package.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  bwmarrin32,
  bwmarrin58,
  bwmarrin64,
  defineFormat,
  formats,
  nanoflake,
  snowflakeSI,
  withOptions,
} from "flakekit";
import { sql } from "flakekit/sql";

const EPOCH = Date.UTC(2020, 0);

const custom = (name, bits, text, fields, more) => defineFormat({ name, bits, text, epoch: EPOCH, fields, ...more });

const time = (bits) => ({ name: "timestamp", kind: "time", bits });
const node = (bits) => ({ name: "nodeId", kind: "node", bits });
const sequence = (bits) => ({ name: "sequence", kind: "sequence", bits });

/** The built-in formats, and custom ones with all encodings and with layouts that no built-in format has. */
const FORMATS = [
  ...formats().filter(({ epoch }) => epoch !== null),
  withOptions(snowflakeSI, { epoch: EPOCH }),
  withOptions(nanoflake, { epoch: EPOCH }),
  custom("base2 of 40 bits", 40, "base2", [time(30), node(5), sequence(5)], { unit: 1000 }),
  custom("hexOf64", 64, "hex", [time(41), node(10), sequence(13)]),
  custom("base36Of64", 64, "base36", [time(40), node(12), sequence(12)]),
  custom("base62-of-64", 64, "base62", [time(42), node(10), sequence(12)]),
  custom("base62Of12", 12, "base62", [time(8), node(2), sequence(2)], { unit: 3_600_000 }),
  custom("base64url", 63, "base64url", [time(41), node(10), sequence(12)]),
  custom("crockfordOf52", 52, "crockford", [time(40), node(6), sequence(6)]),
  custom("bwmarrin32", 63, bwmarrin32, [time(41), node(10), sequence(12)]),
  custom("bwmarrin58", 64, bwmarrin58, [time(42), node(10), sequence(12)]),
  custom("bwmarrin64", 63, bwmarrin64, [time(41), node(10), sequence(12)]),
  custom("nodeFirst", 64, "decimal", [node(12), time(40), sequence(12)]),
  custom("before1970", 63, "decimal", [time(41), node(10), sequence(12)], { epoch: Date.UTC(1950, 0) }),
  custom("fine", 64, "decimal", [time(52), node(4), sequence(8)], { unit: 0.001 }),
  custom("fineTexts", 60, "base36", [time(44), node(8), sequence(8)], { unit: 0.125, epoch: Date.UTC(1999, 5) }),
  custom("parts", 63, "decimal", [
    time(41),
    {
      name: "nodeId",
      kind: "node",
      bits: 10,
      parts: [
        { name: "regionId", bits: 3 },
        { name: "hostId", bits: 7 },
      ],
    },
    sequence(12),
  ]),
  custom("secondsAndMs", 63, "decimal", [
    { ...time(31), unit: 1000 },
    { ...time(10), unit: 1 },
    node(10),
    sequence(12),
  ]),
  custom("twoFieldTexts", 60, "base36", [{ ...time(31), unit: 1000 }, { ...time(10), unit: 1 }, node(7), sequence(12)]),
  custom("longTicks", 48, "crockford", [time(28), node(10), sequence(10)], { unit: 60_000 }),
];

/** A random value of some bits. Half of the values have many equal bits, so that the ends of ranges occur. */
export function randomValue(random, bits) {
  const kind = random() % 4;
  let value = 0n;
  for (let at = 0; at < bits; at += 16)
    value |= BigInt(kind === 0 ? 0 : kind === 1 ? 65_535 : random() & 65_535) << BigInt(at);
  if (kind < 2) value ^= BigInt(random() & 1023) << BigInt(random() % bits);
  return BigInt.asUintN(bits, value);
}

/** A generator of 32 random bits, the same in every run: xorshift. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const bytesOf = (value, format) =>
  Uint8Array.from({ length: Math.ceil(format.bits / 8) }, (_, i, length = Math.ceil(format.bits / 8)) =>
    Number((value >> BigInt(8 * (length - 1 - i))) & 255n),
  );

/** The ID of a value, in the type of its format. */
export const idOf = (value, format) => format.fromBytes(bytesOf(value, format));

const vectorsIn = (name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "..", "tests", "vectors", `${name}.json`), "utf8"));

function grouped(pairs) {
  const groups = new Map();
  for (const pair of pairs) groups.set(pair[0], [...(groups.get(pair[0]) ?? []), pair]);
  return groups;
}

/** The IDs of the reference vectors by the name of their format. */
const VECTORS = grouped([
  ...vectorsIn("snowflake-family").map(({ format, id }) => [format === "x" ? "twitter" : format, BigInt(id)]),
  ...vectorsIn("sno-codec").map(({ text }) => ["sno", text]),
  ...vectorsIn("uid60").map(({ id }) => ["uid60", BigInt(id)]),
  ...vectorsIn("nanoflake").map(({ id }) => ["nanoflake", BigInt(id)]),
  ...vectorsIn("snowflake-si").map(({ id, clockBits }) => [clockBits === 40 ? "snowflakeSI" : "other", id]),
]);

/** The literal of an ID in SQL. */
const literal = (id, format, stored) => (stored === "text" ? `'${format.toText(id)}'` : String(id));

const inLines = (rows, count) =>
  Array.from({ length: Math.ceil(rows.length / count) }, (_, i) => rows.slice(i * count, (i + 1) * count));

/** A time as the databases write it here: ISO without zeros at its end and without a zone. */
export const plainTime = (text) =>
  text === null
    ? null
    : text
        .replace("T", " ")
        .replace(/Z$/, "")
        .replace(/\.?0*$/, (zeros, at, whole) => (whole.includes(".") ? "" : zeros));

/** The time of an ID as `time` is to give it, with us if ticks have us. */
function timeOf(id, format) {
  const decoded = format.decode(id);
  const ms = decoded.timestamp;
  const date = new Date(ms).toISOString().replace(/^\+0/, "").replace("Z", "");
  if (decoded.ticks === undefined) return plainTime(date);
  const us = (BigInt(decoded.ticks) * BigInt(Math.round(format.unit * 1000))) % 1000n;
  return plainTime(`${date}${String(us).padStart(3, "0")}`);
}

/**
 * Compares a dialect with the package. `database` has `run(statements)`, `rows(query)`, which gives lists of texts and nulls,
 * `time(expression)`, which writes a time as text, `instant(iso)`, which is a literal of `instantType`, and `firstMs` and `lastMs`, between
 * which it has times. Returns how many values were compared.
 */
export async function compareSql(database, count) {
  const { dialect } = database;
  const random = seeded(20_261_127);
  assert.ok(FORMATS.length > 20);
  let compared = 0;
  let failed = 0;
  const failures = [];
  const check = (what, found, expected) => {
    compared++;
    if (found === expected) return;
    failed++;
    if (failures.length < 20) failures.push(`${what}: ${found} instead of ${expected}`);
  };
  const cases = FORMATS.flatMap((format) => storedOf(format, dialect).map((stored) => [format, stored]));
  const perCase = Math.ceil(count / cases.length);
  for (const [format, stored] of cases) {
    const name = `${format.name}, ${stored}`;
    const texts = sql(format, dialect, { stored, column: "id", table: "ids" });
    const isSigned = stored === "signed" || dialect === "sqlite";
    const bits = isSigned && format.bits === 64 ? 63 : format.bits;
    const holds = (id) => format.timestamp(id) <= database.lastMs && format.timestamp(id) >= database.firstMs;
    const ids = [0n, 1n, 2n ** BigInt(bits) - 1n, ...Array.from({ length: perCase }, () => randomValue(random, bits))]
      // Not all values are IDs of a format whose time is in two fields.
      .filter((value) => format.isValid(bytesOf(value, format)))
      .map((value) => idOf(value, format))
      .concat((VECTORS.get(format.name) ?? []).map(([, id]) => id))
      .filter((id) => format.isValid(id) && (bits === format.bits || !isTooLarge(format, id)) && holds(id));
    await database.run(`DROP TABLE IF EXISTS ids; CREATE TABLE ids (n INTEGER, id ${texts.type}${database.tableEnd}`);
    for (const lines of inLines([...ids.entries()], 500)) {
      const values = lines.map(([n, id]) => `(${n}, ${literal(id, format, stored)})`);
      await database.run(`INSERT INTO ids (n, id) VALUES ${values.join(", ")}`);
    }
    const fields = Object.entries(texts.fields);
    const columns = [database.time(texts.time), ...fields.map(([, expression]) => expression)];
    if (texts.toText !== null) columns.push(texts.toText);
    const rows = await database.rows(`SELECT n, ${columns.join(", ")} FROM ids ORDER BY n`);
    assert.equal(rows.length, ids.length, name);
    for (const [n, found, ...others] of rows) {
      const id = ids[n];
      const decoded = format.decode(id);
      check(`${name}: time of ${id}`, plainTime(found), database.round?.(timeOf(id, format)) ?? timeOf(id, format));
      for (const [i, [field]] of fields.entries())
        check(`${name}: ${field} of ${id}`, others[i], String(decoded[field]));
      if (texts.toText !== null) check(`${name}: text of ${id}`, others[fields.length], format.toText(id));
    }
    await compareTexts(database, { format, dialect, stored, name, ids, random, check });
    await compareFirst(database, { format, dialect, stored, name, ids, random, check });
  }
  assert.deepEqual(failures, [], `${failed} of ${compared} differ`);
  return compared;
}

/** Whether a signed integer does not hold an ID. */
const isTooLarge = (format, id) => format.bits === 64 && id >= 2n ** 63n;

const storedOf = (format, dialect) => [
  ...(format.native === "string" ? [] : ["signed"]),
  ...(format.native !== "string" && dialect !== "sqlite" ? ["unsigned"] : []),
  ...(format.text === "bwmarrin64" ? [] : ["text"]),
];

const ODD_TEXTS = [
  "",
  " ",
  "0",
  "00",
  "-1",
  "+1",
  "1.5",
  "1e3",
  " 1",
  "1 ",
  "1\n",
  "٣",
  "é",
  "ı",
  "K",
  "ſ",
  "''",
  "NULL",
  "%",
  "_",
  "9".repeat(19),
  "9".repeat(20),
  "9".repeat(21),
  "z".repeat(13),
  "Z".repeat(13),
  "~".repeat(16),
  "0".repeat(64),
];

/** Compares texts of IDs, and texts that are no IDs. */
async function compareTexts(database, { format, dialect, stored, name, ids, random, check }) {
  const { fromText } = sql(format, dialect, { stored, column: "written", table: "texts" });
  if (fromText === null) return;
  const good = ids.slice(0, 300).map((id) => format.toText(id));
  const bad = good.map((text) => {
    const at = random() % (text.length + 1);
    const kind = random() % 6;
    const other = String.fromCharCode(33 + (random() % 94));
    if (kind === 0) return text.toUpperCase();
    if (kind === 1) return text.toLowerCase();
    if (kind === 2) return `0${text}`;
    return text.slice(0, at) + other + text.slice(at + (kind & 1));
  });
  const texts = [...good, ...bad, ...ODD_TEXTS];
  await database.run(
    `DROP TABLE IF EXISTS texts; CREATE TABLE texts (n INTEGER, written ${database.anyText}${database.tableEnd}`,
  );
  const quote = (text) => `'${database.escape(text).replaceAll("'", "''")}'`;
  for (const lines of inLines([...texts.entries()], 500)) {
    await database.run(
      `INSERT INTO texts (n, written) VALUES ${lines.map(([n, text]) => `(${n}, ${quote(text)})`).join(", ")}`,
    );
  }
  const isSigned = stored === "signed" || dialect === "sqlite";
  for (const [n, found] of await database.rows(`SELECT n, ${fromText} FROM texts ORDER BY n`)) {
    const text = texts[n];
    const isOne = format.isValid(text) && !(isSigned && isTooLarge(format, format.fromText(text)));
    const expected = isOne ? (stored === "text" ? text : String(format.fromText(text))) : null;
    check(`${name}: the ID of '${text}'`, found, expected);
  }
}

/** The first IDs of instants. */
async function compareFirst(database, { format, dialect, stored, name, ids, random, check }) {
  const [high, low] = format.fields.filter(({ kind }) => kind === "time");
  // The low field of a time in two fields counts 1000 ms here.
  const ticks = 2 ** high.bits * (low === undefined ? 1 : 1000);
  const lastId = format.firstAt(new Date(format.epoch + Math.floor((ticks - 1) * format.unit)));
  const last = Math.min(format.timestamp(lastId), database.lastMs);
  const instants = [
    format.epoch - 1,
    format.epoch,
    format.epoch + 1,
    format.epoch - 86_400_000,
    ...ids.slice(0, 100).map((id) => Math.min(format.timestamp(id) + (random() % 5000), last)),
    ...(last < database.lastMs - 10 * format.unit ? [Math.ceil(last + format.unit), last + 86_400_000 * 365] : []),
  ].filter((ms) => ms >= database.firstMs && ms <= database.lastMs);
  const { first: ofInstant } = sql(format, dialect, { stored, at: "instant" });
  await database.run(
    `DROP TABLE IF EXISTS instants; CREATE TABLE instants (n INTEGER, instant ${database.instantType}${database.tableEnd}`,
  );
  const values = instants.map((ms, n) => `(${n}, ${database.instant(new Date(ms).toISOString())})`);
  await database.run(`INSERT INTO instants (n, instant) VALUES ${values.join(", ")}`);
  for (const [n, found] of await database.rows(`SELECT n, ${ofInstant} FROM instants ORDER BY n`)) {
    const ms = instants[n];
    const first = format.firstAt(new Date(ms), { clamp: true });
    const isPast = ms >= format.epoch + ticks * format.unit;
    const tooLarge = (stored === "signed" || dialect === "sqlite") && isTooLarge(format, first);
    const expected = isPast || tooLarge ? null : stored === "text" ? format.toText(first) : String(first);
    check(`${name}: first of ${new Date(ms).toISOString()}`, found, expected);
  }
}
