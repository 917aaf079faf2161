// Overwrites data with zeros if only a panic would read the data. Gzip compresses zeros to almost nothing.

import { dataSegments } from "./binary.mjs";

/**
 * Sentences of panics that are no templates of core::fmt, and the digits with which core::fmt writes numbers; and sentences
 * of serde-wasm-bindgen's errors, which reports cannot cause.
 */
export const PANIC_TEXTS = [
  "capacity overflow",
  "attempt to divide by zero",
  "RefCell already mutably borrowed",
  "RefCell already borrowed",
  "closure invoked recursively or after being dropped",
  "reentrant init",
  "AccessError",
  Array.from({ length: 100 }, (_, i) => String(i).padStart(2, "0")).join(""),
];

/** A template of core::fmt is blanked if its text is at least this long; shorter texts may be other data. */
const LEAST_TEMPLATE = 8;

/** The byte that follows a text in a template of core::fmt: an argument is inserted here. */
const PLACEHOLDER = 0xc0;

/** Blanks the sentences of panics and the templates of core::fmt: a length, so many characters, `PLACEHOLDER`. */
export function blankTexts(bytes) {
  for (const { data } of dataSegments(bytes)) {
    const text = data.toString("latin1");
    for (const dead of PANIC_TEXTS) {
      for (let at = text.indexOf(dead); at >= 0; at = text.indexOf(dead, at + 1)) data.fill(0, at, at + dead.length);
    }
    for (let at = 0; at < data.length; at++) {
      const end = at + 1 + data[at];
      if (data[at] < LEAST_TEMPLATE || data[end] !== PLACEHOLDER) continue;
      if (/^[ -~]*$/.test(text.slice(at + 1, end))) data.fill(0, at, end + 1);
    }
  }
}

/**
 * Blanks every `core::panic::Location` and the file name that it points to. A location is four numbers of 32 bits: the
 * address and the length of the file name, line, column.
 */
export function blankLocations(bytes) {
  const segments = dataSegments(bytes);
  const view = (address, length) => {
    const segment = segments.find(({ start, data }) => address >= start && address + length <= start + data.length);
    return segment?.data.subarray(address - segment.start, address - segment.start + length);
  };
  const dead = [];
  for (const { data } of segments) {
    for (let at = 0; at + 16 <= data.length; at += 4) {
      const location = data.subarray(at, at + 16);
      const file = view(location.readUInt32LE(0), location.readUInt32LE(4));
      if (file?.toString("latin1").endsWith(".rs")) dead.push(location, file);
    }
  }
  // The names are blanked only now, because several locations share a file name.
  for (const range of dead) range.fill(0);
}
