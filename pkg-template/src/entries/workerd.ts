// The entry for Cloudflare's Workers. They forbid compilation, so their bundler provides the core as a compiled module.

import module from "./core.wasm";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;

export * from "../index.js";
