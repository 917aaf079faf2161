// Makes the wasm small: what panics just traps, and what only a panic would read is blanked out.
//
// A panic has nobody to tell: on wasm32-unknown-unknown its message goes nowhere. But the standard library
// still puts it together, with core::fmt, and each place that might panic names its source file, with the
// builder's home directory in it.

import { readFileSync, writeFileSync } from "node:fs";

/** The functions of the standard library that never return, and core::fmt, which writes for nobody else. */
const PANICS =
  /panicking|panic_|_fail\b|_failed|handle_error|capacity_overflow|handle_alloc_error|rust_begin_unwind|\bfmt\b/;

/** Trims and optimises a wasm file in place. It has to have its names; it has none afterwards. */
export async function trim(file) {
  // Only now: the set-up may have installed it in this very process.
  const { default: binaryen } = await import("binaryen");
  const bytes = readFileSync(file);
  blankLocations(bytes);
  const module = binaryen.readBinary(bytes);
  let trapped = 0;
  for (let i = 0; i < module.getNumFunctions(); i++) {
    const panic = module.getFunctionByIndex(i);
    const { name, module: imported } = binaryen.getFunctionInfo(panic);
    if (imported || !PANICS.test(name)) continue;
    binaryen.Function.setBody(panic, module.unreachable());
    trapped++;
  }
  if (trapped === 0) throw new Error(`${file} has no names, so what panics can't be found`);
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(2);
  module.optimize();
  module.runPasses(["flatten", "rereloop"]);
  module.optimize();
  module.optimize();
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  writeFileSync(file, module.emitBinary());
}

/**
 * Blanks out every `core::panic::Location` (four bytes each: where the file's name is, its length, a line and
 * a column) and the names of the files.
 */
function blankLocations(bytes) {
  const segments = dataSegments(bytes);
  const at = (address, length) => {
    const segment = segments.find(({ start, data }) => address >= start && address + length <= start + data.length);
    return segment?.data.subarray(address - segment.start, address - segment.start + length);
  };
  const dead = [];
  for (const { data } of segments) {
    for (let i = 0; i + 16 <= data.length; i += 4) {
      const location = data.subarray(i, i + 16);
      const file = at(location.readUInt32LE(0), location.readUInt32LE(4));
      if (file?.toString("latin1").endsWith(".rs")) dead.push(location, file);
    }
  }
  for (const range of dead) range.fill(0);
}

/** Where the data of a module goes, and the bytes of it, in place. */
function dataSegments(bytes) {
  const DATA = 11;
  const segments = [];
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section === DATA) {
      for (let left = number(); left > 0; left--) {
        // An active segment: a flag of 0, then i32.const, the address, end.
        at += 2;
        const start = number();
        at += 1;
        const length = number();
        segments.push({ start, data: bytes.subarray(at, at + length) });
        at += length;
      }
    }
    at = end;
  }
  return segments;
}
