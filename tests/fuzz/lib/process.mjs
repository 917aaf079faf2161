// Simulates a new process: a new core, of WebAssembly or translated to JavaScript, and a new inspector in a separate realm.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import vm from "node:vm";

const { resolve } = createRequire(import.meta.url);
const manifest = resolve("flakekit/package.json");
const folder = dirname(manifest);
const { version } = JSON.parse(readFileSync(manifest, "utf8"));

/** The kinds of engines. */
export const ENGINES = ["wasm", "no-wasm"];

/** The kind of the engine of `flakekit` itself: under the condition `react-native`, the package resolves to the one without WebAssembly. */
export const ownEngine = /(no-wasm|react-native)\.js$/.test(resolve("flakekit")) ? "no-wasm" : "wasm";

/** The kind of the engine of new processes. */
let engine = ownEngine;

/** Calls `work`, whose new processes have this kind of engine. */
export async function withEngine(kind, work) {
  const before = engine;
  engine = kind;
  try {
    return await work();
  } finally {
    engine = before;
  }
}

/** Scripts of the package, which a page loads one after the other. Their value is the global that the last one defines. */
function scriptOf(names, global) {
  const scripts = names.map((name) => readFileSync(join(folder, "umd", name), "utf8"));
  return new vm.Script(`${scripts.join("\n")}\n${global};`, { filename: join("umd", names.at(-1)) });
}

const script = scriptOf(["flakekit.js", "manual.js"], "flakekit");
const translated = scriptOf(["flakekit.js", "no-wasm.js"], "flakekit");
const inspection = scriptOf(["inspect.js", "inspect/manual.js"], "flakekitInspect");
const moduleOf = (name) => new WebAssembly.Module(readFileSync(join(folder, name)));
const module = moduleOf("core.wasm");
const inspector = moduleOf("inspect.wasm");

/** Replaces Date.now. Returns a function that returns the memory of the core that the realm's copies of the package share. */
const prelude = new vm.Script(`(now, version) => {
  Date.now = now;
  return () => globalThis[Symbol.for(\`flakekit \${version} core\`)].memory;
}`);

/**
 * Starts a core that shares nothing with other cores.
 *
 * The realm has no `process`, because copies of the package would find each other's core through it.
 *
 * @param now - the realm's Date.now
 * @param random - returns 32 random bits
 * @param sleep - the realm's setTimeout
 * @param start - whether to start the core now; otherwise the method `start()` of the result starts it
 */
export function startProcess({ now, random, sleep, start = true }) {
  const crypto = { getRandomValues: (array) => fillRandomly(array, random) };
  const realm = vm.createContext({ crypto, setTimeout: sleep, TextDecoder });
  const memoryOf = prelude.runInContext(realm)(now, version);
  const { inspect, loadInspector } = inspection.runInContext(realm);
  loadInspector(inspector);
  const flakekit = { ...(engine === "wasm" ? script : translated).runInContext(realm), inspect };
  const startCore = engine === "wasm" ? () => flakekit.loadCore(module) : () => startTranslated(flakekit);
  if (start) startCore();
  return { flakekit, memoryOf, start: startCore };
}

/**
 * The core without WebAssembly starts with the first generator. This generator has a clock of its own, so other
 * generators don't see it.
 */
function startTranslated({ generator, twitter }) {
  generator(twitter, { machineId: 0, clock: () => 0 }).free();
}

function fillRandomly(array, random) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let i = 0; i < bytes.length; i++) bytes[i] = random();
  return array;
}

/** Returns a seeded generator of 32 random bits (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
