// The exports of bindings/ and of the crates in it, and their calls in the wrapper.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";

/** The text of all files with an extension in a folder, but not in some folders. */
function readAll(folder, extension, without = []) {
  const path = join(root, folder);
  const names = readdirSync(path, { recursive: true }).filter(
    (name) => name.endsWith(extension) && !without.some((other) => name.replaceAll("\\", "/").startsWith(other)),
  );
  return names.map((name) => readFileSync(join(path, name), "utf8")).join("\n");
}

/** Only these rooms call the modules of leases and of hidden IDs. */
const protocol = readAll("pkg-template/src/lease/protocol", ".ts");
const hidden = readAll("pkg-template/src/hidden", ".ts");
const wrapper = readAll("pkg-template/src", ".ts");
const others = readAll("pkg-template/src", ".ts", ["lease/protocol/", "hidden/"]);

/**
 * The crates: how many functions they export at least, and what the wrapper calls. What it reads of `core` is also the
 * extension of a file in an import.
 */
const crates = [
  { folder: "bindings/src", least: 20, text: others, called: /\b_?core(?:\(\))?\.(\w+)/g },
  { folder: "bindings/hidden/src", least: 4, text: hidden, called: /\b_?core\.(\w+)/g },
  { folder: "bindings/inspect/src", least: 5, text: wrapper, called: /\binspector\(\)\.(\w+)/g },
  { folder: "bindings/lease/src", least: 20, text: protocol, called: /\b(?:core|\w+Core\(\))\.(\w+)/g },
];

for (const { folder, least, text, called } of crates) {
  const source = readAll(folder, ".rs");
  const exported = [...source.matchAll(/^#\[wasm_bindgen\]\n(?:#.*\n)*pub fn (\w+)/gm)].map(([, name]) => name);
  const used = new Set([...text.matchAll(called)].map(([, name]) => name));

  test(`every export of ${folder} is called by the wrapper`, () => {
    assert.ok(exported.length >= least, `only ${exported.length} exports were found`);
    assert.deepEqual(
      exported.filter((name) => !used.has(name)),
      [],
    );
  });

  test(`the wrapper calls nothing that ${folder} does not export`, () => {
    // `memory` is the memory of the module. The other names are file names: core.js, core.ts, core.wasm.
    const notCalled = ["memory", "js", "ts", "wasm"];
    assert.deepEqual(
      [...used].filter((name) => !exported.includes(name) && !notCalled.includes(name)),
      [],
    );
  });

  test(`every function that ${folder} exports is declared with #[wasm_bindgen] alone`, () => {
    // Other forms are not found above.
    assert.equal(source.match(/#\[wasm_bindgen\b/g).length, exported.length);
  });
}
