// The main entry of leases, which contains the module of their protocol.

import { engine } from "../engine.js";
import { useEngine } from "../lease/engine.js";
import { platform } from "../platform.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;
useEngine(engine);

export * from "../lease/index.js";
