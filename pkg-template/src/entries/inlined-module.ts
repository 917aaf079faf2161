// The WebAssembly module, for entries that contain it.

import { bytesOf } from "../bridge/index.js";

/** The module's bytes as hex digits. The build adds the declaration to the file. */
declare const CORE: string;

/** The bytes of the module. */
export const inlinedModule = (): BufferSource => bytesOf(CORE);
