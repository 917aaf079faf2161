// Translates a module to JavaScript, for engines without WebAssembly: binaryen's wasm2js.
//
// - Growth. Not every engine lets JavaScript detach a buffer, so old views would read stale memory. The translated memory
//   has a list, which becomes empty when the memory moves. The wrapper tests the list's length, as it tests the length of a
//   detached view. So both kinds of entries can share one core.
// - A full stack. Everything that can throw comes before the first change of the translated `memory.grow`, which copies by a
//   loop that users cannot replace. A multiplication or division of 64 bits is a call there, and a call can throw; none
//   stands between two stores of a sequencer.
// - Alignment. wasm2js writes an access that is not known to be aligned byte by byte, so the translation is made before
//   alignments are removed.
// - Size. The translation is nearly twice as large as the core, gzipped: loads, stores, comparisons and shifts of 64 bits
//   become several of 32 bits. Functions in their place would be smaller, but on a full stack each call can throw.

import { dataSegments } from "./binary.mjs";

/** The passes that replace instructions that wasm2js can't translate by other instructions. */
const LOWERINGS = ["signext-lowering", "llvm-memory-copy-fill-lowering"];

/**
 * The conversions of floating-point numbers to integers, which saturate: a number that is too large or too small becomes the
 * nearest integer, and NaN becomes 0. binaryen's own lowering of them does not saturate.
 */
const CONVERSIONS = [
  { type: "i64", sign: "s", least: "-0x8000000000000000", most: "0x7fffffffffffffff", from: -(2 ** 63), to: 2 ** 63 },
  { type: "i64", sign: "u", least: "0", most: "-1", from: 0, to: 2 ** 64 },
  { type: "i32", sign: "s", least: "-0x80000000", most: "0x7fffffff", from: -(2 ** 31), to: 2 ** 31 },
  { type: "i32", sign: "u", least: "0", most: "-1", from: 0, to: 2 ** 32 },
];

/** A module, as text, with functions in the place of these conversions. */
function withConversions(text) {
  let functions = "";
  let rest = text;
  for (const { type, sign, least, most, from, to } of CONVERSIONS) {
    const instruction = `${type}.trunc_sat_f64_${sign}`;
    if (!rest.includes(`(${instruction}`)) continue;
    const name = `$convert_${type}_${sign}`;
    rest = rest.replaceAll(`(${instruction}`, `(call ${name}`);
    functions += `(func ${name} (param f64) (result ${type})
      (if (f64.ge (local.get 0) (f64.const ${to})) (then (return (${type}.const ${most}))))
      (if (f64.ge (local.get 0) (f64.const ${from})) (then (return (${type}.trunc_f64_${sign} (local.get 0)))))
      (if (result ${type}) (f64.lt (local.get 0) (f64.const ${from})) (then (${type}.const ${least})) (else (${type}.const 0))))`;
  }
  return rest.replace(/\)\s*$/, `${functions})`);
}

/**
 * The source of an ES module with one export, `instantiate`. It takes the imports of the module, if there are any, and returns the same
 * exports as an instance of the module. There are two differences: an exhausted memory throws a RangeError at once, and `memory` is a plain object. Its list `alive` becomes empty when
 * the memory moves, because there is no way to detach a buffer in every engine.
 *
 * `bytes` are the optimised module, before its alignments are changed: an access that is not known to be aligned is written byte by byte.
 */
export function translate(binaryen, bytes) {
  const given = binaryen.readBinary(bytes);
  const module = binaryen.parseText(withConversions(given.emitText()));
  module.setFeatures(given.getFeatures());
  given.dispose();
  module.runPasses(LOWERINGS);
  module.optimize();
  const data = dataSegments(Buffer.from(module.emitBinary()));
  const bigints = bigintsOf({ binaryen, module });
  const source = module.emitAsmjs();
  module.dispose();
  const pages = between(source, "\n var buffer = new ArrayBuffer(", ");") / PAGE;
  const functions = between(source, "HEAPF64 = new Float64Array(buffer);", "\n bufferView = HEAPU8;");
  const table = between(source, "initActiveSegments(imports);", "\n function __wasm_memory_size");
  const exported = between(source, "\n return {", "\n };").matchAll(/^ {2}"(\w+)": ([\w$]+)/gm);
  const members = Array.from(exported, ([, name, local]) => memberOf(name, local, bigints.get(name)));
  const imports = importsIn(source);
  return (
    HEAD + imports + functions.replace(IMPORTED, "") + table + TAIL + starter(pages, data, members.slice(1), imports)
  );
}

/** How wasm2js declares the imported functions. */
const IMPORTED = /^ var (\S+) = imports\["\S+"\];$|^ var (fimport\$\d+) = \S+?\.(\w+);$/gm;

/** The declarations of the imported functions, which are known once the module is started: the table of functions needs them before. */
function importsIn(source) {
  const functions = Array.from(source.matchAll(IMPORTED)).filter(([, object]) => object === undefined);
  if (functions.length === 0) return "";
  const declared = functions.map(([, , local, name]) => `const ${local} = (...given) => imported.${name}(...given);\n`);
  return `let imported;\n${declared.join("")}`;
}

/** Which parameters of each exported function are 64-bit integers, which JavaScript passes as bigints. */
function bigintsOf({ binaryen, module }) {
  const infos = Array.from({ length: module.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(module.getExportByIndex(i)),
  );
  const functions = infos.filter(({ kind }) => kind === binaryen.ExternalFunction);
  return new Map(
    functions.map(({ name, value }) => {
      const { params } = binaryen.getFunctionInfo(module.getFunction(value));
      return [name, binaryen.expandType(params).map((type) => type === binaryen.i64)];
    }),
  );
}

/** An export as a member of an object. The translation takes a 64-bit integer as two of 32 bits, the low one first. */
function memberOf(name, local, bigints = []) {
  if (!bigints.includes(true)) return `${name}: ${local}`;
  const parameters = bigints.map((_, i) => `p${i}`);
  const passed = parameters.map((p, i) => (bigints[i] ? `half(${p}, 0), half(${p}, 32)` : p));
  return `${name}: (${parameters.join(", ")}) => ${local}(${passed.join(", ")})`;
}

const PAGE = 65536;

/** The views of the memory: the names that wasm2js gives them, and their kinds. */
const VIEWS = Object.entries({
  HEAP8: "Int8Array",
  HEAP16: "Int16Array",
  HEAP32: "Int32Array",
  HEAPU8: "Uint8Array",
  HEAPU16: "Uint16Array",
  HEAPU32: "Uint32Array",
  HEAPF32: "Float32Array",
  HEAPF64: "Float64Array",
});

/** The names that wasm2js expects in scope. */
const HEAD = `
let memory, scratch, scratchFloat, ${VIEWS.map(([name]) => name).join(", ")};
const wasm2js_scratch_load_i32 = (at) => scratch[at];
const wasm2js_scratch_store_i32 = (at, value) => { scratch[at] = value; };
const wasm2js_scratch_load_f64 = () => scratchFloat[0];
const wasm2js_scratch_store_f64 = (value) => { scratchFloat[0] = value; };
const half = (bigint, shift) => Number(BigInt.asIntN(32, bigint >> BigInt(shift)));
const wasm2js_trap = () => { throw new RangeError("the core's memory is full"); };
`;

/** The most bytes of a text of data, so that no line of a bundle gets long: see `breakLines` in scripts/bundle.mjs. */
const MAX_TEXT = 120;

/** The statements that write a segment of data. */
function textsOf({ start, data }) {
  const count = Math.ceil(data.length / MAX_TEXT);
  return Array.from({ length: count }, (_, i) => {
    const text = Buffer.from(data.subarray(i * MAX_TEXT, (i + 1) * MAX_TEXT)).toString("latin1");
    return `write(${start + i * MAX_TEXT}, ${JSON.stringify(text)});`;
  });
}

/**
 * The function that starts the module, which is called once. The others stand beside it: engines parse inner functions twice. A character
 * of a text stands for a byte, because most of the data is sentences.
 */
function starter(pages, data, members, imports) {
  return `
export function instantiate(${imports && "imports"}) {
  ${imports && "[imported] = Object.values(imports);"}
  const buffer = new ArrayBuffer(${pages * PAGE});
  ${VIEWS.map(([name, kind]) => `${name} = new ${kind}(buffer);`).join("\n  ")}
  memory = { buffer, alive: [0], grow };
  ${data.flatMap(textsOf).join("\n  ")}
  scratch = new Int32Array(4);
  scratchFloat = new Float64Array(scratch.buffer);
  return { ${["memory", ...members].join(", ")} };
}
`;
}

/**
 * Grows the memory, as the instruction does. All that can throw comes first, so that on a full stack nothing has changed. Addresses are
 * signed in the translation, so 2 GiB are the limit.
 */
const TAIL = `
  // The bytes are not written by \`set\`, which a user may have replaced. The memory is not copied by it either.
  function write(start, text) {
    for (let i = 0; i < text.length; i++) HEAPU8[start + i] = text.charCodeAt(i);
  }
  function __wasm_memory_size() {
    return HEAPU8.length / ${PAGE};
  }
  function __wasm_memory_grow(pages) {
    const old = __wasm_memory_size();
    const grown = old + pages;
    if (grown >= 32768) return -1;
    try {
      const moved = new ArrayBuffer(grown * ${PAGE});
      const ${VIEWS.map(([name, kind]) => `${name}_ = new ${kind}(moved)`).join(", ")};
      for (let at = 0; at < HEAP32.length; at++) HEAP32_[at] = HEAP32[at];
      const before = memory.alive, alive = [0];
      ${VIEWS.map(([name]) => `${name} = ${name}_;`).join(" ")}
      memory.buffer = moved;
      memory.alive = alive;
      before.length = 0;
      return old;
    } catch {
      return -1;
    }
  }
  function grow(pages) {
    const old = __wasm_memory_grow(pages);
    if (old < 0) throw new RangeError("the core's memory can't grow");
    return old;
  }
  `;

/** The part of a text between two other texts. It throws if binaryen's output has changed. */
function between(text, from, to) {
  const start = text.indexOf(from) + from.length;
  const end = text.indexOf(to, start);
  if (start < from.length || end < 0) throw new Error(`binaryen's translation has no '${from}' before '${to.trim()}'`);
  return text.slice(start, end);
}
