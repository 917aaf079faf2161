// The patches of the compiled core (scripts/wasm/), on small modules.

import assert from "node:assert/strict";
import { test } from "node:test";
import binaryen from "binaryen";
import {
  dataSegments,
  encodeNumber,
  encodeText,
  Reader,
  readSections,
  withSections,
} from "../../scripts/wasm/binary.mjs";
import { blankLocations, blankTexts, PANIC_TEXTS } from "../../scripts/wasm/blank.mjs";
import { joinSegments } from "../../scripts/wasm/join.mjs";
import { trapPanics } from "../../scripts/wasm/panics.mjs";
import { resetStackPointer } from "../../scripts/wasm/stack.mjs";
import { translate } from "../../scripts/wasm/translate.mjs";

/** A module with one data segment of these bytes, at address 1024. */
function moduleWithData(data) {
  const module = binaryen.parseText('(module (memory 1) (data (i32.const 1024) "\\00"))');
  module.setMemory(1, 1, null, [{ offset: module.i32.const(1024), data, passive: false }]);
  return Buffer.from(module.emitBinary());
}

/** What the data of a module is after a patch. */
function dataAfter(patch, data) {
  const bytes = moduleWithData(data);
  patch(bytes);
  const { exports } = instanceOf(bytes, (module) => module.addMemoryExport("0", "memory"));
  return Buffer.from(exports.memory.buffer, 1024, data.length);
}

/** An instance of a module, after `change`. */
function instanceOf(bytes, change, imports = {}) {
  const module = binaryen.readBinary(bytes);
  change(module);
  assert.ok(module.validate());
  return new WebAssembly.Instance(new WebAssembly.Module(module.emitBinary()), imports);
}

test("numbers and texts of the binary format are read as they are written", () => {
  const numbers = [0, 1, 127, 128, 300, 0x3fff, 0x4000, 0xffffffff];
  const reader = new Reader(Buffer.from([...numbers.flatMap(encodeNumber), ...encodeText("née")]));
  assert.deepEqual(
    numbers.map(() => reader.number()),
    numbers,
  );
  assert.equal(reader.text(), "née");
  assert.ok(reader.done);
  assert.deepEqual(encodeNumber(624485), [0xe5, 0x8e, 0x26], "the example of the LEB128 article");
});

test("a module that is taken apart into sections and put together again is the same", () => {
  const bytes = moduleWithData(Buffer.alloc(300, 7));
  assert.deepEqual(withSections(bytes, readSections(bytes)), bytes);
});

test("the texts of panics and the templates of core::fmt are blanked, other data is kept", () => {
  const template = "index out of bounds";
  const data = Buffer.concat([
    Buffer.from("keep 1;"),
    Buffer.from([template.length, ...Buffer.from(template), 0xc0]),
    Buffer.from("keep 2;"),
    Buffer.from(PANIC_TEXTS.join("")),
    Buffer.from("keep 3;"),
    // Shorter than any template that is blanked.
    Buffer.from([5, ...Buffer.from("short"), 0xc0]),
  ]);
  const kept = dataAfter(blankTexts, data).toString("latin1").replace(/\0+/g, "|");
  assert.equal(kept, "keep 1;|keep 2;|keep 3;\x05short\xc0");
});

test("locations of panics and the file names that they share are blanked, other data is kept", () => {
  const file = "/home/me/src/layout.rs";
  const location = (line) => {
    const bytes = Buffer.alloc(16);
    [1024, file.length, line, 5].forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
    return bytes;
  };
  const padding = Buffer.from("keep".padEnd(Math.ceil(file.length / 4) * 4 - file.length + 4));
  const data = Buffer.concat([Buffer.from(file), padding, location(10), location(20), Buffer.from("keep")]);
  const blanked = dataAfter(blankLocations, data);
  const kept = blanked.toString("latin1").replace(/\0+/g, "|").replaceAll(" ", "");
  assert.equal(kept, "|keep|keep");
});

test("data segments that are close are joined, and the memory is the same", () => {
  const module = binaryen.parseText('(module (memory (export "memory") 1) (data (i32.const 0) "\\00"))');
  const segments = [
    [60, "one"],
    [66, "two"],
    [8000, "three"],
    [8100, "four"],
  ];
  module.setMemory(
    1,
    1,
    null,
    segments.map(([at, text]) => ({ offset: module.i32.const(at), data: Buffer.from(text), passive: false })),
  );
  const bytes = Buffer.from(module.emitBinary());
  const memoryOf = (wasm) =>
    Buffer.from(new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports.memory.buffer).toString("latin1");
  const joined = joinSegments(bytes);
  assert.equal(memoryOf(joined), memoryOf(bytes));
  assert.deepEqual(
    dataSegments(joined).map(({ start, data }) => [start, data.toString("latin1").replace(/\0+/g, "|")]),
    [
      [60, "one|two"],
      [8000, "three|four"],
    ],
  );
});

const PANICKING = `(module
  (import "glue" "__wbindgen_throw_1" (func $throw (param i32 i32)))
  (func $core::panicking::panic_fmt (param i32) (call $throw (i32.const 1) (i32.const 2)))
  (func $alloc::raw_vec::handle_error (param i32) (drop (i32.const 1)))
  (func $lib::kept_failed (export "kept") (result i32) (i32.const 7))
  (func $panic (export "panic") (call $core::panicking::panic_fmt (i32.const 0)))
  (func $allocate (export "allocate") (call $alloc::raw_vec::handle_error (i32.const 0))))`;

function panicking() {
  const thrown = new RangeError("full");
  const glue = {
    __wbindgen_throw_1: () => {
      throw thrown;
    },
  };
  const module = binaryen.parseText(PANICKING);
  trapPanics({ binaryen, module });
  assert.ok(module.validate());
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module.emitBinary()), { glue });
  return { exports, thrown };
}

test("a panic traps", () => {
  assert.throws(() => panicking().exports.panic(), WebAssembly.RuntimeError);
});

test("a failed allocation throws what the glue throws", () => {
  const { exports, thrown } = panicking();
  assert.throws(
    () => exports.allocate(),
    (error) => error === thrown,
  );
});

test("functions that do not panic work as before, and exports with names like those that do", () => {
  assert.equal(panicking().exports.kept(), 7);
});

test("a core without names of functions is refused", () => {
  const module = binaryen.parseText("(module (func $0))");
  assert.throws(() => trapPanics({ binaryen, module }), /no names/);
});

test("each exported function starts at the top of the stack, and 64 KiB below it if another one calls JavaScript", () => {
  const spend = "(global.set $__stack_pointer (i32.sub (global.get $__stack_pointer) (i32.const 16)))";
  const top = 1048576;
  const exportsOf = (...names) => {
    const functions = names.map(
      (name) => `(func (export "${name}") (result i32) ${spend} (global.get $__stack_pointer))`,
    );
    const module = binaryen.parseText(
      `(module (global $__stack_pointer (mut i32) (i32.const ${top})) ${functions.join("")})`,
    );
    resetStackPointer({ binaryen, module });
    return new WebAssembly.Instance(new WebAssembly.Module(module.emitBinary())).exports;
  };
  // Each leaves the stack pointer below where it was, as after an exception.
  const core = exportsOf("next");
  assert.deepEqual([core.next(), core.next()], [top - 16, top - 16]);
  const inspection = exportsOf("next", "names_of", "__wbindgen_malloc");
  const low = top - 65536 - 16;
  assert.deepEqual([inspection.next(), inspection.next()], [low, low]);
  assert.equal(inspection.names_of(), top - 16);
  assert.equal(inspection.__wbindgen_malloc(), top - 32, "the glue calls it within a call of the module");
});

/** The exports of a module, given as text, as WebAssembly and translated to JavaScript. */
async function bothOf(text) {
  const module = binaryen.parseText(text);
  module.setFeatures(binaryen.Features.NontrappingFPToInt);
  assert.ok(module.validate());
  const bytes = module.emitBinary();
  const code = `data:text/javascript,${encodeURIComponent(translate(binaryen, bytes))}`;
  return [new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports, (await import(code)).instantiate()];
}

/** A memory, data and a table of functions, which the modules of the package have: `translate` expects them. */
const PARTS = `(memory (export "memory") 1) (data (i32.const 1024) "\\01\\02\\03") (table 1 funcref) (elem (i32.const 0) $size)
  (func $size (export "size") (result i32) (memory.size))`;

test("translated conversions of floating-point numbers to integers saturate, as those of WebAssembly", async () => {
  const [module, translated] = await bothOf(`(module ${PARTS}
    (func (export "signed") (param f64) (result f64) (f64.convert_i64_s (i64.trunc_sat_f64_s (local.get 0))))
    (func (export "unsigned") (param f64) (result f64) (f64.convert_i64_u (i64.trunc_sat_f64_u (local.get 0))))
    (func (export "small") (param f64) (result i32) (i32.trunc_sat_f64_s (local.get 0)))
    (func (export "smallUnsigned") (param f64) (result i32) (i32.trunc_sat_f64_u (local.get 0))))`);
  const powers = [31, 32, 52, 53, 62, 63, 64, 100].flatMap((bits) => [
    2 ** bits,
    2 ** bits - 1,
    2 ** bits + 2 ** (bits - 52),
  ]);
  const numbers = [0, 0.5, 1.9, 7, ...powers, 1e300, Infinity].flatMap((number) => [number, -number]).concat(NaN);
  for (const name of ["signed", "unsigned", "small", "smallUnsigned"]) {
    for (const number of numbers) assert.equal(translated[name](number), module[name](number), `${name}(${number})`);
  }
});

test("a translated function takes 64-bit integers as bigints", async () => {
  const [module, translated] = await bothOf(`(module ${PARTS}
    (func (export "high") (param i32 i64 i64) (result i32)
      (i32.add (local.get 0) (i32.wrap_i64 (i64.shr_u (i64.sub (local.get 1) (local.get 2)) (i64.const 32))))))`);
  for (const [one, other] of [
    [0n, 1n],
    [2n ** 64n - 1n, 5n],
    [0x1234_5678_9abc_def0n, 7n << 40n],
  ]) {
    assert.equal(translated.high(3, one, other), module.high(3, one, other), `${one} and ${other}`);
  }
});

test("a translated memory keeps its content when it grows, says that it has moved, and refuses to grow beyond 2 GiB", async () => {
  const [, translated] = await bothOf(`(module ${PARTS}
    (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
    (func (export "read") (param i32) (result i32) (i32.load (local.get 0))))`);
  const { memory } = translated;
  const { buffer, alive } = memory;
  new Uint32Array(buffer)[20] = 77;
  assert.equal(translated.grow(3), 1);
  assert.equal(alive.length, 0);
  assert.equal(memory.alive.length, 1);
  assert.notEqual(memory.buffer, buffer);
  assert.deepEqual([translated.size(), memory.buffer.byteLength], [4, 4 * 65_536]);
  assert.deepEqual([translated.read(80), translated.read(1024)], [77, 0x030201]);
  assert.equal(translated.grow(32_768), -1);
  assert.throws(() => memory.grow(32_768), RangeError);
  assert.equal(memory.alive.length, 1);
});
