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
    `/** Starts a compiled module, and gives its memory. */
export function start(module) {
    return __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module).memory;
}
`,
  ],
];

const REPLACED_TYPES = [
  [
    /^export type InitInput = [^]*$/m,
    `/**
 * Starts a compiled module, and gives its memory.
 */
export function start(module: WebAssembly.Module): WebAssembly.Memory;
`,
  ],
];

/** What must not be left. */
const UNWANTED = /TextDecoder|TextEncoder|instanceof WebAssembly|import\.meta|fetch\(|initSync/;

/** Rewrites the glue in this folder so that it starts anywhere. */
export function adaptGlue(folder) {
  for (const [name, replaced] of [
    ["core.js", REPLACED],
    ["core.d.ts", REPLACED_TYPES],
  ]) {
    const file = join(folder, name);
    const adapted = replaced.reduce((text, [from, to]) => text.replace(from, to), readFileSync(file, "utf8"));
    const unwanted = adapted.match(UNWANTED)?.[0] ?? (adapted.includes("function start(") ? undefined : "no start");
    if (unwanted) {
      throw new Error(
        `wasm-bindgen's ${name} is not as scripts/glue.mjs knows it (${unwanted}): adapt what it replaces`,
      );
    }
    writeFileSync(file, adapted);
  }
}
