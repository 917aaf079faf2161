// The spaces of the torture: their formats, their seats, and the places of the fields in their IDs.

import { discord, sno, snowflakeSI, sonyflake, uid60, withOptions } from "flakekit";

/** How many seats each space other than the main one has. */
const FEW = 2;

/** The terms of all spaces, in ms. */
export const WINDOW_MS = 500;
export const CLOCK_SKEW_MS = 50;

/** How old a decision may be when it is written, in ms, unless windows are shorter. */
const AGE_MS = 2_000;

/** How long nobody gets a seat after a store may have forgotten windows of this length, in ms. */
export function graceOf(window) {
  return window + CLOCK_SKEW_MS + Math.min(AGE_MS, window);
}

export const GRACE_MS = graceOf(WINDOW_MS);

/**
 * The spaces. The main space has `seats` seats. Each has:
 * - `name`
 * - `isMain`: each child has a lease of the main space, and of one of the other spaces
 * - `format`, `terms`: the format, and the options of its leases
 * - `tick`, `epoch`: the tick of the format in ms, and its epoch in Unix ms
 * - `time`, `node`, `share`: where these fields are in a packed ID: the lowest bit and the count of bits
 * - `pack`: makes an integer of 64 bits of an ID; two IDs have the same integer only if they have the same numbers
 *
 * This file states the layouts, so that they do not come from the package.
 */
export function spacesOf(seats) {
  return [
    {
      name: "discord",
      isMain: true,
      format: discord,
      terms: { nodes: [0, seats - 1] },
      ...{ tick: 1, epoch: 1_420_070_400_000, time: [22, 42], node: [12, 10], share: [12, 0] },
      pack: (id) => id,
    },
    {
      name: "snowflakeSI",
      format: withOptions(snowflakeSI, { epoch: "2024-01-01" }),
      terms: { machineId: 3, shares: 2 },
      ...{ tick: 1, epoch: Date.UTC(2024, 0, 1), time: [13, 40], node: [8, 0], share: [7, 1] },
      pack: BigInt,
    },
    {
      name: "sno",
      format: sno,
      terms: { nodes: [0, FEW - 1] },
      ...{ tick: 4, epoch: 1_262_304_000_000, time: [25, 39], node: [16, 8], share: [16, 0] },
      pack: packSno,
    },
    {
      name: "uid60",
      format: uid60,
      terms: { shares: 2 },
      ...{ tick: 1, epoch: 1_519_862_400_000, time: [18, 42], node: [18, 0], share: [17, 1] },
      // The packed ID lacks the random bits, which would hide repeats.
      pack: (id) => id & ~0x1ffn,
    },
    {
      name: "sonyflake",
      format: sonyflake,
      terms: { nodes: [0, FEW - 1] },
      ...{ tick: 10, epoch: 1_409_529_600_000, time: [24, 39], node: [0, 16], share: [16, 0] },
      pack: (id) => id,
    },
  ];
}

/** A sno without its metadata and the upper half of its partition, which are 0. */
function packSno(id) {
  const { buffer, byteOffset, byteLength } = sno.toBytes(id);
  const bytes = new DataView(buffer, byteOffset, byteLength);
  // The time and the toggle, the metadata, the partition, the sequence number.
  if (bytes.getUint16(5) !== 0) throw new Error(`a sno of no seat: ${id}`);
  return (BigInt(bytes.getUint32(0)) << 32n) | BigInt(bytes.getUint8(4) * 2 ** 24 + (bytes.getUint32(6) % 2 ** 24));
}

/** A function that reads a field of a packed ID, given as its upper and its lower 32 bits. */
export function fieldReader([shift, bits]) {
  const upper = 2 ** Math.max(0, shift + bits - 32);
  const lower = 2 ** Math.max(0, 32 - shift);
  const all = 2 ** bits;
  return (high, low) => ((high % upper) * lower + (low >>> shift)) % all;
}
