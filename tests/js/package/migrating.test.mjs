// The function of docs/migrating.md, on IDs that the old packages made: tests/vectors/migrating.json. In
// tests/runtimes/tools/migrating.mjs, the packages of npm make further IDs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import * as flakekit from "flakekit";
import { root } from "../../../scripts/run.mjs";
import { writeFiles } from "../../../scripts/documents.mjs";
import { vectors } from "../support/shared.mjs";
import { project } from "../support/project.mjs";

const { discord, formats: builtIn, generator, sno, twitter, withOptions } = flakekit;
const files = writeFiles("examples/migrating", join(project, "documented"));
const { check } = await import(files["check.mjs"]);
const documented = await import(files["formats.mjs"]);
const rows = vectors("migrating");

/**
 * The format of a row: a built-in format, which may have another epoch or other widths, or a format that the document
 * defines.
 */
function formatOf({ format: name, epoch, widths }) {
  const format = documented[name] ?? flakekit[name];
  return epoch === undefined ? format : withOptions(format, { epoch, ...widths });
}

/** The old IDs of a row: texts of the format, and integers and bytes of the old package. */
function oldOf({ ids, bytes }, format) {
  const read = (id) => {
    if (bytes) return format.fromBytes(Buffer.from(id, "hex"));
    return format.isValid(id) ? id : BigInt(id);
  };
  return ids.map(({ id, ...rest }) => ({ id: read(id), ...rest }));
}

describe("old IDs read the same, and new IDs sort after them", () => {
  for (const row of rows) {
    test(`${row.package} ${row.version}: ${row.made}`, () => {
      const format = formatOf(row);
      const nodes = check(format, row.new, oldOf(row, format));
      assert.ok(nodes.length > 0);
    });
  }
});

test("the document names each package and version that has old IDs", () => {
  const text = readFileSync(join(root, "docs", "migrating.md"), "utf8");
  const named = rows.map(({ package: name, version }) => `${name} ${version}`.trim());
  const missing = named.filter((name) => !text.includes(name) && !text.includes(name.replace("v1.3.0", "")));
  assert.deepEqual(missing, []);
});

test("the example of the document returns the machine numbers of its old IDs", async () => {
  const { orders, oldNodes } = await import(files["orders.mjs"]);
  assert.equal(orders.epoch, Date.parse("2020-01-01"));
  assert.deepEqual(oldNodes, [[3, 7]]);
});

describe("the check throws an error", () => {
  const [row] = rows;
  const format = formatOf(row);
  const old = oldOf(row, format);

  test("if the epoch is another one", () => {
    assert.throws(() => check(discord, row.new, old), /Is the epoch right\?/);
  });

  test("if a time differs by more than it may", () => {
    const later = old.map(({ time, ...rest }) => ({ ...rest, time: time + 1000 }));
    assert.throws(() => check(format, row.new, later, 999), /Is the epoch right\?/);
    check(format, row.new, later, 1000);
  });

  test("if a field is read as another number", () => {
    const fields = { workerId: 7, processId: 3 };
    assert.throws(() => check(format, row.new, [{ ...old[0], fields }]), /workerId is read as 3/);
  });

  test("if the widths are others", () => {
    const wrong = withOptions(twitter, { epoch: row.epoch });
    assert.throws(() => check(wrong, { machineId: 1 }, old), /workerId is read as 7/);
  });

  test("if an old ID has the new machine number", () => {
    assert.throws(() => check(format, { workerId: 3, processId: 7 }, old), /old IDs have its machine number \[3,7\]/);
  });

  test("if an old ID sorts after the new one", () => {
    const time = Date.now() + 60_000;
    const ahead = { id: format.firstAt(time), time };
    assert.throws(() => check(format, row.new, [ahead]), /does not sort after it/);
  });
});

test("IDs of npm's sonyflake with the epoch of the document fit into a BIGINT until 2037-10-18", () => {
  assert.match(documented.sonyflakeOfNpm.date(2n ** 63n).toISOString(), /^2037-10-18T/);
});

describe("the defaults of ORMs", () => {
  const machines = ({ fields }) =>
    Object.fromEntries(fields.filter(({ kind }) => kind === "node").map(({ name }) => [name, 1]));
  const withEpoch = (format) => (format.epoch === null ? withOptions(format, { epoch: "2020-01-01" }) : format);

  for (const format of builtIn()
    .map(withEpoch)
    .filter(({ native }) => native !== "string")) {
    test(`a new ID of ${format.name} is larger than each integer of autoincrement with 32 bits`, () => {
      const made = generator(format, machines(format)).next();
      assert.ok(BigInt(made) > 2n ** 31n - 1n, String(made));
    });
  }

  for (const format of [twitter, discord]) {
    test(`an epoch of a day ago makes an ID of ${format.name} that is larger than 362 million million`, () => {
      const epoch = Date.now() - 86_400_000;
      const made = generator(withOptions(format, { epoch }), machines(format)).next();
      assert.ok(made > 362_000_000_000_000n, String(made));
    });
  }

  test("an integer of autoincrement is read as a time near the epoch", () => {
    assert.equal(discord.timestamp(1n), discord.epoch);
    assert.ok(discord.timestamp(2n ** 31n - 1n) - discord.epoch < 1000);
  });

  test("a text of digits sorts before a cuid, and an ID of 19 digits before one of 18", () => {
    assert.ok(twitter.toText(generator(twitter, { machineId: 1 }).next()) < "cjld2cjxh0000qzrmn831i7rn");
    assert.ok("1000000000000000000" < "999999999999999999");
    assert.equal(twitter.compare("1000000000000000000", "999999999999999999"), 1);
  });

  test("IDs of @akashrajpurohit/snowflake-id have 19 digits from 2028-02-29 on", () => {
    const format = withOptions(twitter, { epoch: 1597017600000 });
    assert.equal(String(format.firstAt("2028-02-29")).length, 18);
    assert.equal(String(format.firstAt("2028-03-01")).length, 19);
  });

  test("only sno can be written as a UUID", () => {
    assert.match(sno.toUUID(generator(sno).next()), /^[\da-f]{8}-/);
    assert.deepEqual(
      builtIn()
        .filter((format) => "toUUID" in format)
        .map(({ name }) => name),
      ["sno"],
    );
  });
});
