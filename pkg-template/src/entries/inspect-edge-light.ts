// The entry of inspection for edge functions, which takes its module from the bundler: see edge-light.ts.

import module from "./inspect.wasm?module";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;

export { foreignFormats, inspect, scan } from "../inspect/index.js";
