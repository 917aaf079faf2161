// Simulates a new process: a new core and a new inspector in a separate realm.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import vm from "node:vm";

const folder = dirname(createRequire(import.meta.url).resolve("flakekit/package.json"));

/** A script of the package, whose value is the global that it defines. */
function scriptOf(name, global) {
  const filename = join("umd", name);
  return new vm.Script(`${readFileSync(join(folder, filename), "utf8")}\n${global};`, { filename });
}

const script = scriptOf("manual.js", "flakekit");
const inspection = scriptOf("inspect/manual.js", "flakekitInspect");
const moduleOf = (name) => new WebAssembly.Module(readFileSync(join(folder, name)));
const module = moduleOf("core.wasm");
const inspector = moduleOf("inspect.wasm");

/** Replaces Date.now, and exposes the memory of the core that is started later. */
const prelude = new vm.Script(`(now) => {
  Date.now = now;
  const { Instance } = WebAssembly;
  const started = {};
  WebAssembly.Instance = function (module, imports) {
    const instance = new Instance(module, imports);
    started.memory = instance.exports.memory;
    return instance;
  };
  return started;
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
  const started = prelude.runInContext(realm)(now);
  const { inspect, loadInspector } = inspection.runInContext(realm);
  loadInspector(inspector);
  const flakekit = { ...script.runInContext(realm), inspect };
  if (start) flakekit.loadCore(module);
  return { flakekit, memory: started.memory, start: () => flakekit.loadCore(module) };
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
