// The entry of leases that takes the module of their protocol from the bundler: see workerd.ts.

import module from "./lease.wasm";
import { engine } from "../engine.js";
import { useEngine } from "../lease/engine.js";
import { platform } from "../platform.js";

platform.source = () => module;
platform.worker = true;
useEngine(engine);

export * from "../lease/index.js";
