// The script of leases, which contains the complete module of their protocol.

import { engine } from "../index.js";
import { useEngine, useProtocol } from "../lease/keeper/index.js";
import { platform } from "../bridge/index.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;
useEngine(engine);
useProtocol();

export * from "../lease/index.js";
