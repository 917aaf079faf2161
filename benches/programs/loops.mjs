// Loops that use the full capacity of a format: IDs per second, how to make them, and how to read them.

import { batch, batchBytes, generator } from "flakekit";
import { instagram, numbers, sno, sonyflake, twitter, uid60, wideNumbers } from "../lib/formats.mjs";

/** Makes IDs by `next`. Each call of `work` makes `perCall` IDs. */
function oneByOne(format, options, List) {
  return (room, perCall) => {
    const ids = generator(format, options);
    const made = new List(room + perCall);
    const work = (done) => {
      for (let i = 0; i < perCall; i++) made[done + i] = ids.next();
      return done + perCall;
    };
    return { work, made };
  };
}

/** Makes IDs by `batch` or `batchBytes`. Each call of `work` makes a batch of `perCall` IDs. */
function inBatches(format, options, List, width = 1, make = batch) {
  return (room, perCall) => {
    const ids = generator(format, options);
    const made = new List((room + perCall) * width);
    const work = (done) => {
      made.set(make(ids, perCall), done * width);
      return done + perCall;
    };
    return { work, made };
  };
}

/** Reads bigints as two 32-bit halves, which is exact and faster than arithmetic with bigints. */
function bigintReader(timeShift, sequenceShift, sequenceBits) {
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
function numberReader(timeShift, sequenceBits) {
  return {
    numbers: 2 ** sequenceBits,
    time: (made, i) => Math.floor(made[i] / 2 ** timeShift),
    sequence: (made, i) => made[i] % 2 ** sequenceBits,
  };
}

/** Reads the ten bytes of a sno ID: 39 bits of time, the toggle bit, meta, partition and sequence. */
const snoReader = {
  numbers: 2 ** 16,
  time: (made, i) => made[i * 10] * 2 ** 32 + new DataView(made.buffer).getUint32(i * 10 + 1),
  sequence: (made, i) => made[i * 10 + 8] * 256 + made[i * 10 + 9],
};

const formats = [
  { name: "snowflakeSI", perSecond: 256_000, format: numbers, options: { machineId: 3 }, reader: numberReader(13, 8) },
  {
    name: "snowflakeSI, 13 bits of sequence",
    perSecond: 8_192_000,
    format: wideNumbers,
    options: {},
    reader: numberReader(13, 13),
  },
  {
    name: "twitter",
    perSecond: 4_096_000,
    format: twitter,
    options: { machineId: 378 },
    reader: bigintReader(22, 0, 12),
  },
  {
    name: "instagram",
    perSecond: 1_024_000,
    format: instagram,
    options: { shardId: 1341 },
    reader: bigintReader(23, 0, 10),
  },
  {
    name: "sonyflake",
    perSecond: 25_600,
    format: sonyflake,
    options: { machineId: 7 },
    reader: bigintReader(24, 16, 8),
  },
  { name: "uid60", perSecond: 512_000, format: uid60, options: {}, reader: bigintReader(18, 9, 9) },
];

export const loops = [
  ...formats.flatMap(({ name, perSecond, format, options, reader }) => {
    const List = format.native === "number" ? Float64Array : BigUint64Array;
    return [
      { name: `${name} next()`, perSecond, reader, perCall: 16, maker: oneByOne(format, options, List) },
      // The batch size is not a multiple of the IDs per tick, so batches start and end at many places in a tick.
      {
        name: `${name} batch`,
        perSecond,
        reader,
        perCall: format === sonyflake ? 100 : 1000,
        maker: inBatches(format, options, List),
      },
    ];
  }),
  {
    name: "sno batchBytes",
    perSecond: 16_384_000,
    reader: snoReader,
    perCall: 4096,
    maker: inBatches(sno, { partition: 4097 }, Uint8Array, 10, batchBytes),
  },
];
