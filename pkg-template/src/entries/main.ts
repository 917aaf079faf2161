// The entries that make IDs. They differ in how they get the core, which is the flavour that the build gives:
// - `inlined` contains it, as a text;
// - `manual` gets it from the user;
// - `no-wasm`, for engines without WebAssembly, contains it in JavaScript;
// - `worker` imports it, because Workers and edge functions forbid compilation. Their bundlers provide it as a compiled module;
//   those of edge functions need the suffix `?module`, and those of Workers know it.

import { instantiate } from "../../core/core-translated.js";
import { missingCore, moduleOf, newCore, type Runtime, workerClock } from "../bridge/index.js";
import { engineOf, makeGenerator, makeNext, resumeFrom } from "../generators/index.js";
import module from "./core.wasm?module";

const newCoreHere =
  FLAVOUR === "inlined"
    ? () => newCore(() => moduleOf(CORE))
    : FLAVOUR === "worker"
      ? () => newCore(() => module)
      : FLAVOUR === "no-wasm"
        ? instantiate
        : missingCore;

const runtime: Runtime = { _newCore: newCoreHere, _workerClock: FLAVOUR === "worker" ? workerClock : undefined };

export * from "../index.js";
export const engine = /* @__PURE__ */ engineOf(runtime);
export const generator = (format: unknown, options?: unknown) => makeGenerator(runtime, format, options);
export const next = (format: unknown, meta: unknown = 0) => makeNext(runtime, format, meta);
export const resume = (format: unknown, saved: unknown, options?: unknown) =>
  resumeFrom(runtime, format, saved, options);
