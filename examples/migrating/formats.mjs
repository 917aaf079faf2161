// Formats of packages whose layouts no built-in format has: docs/migrating.md

import { defineFormat } from "flakekit";

const field = (kind, bits, name) => ({ kind, bits, ...(name && { name }) });

export const nodejsSnowflake = defineFormat({
  name: "nodejs-snowflake",
  bits: 64,
  epoch: "2020-01-01", // your custom_epoch
  fields: [field("time", 42), field("node", 12, "instanceId"), field("sequence", 10)],
});

export const sonyflakeOfNpm = defineFormat({
  name: "sonyflake-npm",
  bits: 64,
  epoch: "2020-05-18", // your epoch
  fields: [field("time", 40), field("sequence", 8), field("node", 16, "machineId")],
});

// TimeUnit: time.Millisecond, BitsSequence: 12, BitsMachineID: 10; the time has what is left of 63 bits
export const sonyflakeOfWidths = defineFormat({
  name: "sonyflake-widths",
  bits: 63,
  epoch: "2024-01-01", // your StartTime, rounded down to a multiple of TimeUnit
  unit: 1, // your TimeUnit in ms
  fields: [field("time", 41), field("sequence", 12), field("node", 10, "machineId")],
});

// 8 bits of node: TSIDGenerator(node, 8), tsid({ nodeBits: 8 }), newInstance256(node); NodeBits = 8, StepBits = 14
export const tsidOf8 = defineFormat({
  name: "tsid-8",
  bits: 64,
  epoch: "2020-01-01",
  text: "crockford",
  fields: [field("time", 42), field("node", 8, "node"), field("sequence", 14)],
});
