// The entry for Cloudflare's Workers. They forbid compilation, so their bundler provides the core as a compiled module.

import module from "./core.wasm";
import { newCore, type Runtime } from "../bridge/index.js";
import { engineOf, makeGenerator, makeNext, resumeFrom } from "../generators/index.js";

const runtime: Runtime = { _newCore: () => newCore(module), _isWorker: true };

export * from "../index.js";
export const engine = /* @__PURE__ */ engineOf(runtime);
export const generator = (format: unknown, options?: unknown) => makeGenerator(runtime, format, options);
export const next = (format: unknown, meta: unknown = 0) => makeNext(runtime, format, meta);
export const resume = (format: unknown, saved: unknown, options?: unknown) =>
  resumeFrom(runtime, format, saved, options);
