// The main entry, which contains the core.

import { bytesOf, newCore, type Runtime } from "../bridge/index.js";
import { engineOf, makeGenerator, makeNext, resumeFrom } from "../generators/index.js";

/** The module's bytes as hex digits. The build adds the declaration to the file. */
declare const CORE: string;

const runtime: Runtime = { _newCore: () => newCore(bytesOf(CORE)), _isWorker: false };

export * from "../index.js";
export const engine = /* @__PURE__ */ engineOf(runtime);
export const generator = (format: unknown, options?: unknown) => makeGenerator(runtime, format, options);
export const next = (format: unknown, meta: unknown = 0) => makeNext(runtime, format, meta);
export const resume = (format: unknown, saved: unknown, options?: unknown) =>
  resumeFrom(runtime, format, saved, options);
