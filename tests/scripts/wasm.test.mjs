// The patches of the compiled core (scripts/wasm/), on small modules.

import assert from "node:assert/strict";
import { test } from "node:test";
import binaryen from "binaryen";
import { encodeNumber, encodeText, Reader, readSections, withSections } from "../../scripts/wasm/binary.mjs";
import { blankLocations, blankTexts, PANIC_TEXTS } from "../../scripts/wasm/blank.mjs";
import { trapPanics } from "../../scripts/wasm/panics.mjs";
import { resetStackPointer } from "../../scripts/wasm/stack.mjs";

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

const PANICKING = `(module
  (import "glue" "__wbindgen_throw_1" (func $throw (param i32 i32)))
  (func $core::panicking::panic_fmt (param i32) (call $throw (i32.const 1) (i32.const 2)))
  (func $alloc::raw_vec::handle_error (param i32) (drop (i32.const 1)))
  (func $lib::kept (export "kept") (result i32) (i32.const 7))
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

test("functions that do not panic work as before", () => {
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
  const inspection = exportsOf("next", "inspect", "__wbindgen_malloc");
  const low = top - 65536 - 16;
  assert.deepEqual([inspection.next(), inspection.next()], [low, low]);
  assert.equal(inspection.inspect(), top - 16);
  assert.equal(inspection.__wbindgen_malloc(), top - 32, "the glue calls it within a call of the module");
});
