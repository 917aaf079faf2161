// The main entry of inspection, which contains its module.

import { platform, unpacked } from "../bridge/index.js";

/** The module's bytes as a text. The build adds the declaration to the file. */
declare const CORE: string;

platform.source = () => unpacked(CORE);

export { foreignFormats, inspect, scan } from "../inspect/index.js";
