// Generated from Rust by `npm run build`. Do not edit.

import type * as api from "../../types/index.js";
import { format, wholeNumber } from "../ids/index.js";
import { checkBegin, decimalHint, noEpoch, numberSchema, valueAsNumber } from "./extras.js";
import { withMachine } from "./machine.js";
import { numberGenerators } from "../generators/index.js";
import { PARTS } from "./parts.js";
import { ROTATED } from "./rotated.js";
import { snoFormat } from "./sno.js";

export const twitter = /* @__PURE__ */ format<typeof api.twitter>(
  {
    _name: "twitter",
    _bits: 63,
    _epoch: 1288834974657,
    _fields: [
      ["time", "timestamp", 41],
      ["node", "machineId", 10],
      ["part", "datacenterId", 5],
      ["part", "workerId", 5],
      ["sequence", "sequence", 12],
    ],
  },
  PARTS,
);

export { twitter as x };

export const discord = /* @__PURE__ */ format<typeof api.discord>({
  _name: "discord",
  _bits: 64,
  _epoch: 1420070400000,
  _fields: [
    ["time", "timestamp", 42],
    ["node", "workerId", 5],
    ["node", "processId", 5],
    ["sequence", "increment", 12],
  ],
});

export const instagram = /* @__PURE__ */ format<typeof api.instagram>(
  {
    _name: "instagram",
    _bits: 64,
    _epoch: 1314220021721,
    _fields: [
      ["time", "timestamp", 41],
      ["node", "shardId", 13],
      ["sequence", "sequence", 10],
    ],
  },
  /* @__PURE__ */ withMachine(wholeNumber),
);

export const mastodon = /* @__PURE__ */ format<typeof api.mastodon>({
  _name: "mastodon",
  _bits: 64,
  _epoch: 0,
  _fields: [
    ["time", "timestamp", 48],
    ["sequence", "sequence", 16],
  ],
});

export const sonyflake = /* @__PURE__ */ format<typeof api.sonyflake>(
  {
    _name: "sonyflake",
    _bits: 63,
    _epoch: 1409529600000,
    _unit: 10,
    _fields: [
      ["time", "timestamp", 39],
      ["sequence", "sequence", 8],
      ["node", "machineId", 16],
    ],
  },
  { _checkBegin: checkBegin },
);

export const uid60 = /* @__PURE__ */ format<typeof api.uid60>(
  {
    _name: "uid60",
    _bits: 60,
    _epoch: 1519862400000,
    _text: "rotatedBase64",
    _policies: [NaN, NaN, 1],
    _hasDefault: true,
    _fields: [
      ["time", "timestamp", 42],
      ["sequence", "sequence", 9],
      ["random", "random", 9],
    ],
  },
  { _forms: ROTATED, _hint: decimalHint },
);

export const sno = /* @__PURE__ */ snoFormat<typeof api.sno>({
  _name: "sno",
  _bits: 80,
  _epoch: 1262304000000,
  _unit: 4,
  _native: "string",
  _text: "sno",
  _policies: [3],
  _leastNumbers: 4,
  _choosesNode: true,
  _hasDefault: true,
  _hasSnoSnapshots: true,
  _fields: [
    ["time", "timestamp", 39],
    ["toggle", "toggle", 1],
    ["metadata", "meta", 8],
    ["node", "partition", 16],
    ["sequence", "sequence", 16],
  ],
});

export const snowflakeSI = /* @__PURE__ */ format<typeof api.snowflakeSI>(
  {
    _name: "snowflakeSI",
    _bits: 53,
    _epoch: null,
    _native: "number",
    _reach: 2147483647000,
    _widths: [
      ["timeBits", 40, 52],
      ["machineBits", 0, 12],
      ["sequenceBits", 1, 13],
    ],
    _fields: [
      ["time", "timestamp", 40],
      ["node", "machineId", 5],
      ["sequence", "sequence", 8],
    ],
  },
  { _noEpoch: noEpoch, _generators: numberGenerators, _toNative: valueAsNumber, _schema: numberSchema },
);

export const nanoflake = /* @__PURE__ */ format<typeof api.nanoflake>(
  {
    _name: "nanoflake",
    _bits: 63,
    _epoch: null,
    _text: "base36",
    _policies: [1],
    _waitsInStalls: true,
    _fields: [
      ["time", "timestamp", 41],
      ["node", "generatorId", 10],
      ["sequence", "sequence", 12],
    ],
  },
  /* @__PURE__ */ withMachine(wholeNumber, { _hint: decimalHint, _noEpoch: noEpoch }),
);

export const tsid = /* @__PURE__ */ format<typeof api.tsid>(
  {
    _name: "tsid",
    _bits: 64,
    _epoch: 1577836800000,
    _text: "crockford",
    _fields: [
      ["time", "timestamp", 42],
      ["node", "node", 10],
      ["sequence", "sequence", 12],
    ],
  },
  /* @__PURE__ */ withMachine(wholeNumber, { _hint: decimalHint }),
);
