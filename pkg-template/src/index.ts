import type * as api from "../types/index.js";
import { defineFormat as define } from "./define.js";
import { inspect as inspectId } from "./inspect.js";
import { formatNamed as builtInFormatNamed, formats as builtInFormats } from "./registry.js";

export { FlakeError } from "./errors.js";
export * from "./generated/formats.js";

// The sources in types/ declare precise types for users. The implementation has looser ones, hence the casts.
export const formats = builtInFormats as unknown as typeof api.formats;
export const formatNamed = builtInFormatNamed as unknown as typeof api.formatNamed;
export const defineFormat = define as unknown as typeof api.defineFormat;
export const inspect = inspectId as typeof api.inspect;
