// The entry for Vercel's edge functions. They work as Workers do; their bundler imports modules by the suffix
// `?module`.

import module from "./core.wasm?module";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;

export * from "../index.js";
