// The entry for Vercel's edge functions. They work as Workers do, but their bundler needs the suffix `?module` to import a
// WebAssembly module.

import module from "./core.wasm?module";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;

export * from "../index.js";
