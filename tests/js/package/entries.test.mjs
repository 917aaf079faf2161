// How the core starts: at the first use, with a reason if it cannot, from a given module, and in Workers.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { fresh, LIMIT, REFUSAL } from "../support/fresh.mjs";
import { builtIns } from "../support/generated/formats.mjs";
import { installed, project } from "../support/project.mjs";

const core = join(installed, "core.wasm");
const leases = join(installed, "lease.wasm");
const BYTES = `import { readFileSync } from "node:fs";\nconst bytes = readFileSync(${JSON.stringify(core)});\n`;
const READ = `flakekit.twitter.decode("1541815603606036480").date.toISOString()`;
const DATE = "2022-06-28T16:07:40.105Z";
const MAKE = `flakekit.twitter.isValid(flakekit.generator(flakekit.twitter, { machineId: 1 }).next())`;

const description = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

/** The names by which programs import the entries. */
const ENTRIES = Object.keys(description.exports)
  .filter((entry) => !/\.(wasm|json)$/.test(entry))
  .map((entry) => `flakekit${entry.slice(1)}`);

test("importing any entry reads no clock, fetches no random bits, starts no module and changes no global", () => {
  assert.equal(description.sideEffects, false);
  assert.ok(ENTRIES.length >= 20);
  const told = fresh(`
    const used = [];
    Date.now = () => used.push("clock");
    crypto.getRandomValues = () => used.push("random bits");
    WebAssembly.Module = WebAssembly.Instance = function () { used.push("WebAssembly"); };
    const places = [globalThis, process, WebAssembly];
    const keys = () => places.map((place) => Reflect.ownKeys(place).length);
    const before = keys();
    for (const entry of ${JSON.stringify(ENTRIES)}) await import(entry);
    tell({ used, before, after: keys() });
  `);
  assert.deepEqual(told.used, []);
  assert.deepEqual(told.after, told.before);
});

test("unused imports add nothing to a bundle", async () => {
  for (const contents of [
    'import { discord } from "flakekit"',
    'import { generator } from "flakekit"',
    ...ENTRIES.flatMap((entry) => [`import "${entry}"`, `import * as all from "${entry}"`]),
  ]) {
    const stdin = { contents, resolveDir: project };
    // esbuild is silent, because it would warn that the import has no effect, as this test expects.
    const { outputFiles } = await build({
      bundle: true,
      external: ["node:*"],
      format: "esm",
      logLevel: "silent",
      minify: true,
      stdin,
      write: false,
    });
    assert.equal(outputFiles[0].text.trim(), "", contents);
  }
});

test("if compilation is forbidden, the error names the missing directive", () => {
  for (const thrown of ["new WebAssembly.CompileError('refused')", "new EvalError('refused')"]) {
    const told = fresh(`${REFUSAL}
      WebAssembly.Module = function () { throw ${thrown}; };
      const flakekit = await import("flakekit");
      tell(refusal(() => ${MAKE}));
    `);
    assert.match(told, /^CORE_FAILED: .*refused.*Content-Security-Policy.*script-src 'wasm-unsafe-eval'/);
  }
});

test("a runtime without WebAssembly gives CORE_FAILED", () => {
  const told = fresh(`${REFUSAL}
    delete globalThis.WebAssembly;
    const flakekit = await import("flakekit");
    tell(refusal(() => ${MAKE}));
  `);
  assert.match(told, /^CORE_FAILED: .*WebAssembly is not defined.*import flakekit\/no-wasm$/);
});

test("Chromium before 115, which compiles at most 4 KB in a page, gives CORE_FAILED with the remedy", () => {
  const told = fresh(`${REFUSAL}${BYTES}${LIMIT}
    const flakekit = await import("flakekit");
    const manual = await import("flakekit/manual");
    const module = new WebAssembly.Module(bytes);
    WebAssembly.Module = limitedModule;
    const compiled = refusal(() => ${MAKE});
    WebAssembly.Instance = limitedInstance;
    const instantiated = refusal(() => manual.loadCore(module));
    tell([compiled, instantiated]);
  `);
  const leased = fresh(`${LIMIT}
    const flakekit = await import("flakekit");
    const { lease, memory } = await import("flakekit/lease");
    ${MAKE};
    WebAssembly.Module = limitedModule;
    await lease(flakekit.sno, { store: memory() }).catch(({ code, message }) => tell(code + ": " + message));
  `);
  for (const refusal of [...told, leased]) {
    assert.match(
      refusal,
      /^CORE_FAILED: .*main thread, if the buffer size is larger.*load it by load(Core|Leases) of flakekit\/(lease\/)?manual, /,
    );
  }
});

test("a full stack or a full memory during the start of the core is passed on as it is", () => {
  const thrown = [
    "new RangeError('Maximum call stack size exceeded')",
    "new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance')",
    "Object.assign(new Error('too much recursion'), { name: 'InternalError' })",
  ];
  for (const error of thrown) {
    const told = fresh(`
      const { Module } = WebAssembly;
      const error = ${error};
      WebAssembly.Module = function () { throw error; };
      const flakekit = await import("flakekit");
      let caught;
      try { ${MAKE} } catch (error) { caught = error; }
      WebAssembly.Module = Module;
      tell([caught === error, ${MAKE}]);
    `);
    assert.deepEqual(told, [true, true], error);
  }
});

test("after a failed start, the core can be started later", () => {
  const told = fresh(`${REFUSAL}
    const { Module } = WebAssembly;
    WebAssembly.Module = function () { throw new EvalError(); };
    const flakekit = await import("flakekit");
    const first = refusal(() => ${MAKE});
    WebAssembly.Module = Module;
    tell([first.slice(0, 11), ${MAKE}]);
  `);
  assert.deepEqual(told, ["CORE_FAILED", true]);
});

test("texts work without TextEncoder and TextDecoder, as in jsdom", () => {
  const told = fresh(`${REFUSAL}
    delete globalThis.TextEncoder;
    delete globalThis.TextDecoder;
    const flakekit = await import("flakekit");
    const fields = [{ kind: "time", bits: 52 }, { kind: "sequence", bits: 12 }];
    const define = (name) => flakekit.defineFormat({ name, fields, bits: 64, epoch: 0, native: "number" });
    const half = refusal(() => flakekit.twitter.decode("\\ud83d"));
    tell([...["é", "日本", "😀"].map((text) => refusal(() => define(text))), half]);
  `);
  ["é", "日本", "😀"].forEach((text, i) => assert.ok(told[i].includes(`${text} has 64 bits`), told[i]));
  assert.ok(told[3].includes("'\ufffd' has"), told[3]);
});

for (const [how, load] of [
  ["imported", 'const flakekit = await import("flakekit/manual");'],
  [
    "required",
    'import { createRequire } from "node:module";\nconst flakekit = createRequire(import.meta.url)("./node_modules/flakekit/umd/manual.js");',
  ],
]) {
  test(`flakekit/manual, ${how}, takes the core as a module or an instance, of any realm, or as bytes, and makes the same IDs`, () => {
    const made = [
      "bytes",
      "bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)",
      "new WebAssembly.Module(bytes)",
      'vm.runInNewContext("new WebAssembly.Module(bytes)", { bytes })',
      "(await WebAssembly.instantiate(bytes)).instance",
      'vm.runInNewContext("new WebAssembly.Instance(new WebAssembly.Module(bytes))", { bytes })',
    ].map((source) =>
      fresh(`
        import vm from "node:vm";
        ${BYTES}${load}
        flakekit.loadCore(${source});
        Date.now = () => 1_900_000_000_000;
        const ids = flakekit.generator(flakekit.twitter, { machineId: 1 });
        tell([ids.next(), ...flakekit.batch(ids, 5000), ids.nextText()].map(String));
      `),
    );
    for (const ids of made) {
      assert.equal(new Set(ids).size, 5002);
      assert.deepEqual(ids, made[0]);
    }
  });

  test(`flakekit/manual, ${how}, names the missing core, and refuses what is no core`, () => {
    const told = fresh(`${REFUSAL}${BYTES}${load}
      const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
      const leases = readFileSync(${JSON.stringify(leases)});
      const wrong = [undefined, "core.wasm", Promise.resolve(bytes), new Uint8Array(8), bytes.subarray(0, 1000),
        new WebAssembly.Module(empty), new WebAssembly.Instance(new WebAssembly.Module(empty)), leases,
        new WebAssembly.Instance(new WebAssembly.Module(leases))];
      const before = refusal(() => ${MAKE});
      const refusals = wrong.map((source) => refusal(() => flakekit.loadCore(source)));
      flakekit.loadCore(bytes);
      tell({ before, refusals, after: ${MAKE} });
    `);
    assert.match(told.before, /^CORE_MISSING: flakekit\/core\.wasm of this version .*loadCore of flakekit\/manual$/);
    for (const refusal of told.refusals) assert.match(refusal, /^CORE_FAILED: flakekit\/core\.wasm of this version /);
    assert.equal(told.after, true);
  });
}

test("IDs are read without WebAssembly: before loadCore, in pages that forbid it, and with --jitless", () => {
  const read = `tell([${READ}, flakekit.sno.toUUID(flakekit.sno.zero), flakekit.formats().map(({ name }) => name).length]);`;
  for (const prepare of ["", "delete globalThis.WebAssembly;"]) {
    for (const entry of ["flakekit", "flakekit/manual"]) {
      const [date, uuid, count] = fresh(`${prepare}const flakekit = await import("${entry}");${read}`);
      assert.deepEqual([date, uuid.length, count], [DATE, 36, builtIns.length]);
    }
  }
  const [date] = fresh(`const flakekit = await import("flakekit");${read}`, ["--jitless"]);
  assert.equal(date, DATE);
});

test("loadCore keeps the core that already runs, whatever it is given", () => {
  const told = fresh(`
    import { discord, generator } from "flakekit";
    import * as manual from "flakekit/manual";
    Date.now = () => 1_900_000_000_000;
    const one = generator(discord, { workerId: 1, processId: 0 });
    const first = one.next();
    manual.loadCore(undefined);
    const other = manual.generator(manual.discord, { workerId: 1, processId: 0 });
    tell([first, other.next(), one.next()].map((id) => manual.discord.decode(id).increment));
  `);
  assert.deepEqual(told, [0, 1, 2]);
});

test("the package works if globals are frozen", () => {
  const told = fresh(`
    import * as flakekit from "flakekit";
    Object.preventExtensions(globalThis);
    tell(${READ});
  `);
  assert.equal(told, DATE);
});

/** Bundles the package for Workers or edge functions, with the core as a module, as their runtimes pass it. */
async function bundleFor(condition) {
  const outfile = join(project, "bundles", `${condition}.mjs`);
  mkdirSync(join(project, "bundles"), { recursive: true });
  const module = {
    name: "core-as-module",
    setup(build) {
      build.onResolve({ filter: /core\.wasm/ }, () => ({ path: core, namespace: "module" }));
      build.onLoad({ filter: /./, namespace: "module" }, () => ({
        contents: `export default new WebAssembly.Module(Uint8Array.from(${JSON.stringify([...readFileSync(core)])}))`,
      }));
    },
  };
  const stdin = { contents: 'export * from "flakekit"', resolveDir: project };
  await build({
    bundle: true,
    conditions: [condition],
    format: "esm",
    logLevel: "error",
    outfile,
    plugins: [module],
    stdin,
  });
  return `import * as flakekit from ${JSON.stringify(outfile)};\n`;
}

for (const condition of ["workerd", "edge-light"]) {
  const load = await bundleFor(condition);

  test(`${condition}: in the global scope a generator can be made, and an ID is refused with the reason`, () => {
    const told = fresh(`${REFUSAL}${load}
      const { getRandomValues } = crypto;
      const { now } = Date;
      Date.now = () => 0;
      const ids = flakekit.generator(flakekit.withOptions(flakekit.snowflakeSI, { epoch: "2024-01-01" }), { machineId: 1 });
      const since1970 = flakekit.generator(flakekit.mastodon);
      const clockless = [ids, since1970].map((ids) => refusal(() => ids.next()));
      Date.now = now;
      crypto.getRandomValues = () => { throw new Error("disallowed"); };
      const randomless = [ids, flakekit.generator(flakekit.uid60), { next: () => flakekit.next(flakekit.sno) }].map((ids) => refusal(() => ids.next()));
      crypto.getRandomValues = getRandomValues;
      tell({ refusals: [...clockless, ...randomless], late: typeof ids.next() });
    `);
    for (const refusal of told.refusals)
      assert.match(refusal, /^(CLOCK_INVALID|NO_RANDOMNESS): .*(global scope.*handler|handler.*global scope)/);
    assert.equal(told.late, "number");
  });

  test(`${condition}: a clock that stands still neither repeats an ID nor waits`, () => {
    const told = fresh(`${load}
      import { builtIns } from "./support/generated/formats.mjs";
      const instant = Date.now();
      let readings = 0;
      Date.now = () => (readings++, instant);
      const made = builtIns.map(({ name, hasEpoch, nodes }) => {
        const format = hasEpoch ? flakekit[name] : flakekit.withOptions(flakekit[name], { epoch: "2024-01-01" });
        const ids = flakekit.generator(format, nodes);
        return new Set(Array.from({ length: 100_000 }, () => ids.next())).size;
      });
      tell({ made, readings });
    `);
    assert.deepEqual(
      told.made,
      builtIns.map(() => 100_000),
    );
    // A wait reads the clock up to a million times.
    const most = 125_000 * builtIns.length;
    assert.ok(told.readings < most, `the clock was read ${told.readings} times`);
  });

  test(`${condition}: the policy of the caller or of a definition takes precedence over lead`, () => {
    const told = fresh(`${REFUSAL}${load}
      Date.now = () => 1_900_000_000_000;
      const fields = [{ kind: "time", bits: 42 }, { kind: "sequence", bits: 2 }];
      const define = (more) => flakekit.defineFormat({ name: "mine", bits: 44, epoch: 0, fields, ...more });
      const fill = (ids) => refusal(() => Array.from({ length: 5000 }, () => ids.next()).length);
      tell({
        caller: fill(flakekit.generator(flakekit.discord, { workerId: 1, processId: 0, onExhausted: "throw" })),
        definition: fill(flakekit.generator(define({ onExhausted: "throw" }))),
        adjusted: fill(flakekit.generator(flakekit.withOptions(define({ onExhausted: "throw" }), { epoch: 1 }))),
        neither: fill(flakekit.generator(define({ epoch: 2 }), { onExhausted: undefined })),
        bad: ["lead", 5, null].map((options) => refusal(() => flakekit.generator(flakekit.mastodon, options)).slice(0, 14)),
      });
    `);
    for (const said of [told.caller, told.definition, told.adjusted]) assert.match(said, /^SEQUENCE_EXHAUSTED/);
    assert.equal(told.neither, "5000");
    assert.deepEqual(told.bad, Array(3).fill("INVALID_OPTION"));
  });
}
