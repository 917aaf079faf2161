// Joins data segments that are close to each other.

import { dataSegments, encodeNumber, readSections, SECTION, withSections } from "./binary.mjs";

/** The longest gap that is filled, in bytes. Larger gaps save nothing more. */
const LONGEST_GAP = 128;

/**
 * The module with fewer data segments: the zeros between them are written. binaryen splits data at 8 zeros, which makes 230
 * segments of the module of inspection. Gzip compresses the zeros to almost nothing, but not the addresses of the segments: 800
 * bytes of that module, gzipped.
 */
export function joinSegments(bytes) {
  const joined = [];
  for (const { start, data } of dataSegments(bytes)) {
    const last = joined.at(-1);
    const gap = last === undefined ? Infinity : start - last.start - last.data.length;
    if (gap > LONGEST_GAP) joined.push({ start, data });
    else last.data = Buffer.concat([last.data, Buffer.alloc(gap), data]);
  }
  const count = encodeNumber(joined.length);
  const segments = joined.map(({ start, data }) =>
    Buffer.from([0, I32_CONST, ...encodeAddress(start), END, ...encodeNumber(data.length), ...data]),
  );
  const contents = {
    [SECTION.data]: Buffer.concat([Buffer.from(count), ...segments]),
    [SECTION.dataCount]: Buffer.from(count),
  };
  return withSections(
    bytes,
    readSections(bytes).map(({ id, content }) => ({ id, content: contents[id] ?? content })),
  );
}

/** The instructions of the expression that gives the address of a segment. */
const I32_CONST = 0x41;
const END = 0x0b;

/** A positive number as signed LEB128: bit 6 of the last byte is its sign. */
function encodeAddress(address) {
  return address < 64 ? [address] : [(address & 127) | 128, ...encodeAddress(address >>> 7)];
}
