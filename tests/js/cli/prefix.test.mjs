// The installed command: texts with a prefix.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, prefixed, withOptions } from "flakekit";
import { flakekit, newArguments } from "../support/cli.mjs";

const ID = "1541815603606036480";
const TEXT = "order_0bppc0m3ju134";
const TIME = discord.date(ID).toISOString();

const json = ({ lines }) => lines.map((line) => JSON.parse(line));

test("new writes texts with --prefix, of every format, and decode reads them", async () => {
  for (const [format, , args] of newArguments) {
    const own = args.includes("--epoch") ? args.slice(args.indexOf("--epoch")) : [];
    for (const style of [
      ["--prefix", "order_item"],
      ["--prefix", "order_item", "--as", "hex"],
    ]) {
      const made = await flakekit(["new", ...args, "-n", "3", ...style]);
      assert.equal(made.code, 0, made.stderr);
      const texts = prefixed(format, "order_item", { as: style[3] });
      assert.ok(made.lines.every(texts.isValid), made.stdout);
      const read = await flakekit(["decode", args[0], ...own, ...style, "--json"], made.stdout);
      assert.deepEqual(
        json(read).map(({ id, prefix, timestamp }) => [id, prefix, timestamp]),
        made.lines.map((text) => [text, "order_item", texts.timestamp(text)]),
        read.stderr,
      );
    }
  }
});

test("range writes texts with --prefix, and so does new with --json", async () => {
  const { stdout } = await flakekit(["range", "discord", "2024-01-01", "2024-01-02", "--prefix", "order"]);
  const { min, max } = discord.range("2024-01-01", "2024-01-02");
  assert.equal(stdout, `${[min, max].map(prefixed(discord, "order").toText).join(" ")}\n`);
  const made = await flakekit(["new", "tsid", "--node", "5", "--prefix", "order", "--json"]);
  const [{ id, prefix, format }] = json(made);
  assert.match(id, /^order_[0-9A-Z]{13}$/);
  assert.deepEqual([prefix, format], ["order", "tsid"]);
});

test("decode --prefix reads the only such text in a link, in JSON and in tables, and names the prefix of another one", async () => {
  const decode = (args, input) => flakekit(["decode", "discord", "--prefix", "order", ...args], input);
  const link = await decode(["--json", `https://example.com/orders/${TEXT}?by=user_${TEXT.slice(6)}`]);
  assert.deepEqual(json(link), [
    { id: TEXT, prefix: "order", format: "discord", timestamp: Date.parse(TIME), date: TIME, ...fieldsOf(ID) },
  ]);
  const field = await decode(["--json", "--field", "id"], `{"id":"${TEXT}"}\n{"id":${ID}}\n`);
  assert.equal(field.code, 1);
  assert.deepEqual([json(field).length, json(field)[0].id], [1, TEXT]);
  assert.match(field.stderr, /line 2.* has no prefix; it must begin with 'order_'/);
  const table = await decode(["--column", "id", "--add-columns"], `id,x\n${TEXT},1\n`);
  assert.equal(table.lines[1].slice(0, TEXT.length + 27), `${TEXT},1,${TIME}`);
  const other = await decode([TEXT.replace("order", "user")]);
  assert.equal(other.code, 1);
  assert.match(other.stderr, /'user_0bppc0m3ju134' has the prefix 'user'; it must begin with 'order_'/);
});

const fieldsOf = (id) => {
  const { timestamp: _, date: __, ...fields } = discord.decode(id);
  return fields;
};

test("scan and inspect find texts with the --prefix of a --format", async () => {
  const given = ["--format", "discord", "--prefix", "order"];
  const scanned = await flakekit(["scan", ...given], `GET /${TEXT} 200\n`);
  assert.equal(scanned.stdout, `GET /${TEXT} 200  [${TIME} discord]\n`);
  const found = await flakekit(["scan", ...given, "--json"], `GET /${TEXT} ${discord.toText(ID)}\n`);
  const [{ score, ...first }] = json(found);
  assert.deepEqual(first, {
    ...{ line: 1, start: 5, end: 24, text: TEXT, prefix: "order", format: "discord", time: TIME },
    warning: null,
  });
  assert.ok(score > 0.99);
  const inspected = await flakekit(["inspect", ...given, TEXT]);
  assert.match(inspected.stdout, new RegExp(`^discord .*\n${TEXT} +${TIME}`));
  const base62 = prefixed(discord, "order", { as: "base62" }).toText(ID);
  const other = await flakekit(["inspect", ...given, "--as", "base62", "--json", base62]);
  assert.equal(json(other)[0].candidates[0].timestamp, Date.parse(TIME));
  const nanoflake = withOptions((await import("flakekit")).nanoflake, { epoch: "2024-01-01" });
  const late = prefixed(nanoflake, "n").toText(nanoflake.firstAt("2025-01-01"));
  const epoch = ["--format", "nanoflake", "--prefix", "n", "--epoch", "2024-01-01"];
  assert.match((await flakekit(["scan", ...epoch], late)).stdout, /2025-01-01T00:00:00.000Z nanoflake/);
});

test("inspect reads a text with a prefix without options, if its numbers are usual", async () => {
  const id = discord.encode({ timestamp: Date.UTC(2025, 5, 1, 12, 30), workerId: 1, processId: 0, increment: 0 });
  const text = prefixed(discord, "order").toText(id);
  const { lines } = await flakekit(["inspect", "--json", text]);
  assert.equal(JSON.parse(lines[0]).candidates[0].format, "discord");
});

test("a wrong prefix, and one without a format, are usage errors", async () => {
  for (const [args, message] of [
    [["decode", "discord", "--prefix", "Order", TEXT], /--prefix is 'Order'; it must be 1 to 63 small letters/],
    [
      ["new", "discord", "--worker-id", "1", "--process-id", "0", "--prefix", "a", "--as", "base64url"],
      /--as is 'base64url'/,
    ],
    [["decode", "uid60", "--prefix", "a", "--short", TEXT], /leave out --short/],
    [["scan", "--prefix", "order"], /--prefix needs the format of its IDs, as in --format discord --prefix order/],
    [["inspect", "--as", "hex", TEXT], /--as is for texts with a prefix; give --prefix/],
    [["scan", "--prefix", "order", "--format", "ulid"], /no format is named 'ulid'/],
  ]) {
    const { code, stderr } = await flakekit(args, "");
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
});
