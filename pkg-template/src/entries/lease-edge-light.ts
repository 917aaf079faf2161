// The entry of leases for edge functions, which takes the module of their protocol from the bundler: see edge-light.ts.

import module from "./lease.wasm?module";
import { engine } from "../index.js";
import { useEngine, useProtocol } from "../lease/keeper/index.js";
import { platform } from "../bridge/index.js";

platform.source = () => module;
platform.worker = true;
useEngine(engine);
useProtocol();

export * from "../lease/index.js";
