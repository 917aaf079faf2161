// The entry for engines without WebAssembly, which contains the core in JavaScript.

import { instantiate } from "../../core/core-translated.js";
import type { Runtime } from "../bridge/index.js";
import { engineOf, makeGenerator, makeNext, resumeFrom } from "../generators/index.js";

const runtime: Runtime = { _newCore: instantiate, _isWorker: false };

export * from "../index.js";
export const engine = /* @__PURE__ */ engineOf(runtime);
export const generator = (format: unknown, options?: unknown) => makeGenerator(runtime, format, options);
export const next = (format: unknown, meta: unknown = 0) => makeNext(runtime, format, meta);
export const resume = (format: unknown, saved: unknown, options?: unknown) =>
  resumeFrom(runtime, format, saved, options);
