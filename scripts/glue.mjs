// What wasm-bindgen writes starts only where instances are of one realm and TextDecoder exists. Neither
// is so everywhere: not in Next's edge sandbox, not in jsdom.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Each is replaced where it occurs. */
const REPLACED = [
  [
    /^let cachedTextDecoder = [^]*?^function decodeText\([^]*?^\}\n/m,
    `import { fromUtf8 } from "../src/utf8.js";

function decodeText(ptr, len) {
    return fromUtf8(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}
`,
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
const UNWANTED = /TextDecoder|TextEncoder|instanceof WebAssembly|import\.meta|fetch\(|initSync/;

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
