// The entry of leases for Workers, which takes the module of their protocol from the bundler: see workerd.ts.

import module from "./lease.wasm";
import { engine } from "../index.js";
import { useEngine, useProtocol } from "../lease/keeper/index.js";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;
useEngine(engine);
useProtocol();

export * from "../lease/index.js";
