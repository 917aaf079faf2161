// The patches on the core as wasm-bindgen writes it, and on the built package.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import binaryen from "binaryen";
import { root } from "../../scripts/run.mjs";
import { PANIC_TEXTS } from "../../scripts/wasm/blank.mjs";
import { compileModule } from "../../scripts/wasm/compile.mjs";
import { adaptModule } from "../../scripts/wasm/core.mjs";
import { declareGlue, GLUE_PATCHES, patchGlue } from "../../scripts/wasm/glue.mjs";
import { OWN_NAMES, shortenNames } from "../../scripts/wasm/names.mjs";

const compiled = join(root, "target", "patches");
const read = (...path) => readFileSync(join(root, ...path));

let glue, wasm, inspection;

before(async () => {
  await compileModule("core", compiled);
  wasm = read("target", "patches", "core_bg.wasm");
  await compileModule("inspect", compiled);
  glue = read("target", "patches", "inspect.js").toString();
  inspection = read("target", "patches", "inspect_bg.wasm");
});

for (const { why, from } of GLUE_PATCHES) {
  test(`wasm-bindgen's glue has what is patched because ${why}`, () => {
    assert.match(glue, from);
    assert.throws(
      () => patchGlue(glue.replace(from, "")),
      ({ message }) => message.includes("glue has changed") && message.includes(why),
    );
    assert.doesNotMatch(patchGlue(glue), from);
  });
}

test("glue that has more to patch than is known is refused", () => {
  assert.throws(() => patchGlue(`${glue.replace("let wasm", "new TextEncoder();\nlet wasm")}`), /TextEncoder' is left/);
});

test("the patched glue is a module that exports start", async () => {
  // A module from a data: URL can't import files.
  const code = patchGlue(glue).replace(/^import (\{.*\}) from "\.\.\/src\/.*";$/gm, "const $1 = {};");
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  assert.equal(typeof module.start, "function");
});

test("the declarations have every export of the modules, and nothing that is not exported", () => {
  const glued = declareGlue(read("target", "patches", "inspect_bg.wasm.d.ts").toString(), "Inspector");
  const bare = read("target", "patches", "core.d.ts").toString();
  for (const [declaration, bytes] of [
    [glued, inspection],
    [bare, wasm],
  ]) {
    const declared = [...declaration.matchAll(/^ {2}readonly (\w+): /gm)].map(([, name]) => name);
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    const others = (names, than) => names.filter((name) => !than.includes(name) && !name.startsWith("__"));
    assert.deepEqual(others(declared, exported), []);
    assert.deepEqual(others(exported, declared), []);
  }
});

test("the core and the protocol of leases import nothing, and the core is known by its version", () => {
  for (const name of ["core.wasm", "lease.wasm"]) {
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(read("dist", name))), []);
  }
  const { version } = JSON.parse(read("dist", "package.json"));
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(read("dist", "core.wasm")));
  assert.ok(exported.some(({ name }) => name === `flakekit ${version}`));
});

test("no text of a panic and no path is left in the built modules, and there were some in the core before", () => {
  for (const name of ["core.wasm", "inspect.wasm"]) {
    const built = read("dist", name).toString("latin1");
    for (const text of PANIC_TEXTS) assert.ok(!built.includes(text), text);
    assert.doesNotMatch(built, /\.rs\b|panicked|called `/);
  }
  const before = wasm.toString("latin1");
  assert.match(before, /\.rs\b/);
  assert.ok(
    PANIC_TEXTS.some((text) => before.includes(text)),
    "no text of PANIC_TEXTS is in the compiled core",
  );
});

test("each text of PANIC_TEXTS is in the compiled core, or in the module of inspection: others need no patch", () => {
  const before = wasm.toString("latin1");
  const others = inspection.toString("latin1");
  assert.deepEqual(
    PANIC_TEXTS.filter((text) => !before.includes(text) && !others.includes(text)),
    [],
  );
});

for (const [name, module, least] of [
  ["the core", "core_bg.wasm", 20],
  ["the module of inspection", "inspect_bg.wasm", 5],
])
  test(`each exported function of ${name} resets the stack pointer first`, async () => {
    const file = join(compiled, "unoptimised.wasm");
    copyFileSync(join(compiled, module), file);
    await adaptModule(file, { hasGlue: true, without: "optimise" });
    const built = binaryen.readBinary(readFileSync(file));
    let own = 0;
    for (let i = 0; i < built.getNumExports(); i++) {
      const { name, value, kind } = binaryen.getExportInfo(built.getExportByIndex(i));
      if (kind !== binaryen.ExternalFunction || name.startsWith("__")) continue;
      const { body } = binaryen.getFunctionInfo(built.getFunction(value));
      const first = binaryen.getExpressionInfo(binaryen.getExpressionInfo(body).children[0]);
      assert.equal(first.id, binaryen.GlobalSetId, name);
      assert.equal(binaryen.getExpressionInfo(first.value).id, binaryen.ConstId, name);
      own++;
    }
    assert.ok(own >= least, `only ${own} functions are exported`);
  });

test("names are shortened alike in the core and in every bundle", () => {
  const module = new WebAssembly.Module(read("dist", "core.wasm"));
  const names = [...WebAssembly.Module.imports(module), ...WebAssembly.Module.exports(module)].map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => OWN_NAMES.test(name)),
    [],
  );
  const short = names.filter((name) => name.startsWith("$"));
  assert.ok(short.length > 20, `only ${short.length} names are shortened`);
  for (const bundle of ["shared.js", "umd/flakekit.js"]) {
    const code = read("dist", ...bundle.split("/")).toString();
    const used = new Set(code.match(/\$[0-9a-z]+/g));
    const unused = short.filter((name) => !used.has(name));
    // Other entries, which use the core of these bundles, call the rest.
    const others = ["shared-lease.js", "testing.js"].map((name) => read("dist", name).toString()).join("\n");
    const usedByOthers = new Set(others.match(/\$[0-9a-z]+/g));
    assert.deepEqual(
      unused.filter((name) => !usedByOthers.has(name)),
      [],
      bundle,
    );
    assert.ok(unused.length < 10, `${bundle}: ${unused}`);
    assert.doesNotMatch(code, /__wbg|__wbindgen/, bundle);
  }
});

test("a core with short names still has the same imports and exports, in the same order", () => {
  const file = join(compiled, "short.wasm");
  copyFileSync(join(compiled, "core_bg.wasm"), file);
  const names = shortenNames(file);
  const lists = (bytes) => {
    const module = new WebAssembly.Module(bytes);
    return [...WebAssembly.Module.imports(module), ...WebAssembly.Module.exports(module)];
  };
  const renamed = lists(wasm).map((one) => ({ ...one, name: names[one.name] ?? one.name }));
  assert.deepEqual(lists(readFileSync(file)), renamed);
  assert.equal(new Set(Object.values(names)).size, Object.keys(names).length);
});
