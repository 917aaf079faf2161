// How the module of inspection is loaded: by itself, without the core, at the first use, and by users.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import vm from "node:vm";
import { build } from "esbuild";
import { fresh, REFUSAL } from "../support/fresh.mjs";
import { installed, project } from "../support/project.mjs";

const wasm = join(installed, "inspect.wasm");
const BYTES = `import { readFileSync } from "node:fs";\nconst bytes = readFileSync(${JSON.stringify(wasm)});\n`;
const ID = "175928847299117063";
const READ = `inspection.inspect("${ID}", { now: "2026-11-22" })[0].format`;

/** Bundles a program for browsers. */
async function bundle(contents, options) {
  const stdin = { contents, resolveDir: project };
  const common = { bundle: true, format: "esm", metafile: true, minify: true, stdin, write: false };
  const { outputFiles, metafile } = await build({ ...common, logLevel: "silent", ...options });
  return {
    code: outputFiles[0].text,
    files: Object.keys(metafile.inputs).filter((file) => file.includes("flakekit/")),
  };
}

test("a bundle of inspect contains its module and neither the core nor a generator", async () => {
  const { code, files } = await bundle('import { inspect } from "flakekit/inspect"; use(inspect);');
  assert.deepEqual(files.toSorted(), ["node_modules/flakekit/inspect.js", "node_modules/flakekit/shared-inspect.js"]);
  for (const word of ["GENERATOR_FREED", "onExhausted", "sequenceRange"]) assert.ok(!code.includes(word), word);
});

test("unused imports of inspection add nothing to a bundle", async () => {
  for (const contents of [
    'import "flakekit/inspect"',
    'import { inspect } from "flakekit/inspect"',
    'import * as all from "flakekit/inspect/manual"',
  ]) {
    const { code } = await bundle(contents);
    assert.equal(code.trim(), "", contents);
  }
});

test("importing inspection starts nothing, the first use starts one module, and the core does not run", () => {
  const told = fresh(`
    const { Module } = WebAssembly;
    let started = 0;
    WebAssembly.Module = class extends Module { constructor(source) { super(source); started += 1; } };
    const before = Reflect.ownKeys(globalThis).length;
    const inspection = await import("flakekit/inspect");
    const imported = started;
    const read = [${READ}, ${READ}];
    tell({ imported, read, started, globals: Reflect.ownKeys(globalThis).length - before });
  `);
  assert.deepEqual(told, { imported: 0, read: ["discord", "discord"], started: 1, globals: 0 });
});

test("without WebAssembly, inspect and scan throw CORE_FAILED, and foreignFormats works", () => {
  const told = fresh(`${REFUSAL}
    delete globalThis.WebAssembly;
    const inspection = await import("flakekit/inspect");
    tell([...[() => ${READ}, () => inspection.scan("${ID}")].map(refusal), inspection.foreignFormats()[0].name]);
  `);
  assert.equal(told.pop(), "uuid v1");
  for (const refusal of told) assert.match(refusal, /^CORE_FAILED: .*WebAssembly is not defined/);
});

test("if compilation is forbidden, inspect names the missing directive, and works when it is allowed", () => {
  const told = fresh(`${REFUSAL}
    const { Module } = WebAssembly;
    WebAssembly.Module = function () { throw new EvalError("refused"); };
    const inspection = await import("flakekit/inspect");
    const first = refusal(() => ${READ});
    WebAssembly.Module = Module;
    tell([first, ${READ}]);
  `);
  assert.match(told[0], /^CORE_FAILED: .*refused.*script-src 'wasm-unsafe-eval'/);
  assert.equal(told[1], "discord");
});

for (const [how, load] of [
  ["imported", 'const inspection = await import("flakekit/inspect/manual");'],
  [
    "required",
    'import { createRequire } from "node:module";\nconst inspection = createRequire(import.meta.url)("./node_modules/flakekit/umd/inspect/manual.js");',
  ],
]) {
  test(`flakekit/inspect/manual, ${how}, takes the module of any realm, or its bytes`, () => {
    for (const source of [
      "bytes",
      "bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)",
      "new WebAssembly.Module(bytes)",
      'vm.runInNewContext("new WebAssembly.Module(bytes)", { bytes })',
    ]) {
      const told = fresh(`
        import vm from "node:vm";
        ${BYTES}${load}
        inspection.loadInspector(${source});
        inspection.loadInspector(undefined);
        tell(${READ});
      `);
      assert.equal(told, "discord", source);
    }
  });

  test(`flakekit/inspect/manual, ${how}, names the missing module, and refuses another one, also the core`, () => {
    const told = fresh(`${REFUSAL}${BYTES}${load}
      const core = readFileSync(${JSON.stringify(join(installed, "core.wasm"))});
      const wrong = [undefined, "inspect.wasm", Promise.resolve(bytes), new Uint8Array(8), core,
        new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))];
      const before = refusal(() => ${READ});
      const refusals = wrong.map((source) => refusal(() => inspection.loadInspector(source)));
      inspection.loadInspector(bytes);
      tell({ before, refusals, after: ${READ} });
    `);
    assert.match(
      told.before,
      /^CORE_MISSING: flakekit\/inspect\.wasm of this version .*loadInspector of flakekit\/inspect\/manual$/,
    );
    for (const refusal of told.refusals)
      assert.match(
        refusal,
        /^CORE_FAILED: flakekit\/inspect\.wasm of this version .*loadInspector of flakekit\/inspect\/manual, /,
      );
    assert.equal(told.after, "discord");
  });
}

test("the script defines one global, flakekitInspect, in a page", () => {
  for (const [files, names] of [
    [["inspect.js"], ["foreignFormats", "inspect"]],
    [
      ["inspect.js", "inspect/manual.js"],
      ["foreignFormats", "inspect", "loadInspector"],
    ],
  ]) {
    const page = vm.createContext({ WebAssembly: globalThis.WebAssembly });
    const before = Object.keys(page);
    for (const file of files) vm.runInContext(readFileSync(join(installed, "umd", file), "utf8"), page);
    assert.deepEqual(
      Object.keys(page).filter((name) => !before.includes(name)),
      ["flakekitInspect"],
    );
    const { flakekitInspect } = page;
    for (const name of names) assert.equal(typeof flakekitInspect[name], "function");
    flakekitInspect.loadInspector?.(readFileSync(wasm));
    assert.equal(flakekitInspect.inspect(ID, { now: 1.7e12 })[0].format, "discord");
  }
});

for (const condition of ["workerd", "edge-light"]) {
  test(`${condition}: the bundler provides the module; in the global scope, now has to be given`, async () => {
    const outfile = join(project, "bundles", `inspect-${condition}.mjs`);
    mkdirSync(join(project, "bundles"), { recursive: true });
    const given = {
      name: "given-module",
      setup(build) {
        build.onResolve({ filter: /inspect\.wasm/ }, () => ({ path: wasm, namespace: "module" }));
        build.onLoad({ filter: /./, namespace: "module" }, () => ({
          contents: `export default new WebAssembly.Module(Uint8Array.from(${JSON.stringify([...readFileSync(wasm)])}))`,
        }));
      },
    };
    const options = { conditions: [condition], plugins: [given] };
    const { code, files } = await bundle('export * from "flakekit/inspect"', options);
    writeFileSync(outfile, code);
    assert.deepEqual(files.map((file) => file.split("flakekit/").at(-1)).toSorted(), [
      "inspect-worker.js",
      "inspect.wasm",
      "shared-inspect.js",
    ]);
    const told = fresh(`${REFUSAL}
      import * as inspection from ${JSON.stringify(outfile)};
      const { Module } = WebAssembly;
      WebAssembly.Module = function () { throw new EvalError("compiled"); };
      WebAssembly.Module.exports = Module.exports;
      const { now } = Date;
      Date.now = () => 0;
      const early = refusal(() => inspection.inspect("${ID}"));
      const given = ${READ};
      Date.now = now;
      tell({ early, given, late: inspection.inspect("${ID}")[0].format });
    `);
    assert.match(told.early, /^CLOCK_INVALID: .*global scope/);
    assert.deepEqual([told.given, told.late], ["discord", "discord"]);
  });
}

test("a full stack is a RangeError, from the first use on, and afterwards inspect finds the same", () => {
  for (const options of ['{ now: "2026-11-22" }', '{ now: "2026-11-22", formats: [orders] }']) {
    const told = fresh(`
      import { defineFormat } from "flakekit";
      import { inspect } from "flakekit/inspect";
      const fields = [{ kind: "time", bits: 41 }, { kind: "node", name: "shard", bits: 10 }, { kind: "sequence", bits: 12 }];
      const orders = defineFormat({ name: "orders", bits: 63, epoch: 0, fields });
      orders.bits;
      const found = [];
      const thrown = new Set();
      const work = () => {
        try {
          found.push(JSON.stringify(inspect("${ID}", ${options})));
        } catch (error) {
          thrown.add(error.code ?? error.name);
          throw error;
        }
      };
      const dives = [
        function dive() {
          try { dive(); } catch { work(); }
        },
        function dive(...all) {
          try { dive(...all, 1, 2, 3); } catch { work(); }
        },
      ];
      for (let times = 0; times < 20; times++) for (const dive of dives) try { dive(); } catch {}
      for (let times = 0; times < 10; times++) work();
      tell({ kinds: [...new Set(found)].length, enough: found.length >= 10, thrown: [...thrown] });
    `);
    assert.deepEqual(told, { kinds: 1, enough: true, thrown: ["RangeError"] }, options);
  }
});
