// The main entry, which contains the core.

import { platform } from "../platform.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;

export * from "../index.js";
