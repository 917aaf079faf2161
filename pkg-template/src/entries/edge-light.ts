// Vercel's edge functions: as in Workers, and the bundler is asked for the module by a suffix.

import module from "./core.wasm?module";
import { platform } from "../platform.js";

platform.source = () => module;
platform.worker = true;

export * from "../index.js";
