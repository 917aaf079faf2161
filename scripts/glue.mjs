// What wasm-bindgen writes starts only where instances are of one realm and TextDecoder exists. Neither
// is so everywhere: not in Next's edge sandbox, not in jsdom.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Each is replaced where it occurs. */
const REPLACED = [
  [/^ *__proto__: null,\n/gm, ""],
  [
    /^let cachedTextDecoder = [^]*?^function decodeText\([^]*?^\}\n/m,
    `import { fromUtf8 } from "../src/utf8.js";

function decodeText(ptr, len) {
    return fromUtf8(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}
`,
  ],
  // Called for want of memory alone: see scripts/trim.mjs. Engines throw the same where theirs is full.
  [/throw new Error\(getStringFromWasm0\(arg0, arg1\)\);/, `throw new RangeError("WebAssembly's memory is full");`],
  // Written as a function that is applied, it is twice as long.
  [
    /function\(\) \{ return handleError\(function \((.*)\) \{\n([^]*?)\n *\}, arguments\); \}/g,
    `function($1) {
    try {
$2
    } catch (error) {
        // The stack is full: that says nothing about random bits, which is what these functions are for.
        if (error instanceof RangeError || error.name === "InternalError") throw error;
        wasm.__wbindgen_exn_store(addToExternrefTable0(error));
    }
}`,
  ],
  [
    /^async function __wbg_load\([^]*$/m,
    `/** Starts a compiled module, and gives its exports. */
export function start(module) {
    return __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);
}
`,
  ],
];

/** What must not be left. */
const UNWANTED =
  /throw new Error\(getString|handleError\(function|TextDecoder|TextEncoder|instanceof WebAssembly|import\.meta|fetch\(|initSync/;

/**
 * The exports pass nothing but primitives and references, so they are called as they are: the functions
 * that wasm-bindgen writes around them would only make the package larger.
 */
function typesOf(exports) {
  const members = exports.replace(/^\/\*.*\*\/\n/gm, "").replace(/^export const /gm, "  readonly ");
  return `/** The exports of the core. */
export interface Core {
${members}}

/** Starts a compiled module, and gives its exports. */
export function start(module: WebAssembly.Module): Core;
`;
}

/** Names of the package's own: of what the core is given and gives, and of members that begin with an underscore. */
export const OWN_NAMES = /^[a-z]+(_[a-z]+)+$|^_[a-z]|^__(wb|externref)/;

/** The sections of a wasm file in which names stand. */
const [IMPORTS, EXPORTS] = [2, 7];
const FUNCTION = 0;

/** Gives what a core imports and exports short names, and tells which have which. */
export function shortenNames(file) {
  const names = {};
  const shortened = (name) =>
    OWN_NAMES.test(name) ? (names[name] ??= `$${Object.keys(names).length.toString(36)}`) : name;
  const [bytes, written] = [readFileSync(file), []];
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const take = (length) => bytes.subarray(at, (at += length));
  const text = () => take(number()).toString();
  while (at < bytes.length) {
    const [id, size] = [number(), number()];
    const end = at + size;
    if (id !== IMPORTS && id !== EXPORTS) {
      written.push([id], leb(size), take(size));
      continue;
    }
    const section = [leb(number())];
    while (at < end) {
      if (id === IMPORTS) section.push(named(text()));
      section.push(named(shortened(text())));
      const kind = number();
      if (id === IMPORTS && kind !== FUNCTION) throw new Error(`${file} imports something that is no function`);
      section.push([kind], leb(number()));
    }
    const rewritten = Buffer.concat(section.map((part) => Buffer.from(part)));
    written.push([id], leb(rewritten.length), rewritten);
  }
  writeFileSync(file, Buffer.concat([bytes.subarray(0, 8), ...written.map((part) => Buffer.from(part))]));
  return names;
}

/** A text with its length before it. */
function named(text) {
  return [...leb(Buffer.byteLength(text)), ...Buffer.from(text)];
}

/** A number as wasm has it: seven bits at a time, the low ones first. */
function leb(number) {
  return number < 128 ? [number] : [(number & 127) | 128, ...leb(number >>> 7)];
}

/** Rewrites the glue in this folder so that it starts anywhere. */
export function adaptGlue(folder) {
  const file = join(folder, "core.js");
  const adapted = REPLACED.reduce((text, [from, to]) => text.replace(from, to), readFileSync(file, "utf8"));
  const unwanted = adapted.match(UNWANTED)?.[0] ?? (adapted.includes("function start(") ? undefined : "no start");
  if (unwanted) {
    throw new Error(`wasm-bindgen's glue is not as scripts/glue.mjs knows it (${unwanted}): adapt what it replaces`);
  }
  writeFileSync(file, adapted);
  writeFileSync(join(folder, "core.d.ts"), typesOf(readFileSync(join(folder, "core_bg.wasm.d.ts"), "utf8")));
}
