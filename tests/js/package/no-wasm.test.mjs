// The entries for engines without WebAssembly. tests/fuzz/ compares their IDs with those of WebAssembly; tests/runtimes/ runs them
// on such engines.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import * as flakekit from "flakekit";
import * as noWasm from "flakekit/no-wasm";
import * as inspection from "flakekit/inspect";
import * as noWasmInspection from "flakekit/inspect/no-wasm";
import * as leases from "flakekit/lease";
import * as noWasmLeases from "flakekit/lease/no-wasm";
import { fresh, LIMIT, REFUSAL } from "../support/fresh.mjs";
import { builtIns } from "../support/generated/formats.mjs";
import { NOW, repeats } from "../support/shared.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";
import { project } from "../support/project.mjs";

/** The beginning of programs that run without WebAssembly. */
const WITHOUT = `delete globalThis.WebAssembly;\n`;

test("the entries without WebAssembly have the same exports", () => {
  assert.deepEqual(Object.keys(noWasm), Object.keys(flakekit));
  assert.deepEqual(Object.keys(noWasmLeases), Object.keys(leases));
  assert.deepEqual(Object.keys(noWasmInspection), Object.keys(inspection));
});

test("without WebAssembly, each format makes the same IDs at the same times", () => {
  const program = (entry) => `
    ${entry === "flakekit" ? "" : WITHOUT}
    const { batch, fill, formats, generator, resume, snapshot, withOptions } = await import("${entry}");
    const all = formats().map((builtIn) => {
      const format = builtIn.epoch === null ? withOptions(builtIn, { epoch: "2024-01-01" }) : builtIn;
      const nodes = format.fields.filter(({ kind }) => kind === "node").map(({ name }) => [name, 3]);
      let now = ${NOW};
      const clock = () => (now += 0.25);
      const ids = generator(format, { ...Object.fromEntries(nodes), clock });
      const made = Array.from({ length: 1000 }, () => ids.next());
      const texts = Array.from({ length: 100 }, () => ids.nextText());
      const saved = snapshot(ids);
      // Random bits differ.
      const isRandom = format.fields.some(({ kind }) => kind === "random");
      const known = (id) => (isRandom ? format.decode(id).timestamp : id);
      const resumed = resume(format, saved, { clock });
      return [...made, ...texts, ...batch(ids, 2000), resumed.next()].map((id) => String(known(id))).concat(JSON.stringify(saved));
    });
    tell(all);`;
  const [expected, found] = ["flakekit", "flakekit/no-wasm"].map((entry) => fresh(program(entry)));
  assert.equal(found.length, builtIns.length);
  assert.deepEqual(found, expected);
});

for (const [first, second] of [
  ["flakekit", "flakekit/no-wasm"],
  ["flakekit/no-wasm", "flakekit"],
]) {
  test(`${first}, and ${second} after it, share one engine: they make no ID twice, and take each other's generators`, () => {
    const program = `
      const [one, other] = [await import("${first}"), await import("${second}")];
      const clock = ${NOW};
      Date.now = () => clock;
      const options = { workerId: 1, processId: 2, onExhausted: "lead" };
      const generators = [one, other].map(({ discord, generator }) => generator(discord, options));
      const ids = Array.from({ length: 2000 }, (_, i) => generators[i % 2].next());
      ids.push(...other.batch(generators[0], 100), ...one.batch(generators[1], 100));
      tell(ids.map(String));`;
    const ids = fresh(program);
    assert.equal(repeats(ids), 0);
    assert.equal(ids.length, 2200);
  });

  test(`${first} and ${second} go on when the memory of their core has moved`, () => {
    const program = `
      const [one, other] = [await import("${first}"), await import("${second}")];
      const options = { machineId: 1, onExhausted: "lead" };
      const [ids, others] = [one, other].map(({ generator, twitter }) => generator(twitter, options));
      const { version } = JSON.parse((await import("node:fs")).readFileSync("node_modules/flakekit/package.json"));
      const size = () => globalThis[Symbol.for("flakekit " + version + " core")].memory.buffer.byteLength;
      const made = [];
      const make = () => made.push(ids.next(), others.next(), ids.nextText(), others.nextText(), ...other.batch(ids, 3));
      const before = size();
      const held = [];
      for (let i = 0; i < 20000; i++) {
        held.push(one.generator(one.twitter, { machineId: i % 1000, clock: Date.now }));
        if (i % 100 === 0) make();
      }
      tell([size() > before, held.length, made.map(String)]);`;
    const [hasGrown, count, ids] = fresh(program);
    assert.deepEqual([hasGrown, count], [true, 20_000]);
    assert.equal(repeats(ids), 0);
  });
}

test("without WebAssembly, processes with leases make IDs, and the errors of the usual entries name these entries", () => {
  const [ids, core, protocol, inspection] = fresh(`
    ${WITHOUT}${REFUSAL}
    const usual = await import("flakekit");
    const { inspect } = await import("flakekit/inspect");
    const core = refusal(() => usual.generator(usual.discord, { workerId: 1, processId: 1 }));
    const inspection = refusal(() => inspect("175928847299117063"));
    const { discord } = await import("flakekit/no-wasm");
    const { lease, memory } = await import("flakekit/lease/no-wasm");
    const other = await import("flakekit/lease");
    const protocol = await other.lease(discord, { store: memory() }).catch(({ code, message }) => code + ": " + message);
    const store = memory();
    const two = [await lease(discord, { store }), await lease(discord, { store })];
    const ids = two.flatMap((ids) => Array.from({ length: 100 }, () => String(ids.next())));
    for (const ids of two) await ids.close();
    tell([ids, core, protocol, inspection]);`);
  assert.equal(repeats(ids), 0);
  assert.match(core, /^CORE_FAILED: .*WebAssembly is not defined.*import flakekit\/no-wasm$/);
  assert.match(protocol, /^CORE_FAILED: .*WebAssembly is not defined.*import flakekit\/(lease\/)?no-wasm$/);
  assert.match(inspection, /^CORE_FAILED: .*WebAssembly is not defined.*import flakekit\/inspect\/no-wasm$/);
});

test("where at most 4 KB of WebAssembly may be compiled, flakekit/no-wasm makes IDs, and flakekit names it", () => {
  const [usual, other] = fresh(`
    ${LIMIT}${REFUSAL}
    WebAssembly.Module = limitedModule;
    WebAssembly.Instance = limitedInstance;
    const { discord, generator } = await import("flakekit");
    const noWasm = await import("flakekit/no-wasm");
    const options = { workerId: 1, processId: 1 };
    const usual = refusal(() => generator(discord, options));
    tell([usual, typeof noWasm.generator(noWasm.discord, options).next()]);`);
  assert.match(usual, /^CORE_FAILED: .*import flakekit\/no-wasm$/);
  assert.equal(other, "bigint");
});

test("without random bits, what needs them is refused, and names react-native-get-random-values", () => {
  const refusals = fresh(`
    ${WITHOUT}${REFUSAL}
    Object.defineProperty(globalThis, "crypto", { value: undefined });
    const { discord, generator, next, sno, uid60 } = await import("flakekit/no-wasm");
    const { lease, memory } = await import("flakekit/lease/no-wasm");
    const leased = await lease(discord, { store: memory() }).catch(({ code, message }) => code + ": " + message);
    const made = typeof generator(discord, { workerId: 1, processId: 1 }).next();
    const partition = typeof generator(sno, { partition: 1 }).next();
    tell([refusal(() => next(sno)), refusal(() => next(uid60)), leased, made, partition]);`);
  for (const refusal of refusals.slice(0, 3)) {
    assert.match(refusal, /^NO_RANDOMNESS: .*react-native-get-random-values/);
  }
  assert.deepEqual(refusals.slice(3), ["bigint", "string"]);
});

for (const [how, options] of Object.entries({
  "by the condition react-native": { conditions: ["react-native"] },
  "by aliases": {
    alias: { "flakekit/lease": "flakekit/lease/no-wasm", flakekit: "flakekit/no-wasm" },
  },
})) {
  test(`a bundler chooses the entries ${how}, and the bundle contains no module`, async () => {
    const contents = `
      import { discord } from "flakekit";
      import { lease, memory } from "flakekit/lease";
      const ids = await lease(discord, { store: memory() });
      console.log(JSON.stringify(String(ids.next())));
      await ids.close();`;
    const outfile = join(temporaryDirectory(), "bundle.mjs");
    await build({
      ...{ bundle: true, format: "esm", platform: "neutral", outfile, logLevel: "error" },
      stdin: { contents, resolveDir: project },
      ...options,
    });
    assert.doesNotMatch(readFileSync(outfile, "utf8"), /[\da-f]{1000}/);
    assert.match(fresh(`${WITHOUT} await import(${JSON.stringify(pathToFileURL(outfile))});`), /^\d{18,}$/);
  });
}
