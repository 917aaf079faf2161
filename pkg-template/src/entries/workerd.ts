// Cloudflare's Workers: bytes must not be compiled there, so the bundler hands the file over as a module.

import module from "./core.wasm";
import { platform } from "../platform.js";

platform.source = () => module;
platform.worker = true;

export * from "../index.js";
