// Makes the wasm small: what panics just traps, and what only a panic would read is blanked out.
//
// A panic has nobody to tell: on wasm32-unknown-unknown its message goes nowhere. But the standard library
// still puts it together, with core::fmt, and each place that might panic names its source file, with the
// builder's home directory in it.

import { readFileSync, writeFileSync } from "node:fs";

/** The functions of the standard library that never return, and core::fmt, which writes for nobody else. */
const PANICS =
  /panicking|panic_|_fail\b|_failed|handle_error|capacity_overflow|handle_alloc_error|rust_begin_unwind|\bfmt\b/;

/** Those of them that are called when there is no memory left. They throw, since that is nobody's mistake. */
const OUT_OF_MEMORY = /alloc_error|handle_error|capacity_overflow/;

/** The glue's function that throws: see scripts/glue.mjs. */
const THROW = /__wbindgen_throw/;

/** What they would say beside the templates of core::fmt, and the digits by which that writes numbers. */
const PANIC_TEXTS = [
  "capacity overflow",
  "attempt to divide by zero",
  "RefCell already mutably borrowed",
  "RefCell already borrowed",
  "closure invoked recursively or after being dropped",
  "AccessError",
  Array.from({ length: 100 }, (_, i) => String(i).padStart(2, "0")).join(""),
];

/** What nobody calls, but a table holds: closures and futures for JavaScript, of which there are none here. */
const UNUSED = /^wasm_bindgen::convert::closures::|^js_sys::futures::/;

/** Where a call's place on the stack in linear memory begins. */
const STACK_POINTER = "__stack_pointer";

/** The part of that stack that belongs to `fetch_random_bits`, in bytes. */
const RESERVED = 1 << 16;

/** What wasm-bindgen exports for glue of another kind than ours. */
const UNUSED_EXPORTS = ["__abort_handler", "__instance_terminated"];

/** Trims and optimises a wasm file in place. It has to have its names; it has none afterwards. */
export async function trim(file) {
  // Only now: the set-up may have installed it in this very process.
  const { default: binaryen } = await import("binaryen");
  const bytes = readFileSync(file);
  blankLocations(bytes);
  blankTexts(bytes);
  const module = binaryen.readBinary(bytes);
  if (dropDead(binaryen, module) === 0) throw new Error(`${file} has no names, so what panics can't be found`);
  for (const name of UNUSED_EXPORTS) module.removeExport(name);
  resetStackPointers(binaryen, module);
  optimise(binaryen, module);
  module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  writeFileSync(file, module.emitBinary());
}

/**
 * Makes traps of the functions that panic or that nobody calls, takes them out of the table, and counts them. Those that
 * are called for want of memory throw.
 */
function dropDead(binaryen, module) {
  let dropped = 0;
  const isDead = (name) => PANICS.test(name) || UNUSED.test(name);
  const functions = Array.from({ length: module.getNumFunctions() }, (_, i) => module.getFunctionByIndex(i));
  const infos = functions.map((one) => ({ one, ...binaryen.getFunctionInfo(one) }));
  const thrower = infos.find(({ module: imported, base }) => imported && THROW.test(base));
  const nothing = module.i32.const(0);
  for (const { one, name, module: imported } of infos) {
    if (imported || !isDead(name)) continue;
    const trap = module.unreachable();
    const thrown = () => module.block(null, [module.call(thrower.name, [nothing, nothing], binaryen.none), trap]);
    binaryen.Function.setBody(one, OUT_OF_MEMORY.test(name) ? thrown() : trap);
    dropped++;
  }
  const { name: segment, table, offset, data } = binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(0));
  const { value: first } = binaryen.getExpressionInfo(offset);
  module.removeElementSegment(segment);
  data.forEach((name, i) => {
    if (!isDead(name)) module.addActiveElementSegment(table, name, [name], module.i32.const(first + i));
  });
  return dropped;
}

/**
 * Makes each call of the core begin with a whole stack in linear memory. A call that the engine throws out of, because
 * its own stack is full, leaves the stack pointer where it was, so after enough of them no stack would be left.
 *
 * This is right because no call of the core runs within another one. The exception is `fetch_random_bits`, which calls
 * into JavaScript: it has the upper part of the stack to itself.
 */
function resetStackPointers(binaryen, module) {
  const { init } = binaryen.getGlobalInfo(module.getGlobal(STACK_POINTER));
  const { value: top } = binaryen.getExpressionInfo(init);
  for (let i = 0; i < module.getNumExports(); i++) {
    const { name, value, kind } = binaryen.getExportInfo(module.getExportByIndex(i));
    // What begins with underscores is the glue's, which calls it within calls of the core.
    if (kind !== binaryen.ExternalFunction || name.startsWith("__")) continue;
    const called = module.getFunction(value);
    const { results, body } = binaryen.getFunctionInfo(called);
    const pointer = module.i32.const(name === "fetch_random_bits" ? top : top - RESERVED);
    const reset = module.global.set(STACK_POINTER, pointer);
    binaryen.Function.setBody(called, module.block(null, [reset, body], results));
  }
}

/** What has been found to make it smallest, gzipped. */
function optimise(binaryen, module) {
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(2);
  // The lowest 1024 bytes are the far end of the stack.
  binaryen.setLowMemoryUnused(true);
  for (let round = 0; round < 2; round++) {
    module.runPasses(["flatten", "rereloop"]);
    module.optimize();
  }
  module.optimize();
  // Alignments are but hints; all alike, they take less. What is called most has the shortest number.
  module.runPasses(["dealign", "reorder-functions"]);
}

/**
 * Blanks out what panics would say: those texts, and every template of core::fmt, where a text is preceded by
 * its length and followed by the mark of a place, 0xC0.
 */
function blankTexts(bytes) {
  const [LEAST, PLACE] = [8, 0xc0];
  for (const { data } of dataSegments(bytes)) {
    const text = data.toString("latin1");
    for (const dead of PANIC_TEXTS) {
      for (let at = text.indexOf(dead); at >= 0; at = text.indexOf(dead, at + 1)) data.fill(0, at, at + dead.length);
    }
    for (let at = 0; at < data.length; at++) {
      const end = at + 1 + data[at];
      if (data[at] < LEAST || data[end] !== PLACE || !/^[ -~]*$/.test(text.slice(at + 1, end))) continue;
      data.fill(0, at, end + 1);
    }
  }
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
