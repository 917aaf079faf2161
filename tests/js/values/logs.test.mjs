// The texts that consoles and JSON show for formats and generators. tests/runtimes/ has the consoles of Deno, Bun and
// browsers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect as show } from "node:util";
import { discord, formats, generator, sno, snowflakeSI, twitter } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { allFormats } from "../support/shared.mjs";

test("console.log of a format shows its properties", () => {
  assert.equal(
    show(twitter),
    `{
  name: 'twitter',
  bits: 63,
  unit: 1,
  epoch: 2010-11-04T01:42:54.657Z,
  native: 'bigint',
  text: 'decimal',
  fields: [
    'timestamp 41',
    'machineId 10 (datacenterId 5, workerId 5)',
    'sequence 12'
  ]
}`,
  );
  assert.match(show(snowflakeSI), /epoch: null/);
});

test("console.log of a generator shows its format and its node", () => {
  const ids = generator(discord, { workerId: 1, processId: 0 });
  assert.equal(show(ids), "{ format: 'discord', fields: { workerId: 1, processId: 0 } }");
  assert.equal(show([ids]), "[ { format: 'discord', fields: { workerId: 1, processId: 0 } } ]");
});

for (const [format, options] of allFormats) {
  test(`${format.name}: JSON shows the properties of the format and the node of a generator`, () => {
    const { name, bits, unit, epoch, native, text, fields } = format;
    assert.deepEqual(JSON.parse(JSON.stringify(format)), { name, bits, unit, epoch, native, text, fields });
    const ids = generator(format, options);
    assert.deepEqual(JSON.parse(JSON.stringify(ids)), { format: name, fields: ids.fields });
  });

  test(`${format.name}: the fields of a generator are those of its IDs`, () => {
    const ids = generator(format, options);
    const decoded = format.decode(ids.next());
    assert.ok(Object.isFrozen(ids.fields));
    for (const [name, number] of Object.entries(ids.fields)) assert.equal(decoded[name], number);
    const nodes = format.fields.filter(({ kind }) => kind === "node");
    assert.deepEqual(
      Object.keys(ids.fields),
      nodes.flatMap(({ name, parts }) => [name, ...parts.map((part) => part.name)]),
    );
  });
}

test("the fields of a generator contain the parts, and a partition that was chosen for it", () => {
  assert.deepEqual(generator(twitter, { datacenterId: 11, workerId: 26 }).fields, {
    machineId: 378,
    datacenterId: 11,
    workerId: 26,
  });
  const ids = generator(sno);
  assert.deepEqual(ids.fields, { partition: ids.partition });
});

test("the fields of a lease are those of its seat", async () => {
  const ids = await lease(discord, { store: memory(), processId: 3 });
  assert.deepEqual(ids.fields, ids.status().fields);
  assert.equal(ids.fields.processId, 3);
  assert.equal(show(ids), `{ format: 'discord', fields: { workerId: ${ids.fields.workerId}, processId: 3 } }`);
  await ids.close();
});

test("JSON shows all formats", () => {
  assert.deepEqual(
    JSON.parse(JSON.stringify(formats())).map(({ name }) => name),
    formats().map(({ name }) => name),
  );
});
