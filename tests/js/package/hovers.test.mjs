// The types that editors show: names, and not their definitions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksFor } from "../../../scripts/documents.mjs";
import { serviceFor } from "../support/language-service.mjs";

/** The longest text of a hover. */
const LONGEST = 120;

const PROGRAM = `
import { decodeColumns, defineFormat, discord, formatNamed, generator, instant, lost, nanoflake } from "flakekit";
import { prefixed, resume, snapshot, sno, snowflakeSI, twitter, withOptions } from "flakekit";
import { inspect, scan } from "flakekit/inspect";
import { lazyLease, lease, listSeats, memory } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { sql } from "flakekit/sql";

const orders = defineFormat({
  name: "orders",
  epoch: "2024-01-01",
  native: "number",
  fields: [
    { kind: "time", bits: 40 },
    { kind: "node", name: "shop", bits: 5 },
    { kind: "sequence", name: "order", bits: 8 },
  ],
});
const tagged = defineFormat({
  name: "tagged",
  epoch: "2024-01-01",
  fields: [
    { kind: "time", bits: 42 },
    { kind: "metadata", name: "type", bits: 8 },
    { kind: "sequence", bits: 14 },
  ],
});
const racks = defineFormat({
  name: "racks",
  epoch: "2024-01-01",
  fields: [
    { kind: "time", bits: 41 },
    {
      kind: "node",
      name: "place",
      bits: 10,
      parts: [
        { name: "room", bits: 5 },
        { name: "rack", bits: 5 },
      ],
    },
    { kind: "random", bits: 12 },
  ],
});
const rows = defineFormat({
  name: "rows",
  unit: 0.01,
  epoch: "2024-01-01",
  fields: [
    { kind: "time", bits: 48 },
    { kind: "node", name: "nodeId", bits: 15 },
  ],
});
const anyFields = [
  { kind: "time" as const, bits: 41 },
  { kind: "node" as const, name: String(), bits: 10 },
  { kind: "sequence" as const, bits: 12 },
];
const anyNames = defineFormat({ name: "any", epoch: "2024-01-01", fields: anyFields });
const numbers = withOptions(snowflakeSI, { epoch: "2024-01-01" });
`;

/** Expressions, and what editors show of a variable with their value. */
const HOVERS = {
  "generator(discord, { workerId: 1, processId: 0 })": "IdGenerator<bigint>",
  "generator(discord, { workerId: 1, processId: 0 }).next()": "bigint",
  "generator(numbers, { machineId: 1 })": "IdGenerator<number>",
  "generator(sno)": "SnoGenerator",
  "generator(orders, { shop: 1 })": "IdGenerator<number>",
  "generator(tagged)": "MetadataGenerator<bigint>",
  "resume(twitter, snapshot(generator(twitter, { machineId: 1 })))": "IdGenerator<bigint>",
  "await lease(discord, { store: memory() })": "Lease<bigint>",
  "await lease(numbers, { store: memory() })": "Lease<number>",
  "await lease(sno, { store: memory() })": "SnoLease",
  "await lease(tagged, { store: memory() })": "MetadataLease<bigint>",
  "lazyLease(twitter, () => ({ store: memory() }))": "LazyLease<TwitterFormat>",
  "await lazyLease(twitter, () => ({ store: memory() })).opened()": "Lease<bigint>",
  "(await lease(discord, { store: memory() })).status()": "LeaseStatus",
  "memory()": "LeaseStore",
  'http("/ids")': "LeaseServer",
  'await listSeats(memory(), "orders")': "SpaceStatus",
  numbers: "SnowflakeSI<{ machineId: number; }>",
  'withOptions(twitter, { epoch: "2024-01-01" })': "TwitterFormat",
  'withOptions(discord, { epoch: "2024-01-01" })': "DiscordFormat",
  'withOptions(nanoflake, { epoch: "2024-01-01" })': "NanoflakeFormat",
  'withOptions(orders, { epoch: "2024-02-01" })': 'CustomFormat<number, { shop: "node"; order: "sequence"; }>',
  'formatNamed("discord")': "DiscordFormat",
  "formatNamed(String())": "AnyFormat",
  orders: 'CustomFormat<number, { shop: "node"; order: "sequence"; }>',
  tagged: 'CustomFormat<bigint, { type: "metadata"; sequence: "sequence"; }>',
  racks: 'CustomReadOnlyFormat<bigint, { place: "node"; room: "part"; rack: "part"; random: "random"; }>',
  rows: 'CustomReadOnlyFormat<bigint, { nodeId: "node"; ticks: "ticks"; }>',
  anyNames: "CustomFormat<bigint, CustomKinds>",
  "generator(anyNames, { shop: 1, clock: () => Date.now() })": "IdGenerator<bigint>",
  'prefixed(discord, "order")': 'PrefixedFormat<"order", DiscordFormat>',
  'prefixed(discord, "order").toText(5n)': 'PrefixedId<"order">',
  'prefixed(orders, "order")': 'PrefixedFormat<"order", CustomFormat<number, { shop: "node"; order: "sequence"; }>>',
  'discord.decode("1")': "Made & { workerId: number; processId: number; increment: number; }",
  'twitter.decode("1")': "Made & { machineId: number; datacenterId: number; workerId: number; sequence: number; }",
  "sno.decode(sno.zero)": "Made & SnoFields",
  "orders.decode(1)": "Made & { shop: number; order: number; }",
  "rows.decode(1n)": "Made & { nodeId: number; ticks: number; }",
  'prefixed(discord, "order").decode("")': "Made & { workerId: number; processId: number; increment: number; }",
  'decodeColumns(discord, ["1"])': "Columns<{ workerId: number; processId: number; increment: number; }>",
  "lost(discord, 2 ** 60)": "Lost<bigint, { workerId: number; processId: number; increment: number; }>",
  'instant(discord, "1")': "InstantMembers",
  'inspect("1")': "Candidate[]",
  'scan("")': "Found[]",
  'sql(discord, "postgres")': "Sql",
};

/** The members of a text's object types, and the texts of its object types: none may occur twice. */
const repeated = (text) => {
  const members = text.match(/\w+\??: [^;{}]+;/g) ?? [];
  return members.filter((member, at) => members.indexOf(member) !== at);
};

const expressions = Object.keys(HOVERS);
const lines = expressions.map((expression, at) => `const variable${at} = ${expression};\n`);
const program = PROGRAM + lines.join("");
const service = serviceFor({ "hovers.mts": program });

test("the program whose types are shown is correct", () => assert.deepEqual(service.errors("hovers.mts"), []));

for (const [at, expression] of expressions.entries()) {
  test(`an editor shows the type of ${expression} by its name`, () => {
    const position = program.indexOf(`variable${at} `);
    const shown = service.hover("hovers.mts", position).replace(`const variable${at}: `, "");
    // Kinds of fields may stand in any order: the compiler chooses it.
    const inAnyOrder = (text) => text.split(/(?<=[;{]) /).sort();
    assert.deepEqual(inAnyOrder(shown), inAnyOrder(HOVERS[expression]));
    assert.ok(shown.length <= LONGEST, `${shown.length} characters: ${shown}`);
    assert.deepEqual(repeated(shown), []);
  });
}

const blocks = Object.fromEntries(
  blocksFor("tests/js")
    .filter(({ code }) => code.includes('from "flakekit'))
    .map(({ where, language, code }) => [`${where.replace(/\W+/g, "-")}.${language === "ts" ? "mts" : "mjs"}`, code]),
);
const documents = serviceFor(blocks);

test(`an editor shows at most ${LONGEST} characters, and none twice, of each variable in the documents`, () => {
  let count = 0;
  for (const [name, code] of Object.entries(blocks)) {
    for (const { index, 0: declaration } of code.matchAll(/\b(?:const|let) \w+/g)) {
      const shown = documents.hover(name, index + declaration.length - 1);
      assert.ok(shown.length <= LONGEST, `${name} has ${shown.length} characters: ${shown}`);
      assert.deepEqual(repeated(shown), [], shown);
      count += 1;
    }
  }
  assert.ok(count > 100, `${count} variables`);
});
