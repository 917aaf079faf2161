// The main entry of inspection, which contains its module.

import { platform } from "../platform.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;

export { foreignFormats, inspect } from "../inspect.js";
