// The loops that fill every format: what it holds per second, how IDs are made, and how to tell them apart.

import { instagram, numbers, sno, sonyflake, twitter, uid60, wideNumbers } from "../lib/formats.mjs";

const LOT = 4096;

/** Makes IDs one by one, some at a time between two looks at the clock. */
function oneByOne(format, options, List) {
  return (room, per) => {
    const generator = format.generator(options);
    const made = new List(room + per);
    const work = (done) => {
      for (let i = 0; i < per; i++) made[done + i] = generator.next();
      return done + per;
    };
    return { work, made };
  };
}

/** Makes a batch at a time. */
function inBatches(format, options, List, width = 1, name = "batch") {
  return (room, per, lot) => {
    const generator = format.generator(options);
    const made = new List((room + lot) * width);
    const work = (done) => {
      made.set(generator[name](lot), done * width);
      return done + lot;
    };
    return { work, made };
  };
}

/** Reads bigints by their low and high halves: a float can't hold all of one, and a bigint of each part is slow. */
function halves(timeShift, sequenceShift, sequenceBits) {
  const halvesOf = new WeakMap();
  const parts = (made) => {
    if (!halvesOf.has(made)) halvesOf.set(made, new Uint32Array(made.buffer));
    return halvesOf.get(made);
  };
  const mask = 2 ** sequenceBits - 1;
  return {
    numbers: 2 ** sequenceBits,
    time: (made, i) => parts(made)[i * 2 + 1] * 2 ** (32 - timeShift) + (parts(made)[i * 2] >>> timeShift),
    sequence: (made, i) => (parts(made)[i * 2] >>> sequenceShift) & mask,
  };
}

/** Reads numbers. */
function whole(timeShift, sequenceBits) {
  return {
    numbers: 2 ** sequenceBits,
    time: (made, i) => Math.floor(made[i] / 2 ** timeShift),
    sequence: (made, i) => made[i] % 2 ** sequenceBits,
  };
}

/** Reads sno's ten bytes: 39 bits of time and one that toggles, then meta, partition and sequence. */
const tenBytes = {
  numbers: 2 ** 16,
  time: (made, i) => made[i * 10] * 2 ** 32 + new DataView(made.buffer).getUint32(i * 10 + 1),
  sequence: (made, i) => made[i * 10 + 8] * 256 + made[i * 10 + 9],
};

const formats = [
  { name: "snowflakeSI", perSecond: 256_000, format: numbers, options: { machineId: 3 }, seen: whole(13, 8) },
  {
    name: "snowflakeSI, 13 bits of sequence",
    perSecond: 8_192_000,
    format: wideNumbers,
    options: {},
    seen: whole(13, 13),
  },
  { name: "twitter", perSecond: 4_096_000, format: twitter, options: { machineId: 378 }, seen: halves(22, 0, 12) },
  { name: "instagram", perSecond: 1_024_000, format: instagram, options: { shardId: 1341 }, seen: halves(23, 0, 10) },
  { name: "sonyflake", perSecond: 25_600, format: sonyflake, options: { machineId: 7 }, seen: halves(24, 16, 8) },
  { name: "uid60", perSecond: 512_000, format: uid60, options: {}, seen: halves(18, 9, 9) },
];

export const loops = [
  ...formats.flatMap(({ name, perSecond, format, options, seen }) => {
    const List = format.native === "number" ? Float64Array : BigUint64Array;
    return [
      { name: `${name} next()`, perSecond, seen, per: 16, lot: 16, ids: oneByOne(format, options, List) },
      // A lot that is no multiple of what a tick holds is cut in many ways.
      {
        name: `${name} batch`,
        perSecond,
        seen,
        lot: format === sonyflake ? 100 : 1000,
        ids: inBatches(format, options, List),
      },
    ];
  }),
  {
    name: "sno batchBytes",
    perSecond: 16_384_000,
    seen: tenBytes,
    lot: LOT,
    ids: inBatches(sno, { partition: 4097 }, Uint8Array, 10, "batchBytes"),
  },
];
