// docs/data.md: its blocks, the types that it states, and its arithmetic, with the libraries of PyPI.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { consumer } from "../../scripts/consumer.mjs";
import { program } from "../../scripts/debian.mjs";
import { blocksOf } from "../../scripts/documents.mjs";
import { root } from "../../scripts/run.mjs";
import { pythonWith } from "../../scripts/suites/python.mjs";

const DOCUMENT = "docs/data.md";

const entry = join(consumer, "node_modules", "flakekit", "index.js");
const { discord, formats, withOptions } = await import(pathToFileURL(entry).href);

/** A folder in the project that has the command. */
const folder = mkdtempSync(join(consumer, "data-"));
after(() => rmSync(folder, { recursive: true }));

/** Runs a program in the folder, in another zone than UTC. Resolves to its output. */
async function run(file, args, input = "") {
  const java = dirname(dirname(realpathSync(await program("JAVA"))));
  const env = { ...process.env, JAVA_HOME: java, PYTHONPATH: folder, TZ: "America/New_York" };
  const running = promisify(execFile)(file, args, { cwd: folder, env, maxBuffer: 2 ** 28 });
  running.child.stdin.end(input);
  return (await running).stdout;
}

/** A block that fails if the text of a value differs from the one after its arrow. */
function checked({ code, where }) {
  const lines = code.replace(/^(\S.*?) {2}# → (.+)$/gm, (_, expression, value) => {
    return `shown = str(${expression}); assert shown == ${JSON.stringify(value)}, shown`;
  });
  assert.ok(!lines.includes("→"), `${where}: an arrow follows no expression`);
  return { where, code: lines };
}

const SMALL = "1241006042343542785";
const LARGE = "18446744073709551615";

/** Writes the document's file as Parquet. */
const MAKE_PARQUET = `import polars; polars.read_csv("messages.csv").write_parquet("messages.parquet")`;

/** What other files than the document's hold. */
const FILES = {
  "messages.json": `[{"author":${SMALL}},{"author":null}]`,
  "numbers.csv": "n\n1\n2\n",
  "author.csv": `n,author\n1,${SMALL}\n`,
  "large.csv": `n,author\n1,${LARGE}\n2,\n`,
};

const author = 'pd.read_csv("author.csv", dtype={"author": "UInt64"})';

/** What the document says beside its table: calls, the types that they give the column `author`, and its values. */
const STATED = [
  ['pd.read_csv("numbers.csv").merge(pd.read_csv("author.csv"), on="n", how="left")', "float64", null],
  ['pd.read_csv("author.csv")[["author"]].shift()', "float64", null],
  ['pd.read_csv("author.csv")[["author"]].reindex([0, 1])', "float64", null],
  [`pd.read_csv("numbers.csv").merge(${author}, on="n", how="left")`, "UInt64", [SMALL, null]],
  [`${author}[["author"]].reindex([1, 0]).shift(-1)`, "UInt64", [SMALL, null]],
  ['pd.read_json("messages.json", dtype={"author": "UInt64"})', "UInt64", ["1241006042343542784", null]],
  ['pl.read_csv("large.csv")', "Int128", [LARGE, null]],
  ['duckdb.read_csv("large.csv")', "HUGEINT", [LARGE, null]],
  ['spark.read.csv("large.csv", header=True, inferSchema=True)', "decimal(20,0)", [LARGE, null]],
  ['spark.read.csv("large.csv", header=True, schema="n INT, author BIGINT")', "bigint", [null, null]],
  ['pyarrow.csv.read_csv("large.csv")', "double", ["18446744073709551616", null]],
];

/** The rows of the document's table. */
const rows = [...readFileSync(join(root, DOCUMENT), "utf8").matchAll(/^\| `(.+?)` \| (.+?) \| `(.+?)` \| (.+?) \|$/gm)];

const table = rows.flatMap(([, call, type, better, betterType]) => [
  [call, type.replace(", **rounded**", ""), type.includes("rounded") ? null : [SMALL, null]],
  [better, betterType, [SMALL, null]],
]);

/** The formats whose IDs fit into 64 bits, with an epoch. */
const readable = formats()
  .filter(({ bits }) => bits <= 64)
  .map((format) => (format.epoch === null ? withOptions(format, { epoch: "2024-01-01" }) : format));

/** IDs of a format: those of `tests/vectors/ids`, both ends, random ones, and a missing one. */
function idsOf({ name, bits }) {
  const vectors = join(root, "tests", "vectors", "ids", `${name}.json`);
  const known = existsSync(vectors) ? JSON.parse(readFileSync(vectors, "utf8")).map(({ id }) => BigInt(id)) : [];
  const random = Array.from({ length: 1000 }, (_, n) =>
    BigInt.asUintN(bits, createHash("sha256").update(`${name} ${n}`).digest().readBigUInt64BE()),
  );
  return [...known, 0n, 2n ** BigInt(bits) - 1n, ...random, null];
}

/** The columns of IDs as the package reads them, as texts. */
function columnsOf(format, ids) {
  const names = format.fields.filter(({ kind }) => kind !== "time").map(({ name }) => name);
  const column = (read) => ids.map((id) => (id === null ? null : String(read(id))));
  return {
    time: column((id) => format.timestamp(id)),
    ...Object.fromEntries(names.map((name) => [name, column((id) => format.decode(id)[name])])),
  };
}

const blocks = blocksOf(DOCUMENT, "sh|python");
const isPython = ({ language }) => language === "python";
for (const { name, code } of blocks) if (name !== undefined) writeFileSync(join(folder, name), code);
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);

// The blocks of a shell need nothing of Python, so they run first.
for (const { code } of blocks.filter((block) => !isPython(block))) {
  await run("sh", ["-ec", code.replaceAll("npx flakekit", "npx --no flakekit")]);
}
await run(await pythonWith("data"), ["-c", MAKE_PARQUET]);

/** IDs of Discord that the document's query in Spark finds. */
const found = idsOf(discord).filter((id) => id !== null && id < discord.firstAt("2024-01-01"));

const asked = {
  blocks: blocks.filter(isPython).map(checked),
  reads: [...table, ...STATED].map(([call]) => call),
  formats: readable.map((format) => ({ layout: format, ids: idsOf(format).map((id) => id?.toString()) })),
  spark: { query: blocks.at(-1).code.match(/"""([^]*)"""/)[1], ids: found.map(String) },
};
const check = join(import.meta.dirname, "check.py");
const results = JSON.parse(await run(await pythonWith("data"), [check], JSON.stringify(asked)));

for (const [i, { where }] of asked.blocks.entries()) {
  test(`the block of ${where} runs and gives the values after its arrows`, () => {
    assert.equal(results.blocks[i], null);
  });
}

for (const [i, [call, type, values]] of [...table, ...STATED].entries()) {
  test(`${call} gives ${type}${values === null ? ", and rounds" : ""}`, () => {
    const read = results.reads[i];
    assert.equal(read.type, type);
    if (values === null) assert.ok(!read.values.includes(SMALL), read.values);
    else assert.deepEqual(read.values, values);
  });
}

for (const [i, format] of readable.entries()) {
  test(`pandas and polars read the time and the fields of ${format.name} as the package does`, () => {
    const expected = columnsOf(format, idsOf(format));
    for (const columns of results.columns[i]) assert.deepEqual(columns, expected);
  });
}

test("Spark SQL reads the time and the fields of Discord's IDs as the package does", () => {
  assert.ok(found.length > 10);
  const expected = found.map((id) => {
    const { date, workerId, processId, increment } = discord.decode(id);
    const time = date
      .toISOString()
      .replace("T", " ")
      .replace(/\.?0*Z$/, "");
    return { time, worker_id: workerId, process_id: processId, increment };
  });
  assert.deepEqual(results.spark, expected);
});

test("Spark gives times in the zone of the Python process", () => {
  assert.equal(results.zone, "1969-12-31 19:00:00");
});
