// Rows: other packages make IDs, and then flakekit makes the next IDs, by the function and the formats of
// docs/migrating.md.

import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SnowflakeId } from "@akashrajpurohit/snowflake-id";
import { Snowflake, TwitterSnowflake } from "@sapphire/snowflake";
import { SnowflakeUtil } from "discord.js";
import FlakeId from "flake-idgen";
import { defineFormat, discord, tsid, twitter, withOptions } from "flakekit";
import nodejsSnowflake from "nodejs-snowflake";
import snowflakeId from "snowflake-id";
import sonyflake from "sonyflake";
import { TSIDGenerator } from "tsid-ts";
import { tsid as tsidOfUniku } from "uniku/tsid";
import { writeFiles } from "../../../scripts/documents.mjs";
import { versionOf } from "./tool.mjs";

const files = writeFiles("examples/migrating", join(import.meta.dirname, "documented"));
const { check } = await import(files["check.mjs"]);
const documented = await import(files["formats.mjs"]);

const EPOCH = Date.UTC(2020, 0, 1);

/** A format of the document with the epoch of this test. */
const withEpoch = ({ name, bits, text, fields }) => defineFormat({ name, bits, text, fields, epoch: EPOCH });

const sapphire = new Snowflake(EPOCH);
const akash = SnowflakeId({ workerId: 42, epoch: EPOCH });
const flake = new FlakeId({ datacenter: 9, worker: 7, epoch: EPOCH });
const nodejs = new nodejsSnowflake.Snowflake({ custom_epoch: EPOCH, instance_id: 2345 });
const mid = new snowflakeId.default({ mid: 42, offset: EPOCH });
const sony = new sonyflake.Sonyflake({ epoch: EPOCH, machineId: 4242 });
const tsids = new TSIDGenerator(42);
const fewNodes = new TSIDGenerator(200, 8);

/**
 * Each package: its format, the fields of its IDs, the options of the new generator, a call that makes an ID, and
 * `timeOf`, its own reading of the time, if it has one. `ahead` is by how many ms its IDs may lead the clock: tsid-ts
 * takes the next ms when its counter, which starts at random, overflows (1 % of the IDs).
 */
const packages = [
  {
    name: "@sapphire/snowflake",
    format: withOptions(discord, { epoch: EPOCH }),
    fields: { workerId: 3, processId: 7 },
    options: { workerId: 4, processId: 7 },
    make: () => sapphire.generate({ workerId: 3n, processId: 7n }),
    timeOf: (id) => Number(sapphire.deconstruct(id).timestamp),
  },
  {
    name: "@sapphire/snowflake",
    how: "TwitterSnowflake",
    format: twitter,
    fields: { datacenterId: 11, workerId: 26 },
    options: { machineId: 1 },
    make: () => TwitterSnowflake.generate({ workerId: 11n, processId: 26n }),
    timeOf: (id) => Number(TwitterSnowflake.deconstruct(id).timestamp),
  },
  {
    name: "discord.js",
    format: discord,
    fields: { workerId: 0, processId: 1 },
    options: { workerId: 1, processId: 1 },
    make: () => SnowflakeUtil.generate(),
    timeOf: (id) => Number(SnowflakeUtil.deconstruct(id).timestamp),
  },
  {
    name: "@akashrajpurohit/snowflake-id",
    format: withOptions(twitter, { epoch: EPOCH }),
    fields: { machineId: 42 },
    options: { machineId: 43 },
    make: () => akash.generate(),
  },
  {
    name: "flake-idgen",
    format: withOptions(twitter, { epoch: EPOCH }),
    fields: { datacenterId: 9, workerId: 7 },
    options: { machineId: 1 },
    make: () => twitter.fromBytes(flake.next()),
  },
  {
    name: "nodejs-snowflake",
    format: withEpoch(documented.nodejsSnowflake),
    fields: { instanceId: 2345 },
    options: { instanceId: 2346 },
    make: () => nodejs.getUniqueID(),
    timeOf: (id) => nodejsSnowflake.Snowflake.timestampFromID(id, EPOCH),
  },
  {
    name: "snowflake-id",
    format: withOptions(twitter, { epoch: EPOCH }),
    fields: { machineId: 42 },
    options: { machineId: 43 },
    make: () => mid.generate(),
  },
  {
    name: "sonyflake",
    format: withEpoch(documented.sonyflakeOfNpm),
    fields: { machineId: 4242 },
    options: { machineId: 4243 },
    make: () => sony.nextId(),
    timeOf: (id) => sony.decompose(id).timestamp,
  },
  {
    name: "tsid-ts",
    format: tsid,
    fields: { node: 42 },
    options: { node: 43 },
    make: () => tsids.create().toBigInt(),
    ahead: 1,
  },
  {
    name: "tsid-ts",
    how: "8 bits of node",
    format: documented.tsidOf8,
    fields: { node: 200 },
    options: { node: 201 },
    make: () => fewNodes.create().toString(),
    ahead: 1,
  },
  {
    name: "uniku",
    format: tsid,
    fields: { node: 3 },
    options: { node: 4 },
    make: () => tsidOfUniku.toString(tsidOfUniku({ node: 3 })),
    timeOf: (id) => tsidOfUniku.timestamp(tsidOfUniku.fromString(id)),
  },
];

export const migrating = packages.map(({ name, how, format, fields, options, make, timeOf, ahead = 0 }) => ({
  where: how === undefined ? name : `${name}, ${how}`,
  how: "flakekit makes the next IDs",
  run: async (context) => {
    const begin = Date.now();
    const ids = [];
    for (let i = 0; i < 100; i++) ids.push(make());
    const took = Date.now() - begin;
    // Old IDs of this tick can be larger than new ones.
    await sleep(20);
    const rows = ids.map((id) => ({ id, fields, time: begin }));
    const nodes = check(format, options, rows, took + ahead);
    assert.equal(nodes.length, 1);
    if (timeOf !== undefined)
      check(
        format,
        options,
        ids.map((id) => ({ id, fields, time: timeOf(id) })),
      );
    return { version: versionOf(context, name), loads: "index.js" };
  },
}));
