// The main entry of inspection, which contains its module.

import { platform } from "../bridge/index.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;

export { foreignFormats, inspect, scan } from "../inspect/index.js";
