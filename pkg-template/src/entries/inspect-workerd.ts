// The entry of inspection for Workers, which takes its module from the bundler: see workerd.ts.

import module from "./inspect.wasm";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;

export { foreignFormats, inspect, scan } from "../inspect/index.js";
