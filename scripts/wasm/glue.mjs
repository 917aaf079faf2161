// Patches the JavaScript that wasm-bindgen has written ("glue") so that the module of inspection starts on every runtime. The
// other modules import nothing, and so they have no glue. Each patch is needed for correctness.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Each patch: what it is for, the text that it replaces, and the replacement. */
export const GLUE_PATCHES = [
  {
    why: "jsdom has no TextDecoder",
    from: /^let cachedTextDecoder = [^]*?^function decodeText\([^]*?^\}\n/m,
    to: `import { defineValue, fromUtf8 } from "../src/values/index.js";

function decodeText(ptr, len) {
    return fromUtf8(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}
`,
  },
  {
    why: "only a failed allocation throws (scripts/wasm/panics.mjs), and engines throw a RangeError for that",
    from: /throw new Error\(getStringFromWasm0\(arg0, arg1\)\);/,
    to: `throw new RangeError("WebAssembly's memory is full");`,
  },
  {
    why: "a setter on Array.prototype must not run during a call of the module",
    from: /^ *getObject\(arg0\)\[arg1 >>> 0\] = takeObject\(arg2\);$/m,
    to: `            defineValue(getObject(arg0), arg1, takeObject(arg2));`,
  },
  {
    why: "a setter on Array.prototype could run, too, while wasm-bindgen fills its array of the values that the module knows by numbers",
    from: /^function addHeapObject\(obj\)[^]*?(?=^function getStringFromWasm0)/m,
    to: `const values = new Map();
let last = 0;

function addHeapObject(value) {
    values.set(++last, value);
    return last;
}

function getObject(number) {
    return values.get(number);
}

export function takeObject(number) {
    const value = values.get(number);
    values.delete(number);
    return value;
}

`,
  },
  {
    why: "the functions for values stand in the place of those that read wasm-bindgen's array",
    from: /^function getObject\(idx\)[^]*?^function takeObject\([^]*?^\}\n/m,
    to: "",
  },
  {
    why: "Next's edge runtime passes a WebAssembly.Module of another realm, which fails instanceof",
    from: /^async function __wbg_load\([^]*$/m,
    to: `/** Starts a compiled module and returns its exports. */
export function start(module) {
    return __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);
}

/** Starts the translation of the module to JavaScript. */
export function startTranslation(instantiate) {
    return __wbg_finalize_init({ exports: instantiate(__wbg_get_imports()) });
}
`,
  },
];

/** Text that must not be left: the runtimes above fail at it. */
const UNWANTED =
  /throw new Error\(getString|handleError\(function|TextDecoder|TextEncoder|instanceof WebAssembly|import\.meta|fetch\(|initSync/;

/** The patched glue. It throws if wasm-bindgen has written something that a patch does not know. */
export function patchGlue(glue) {
  for (const { why, from, to } of GLUE_PATCHES) {
    if (glue.search(from) < 0) throw changed(`nothing to replace; the patch is needed because ${why}`);
    glue = glue.replace(from, to);
  }
  const unwanted = glue.match(UNWANTED)?.[0];
  if (unwanted) throw changed(`'${unwanted}' is left`);
  return glue;
}

function changed(what) {
  return new Error(`wasm-bindgen's glue has changed: ${what}. Adapt scripts/wasm/glue.mjs.`);
}

/** The exports of a module as members of an interface, made of wasm-bindgen's declaration of the wasm file. */
export function declareExports(declaration) {
  return declaration.replace(/^\/\*.*\*\/\n/gm, "").replace(/^export const /gm, "  readonly ");
}

/**
 * The declaration of the patched glue, made of wasm-bindgen's declaration of the wasm file. The wrapper calls the exports
 * directly: they take and return primitives and references only, so the functions that wasm-bindgen writes around them
 * would only make the package larger. `name` is the name of the interface.
 */
export function declareGlue(declaration, name) {
  return `/** The exports of the module. */
export interface ${name} {
${declareExports(declaration)}}

/** Starts a compiled module and returns its exports. */
export function start(module: WebAssembly.Module): ${name};

/** Starts the translation of the module to JavaScript. */
export function startTranslation(instantiate: (imports: object) => ${name}): ${name};

/** The value that an export has returned as a number. It may be taken once. */
export function takeObject(number: number): unknown;
`;
}

/** Patches the glue of a module in a folder, in place. `interfaceName` is the name of its exports in TypeScript. */
export function adaptGlue(folder, module, interfaceName) {
  const file = join(folder, `${module}.js`);
  writeFileSync(file, patchGlue(readFileSync(file, "utf8")));
  const declaration = readFileSync(join(folder, `${module}_bg.wasm.d.ts`), "utf8");
  writeFileSync(join(folder, `${module}.d.ts`), declareGlue(declaration, interfaceName));
}
