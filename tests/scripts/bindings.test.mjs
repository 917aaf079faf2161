// The exports of bindings/ and their calls in the wrapper.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";

/** The text of all files with an extension in a folder. */
function readAll(folder, extension) {
  const path = join(root, folder);
  const names = readdirSync(path, { recursive: true }).filter((name) => name.endsWith(extension));
  return names.map((name) => readFileSync(join(path, name), "utf8")).join("\n");
}

/** The names of the functions that the bindings export. */
const exported = [...readAll("bindings/src", ".rs").matchAll(/^#\[wasm_bindgen\]\n(?:#.*\n)*pub fn (\w+)/gm)].map(
  ([, name]) => name,
);

/** The names that the wrapper reads from the core. */
const used = new Set(
  [...readAll("pkg-template/src", ".ts").matchAll(/\b_?core(?:\(\))?\.(\w+)/g)].map(([, name]) => name),
);

test("every export of the bindings is called by the wrapper", () => {
  assert.ok(exported.length > 20, `only ${exported.length} exports were found`);
  assert.deepEqual(
    exported.filter((name) => !used.has(name)),
    [],
  );
});

test("the wrapper calls nothing that the bindings do not export", () => {
  // `memory` is the core's memory. The other names are file names in imports: core.js, core.wasm.
  const others = ["memory", "js", "wasm"];
  assert.deepEqual(
    [...used].filter((name) => !exported.includes(name) && !others.includes(name)),
    [],
  );
});

test("every function that the bindings export is declared with #[wasm_bindgen] alone", () => {
  // Other forms are not found above.
  assert.equal(readAll("bindings/src", ".rs").match(/#\[wasm_bindgen\b/g).length, exported.length);
});
