// The main entry of leases, which contains the module of their protocol.

import { platform } from "../platform.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;

export * from "../lease/index.js";
