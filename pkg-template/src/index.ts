// The functions of the main entry that need no core of its own. The files in `entries/` add those that make IDs.

import type * as api from "../types/index.js";
import {
  defineFormat as define,
  formatNamed as builtInFormatNamed,
  formats as builtInFormats,
  withOptions as adjust,
} from "./formats/index.js";
import {
  batch as makeBatch,
  batchAsync as makeBatchAsync,
  batchBytes as makeBatchBytes,
  fill as fillArray,
  snapshot as saveGenerator,
} from "./generators/index.js";
import {
  decodeColumns as readColumns,
  instant as instantOf,
  jsonSchema as schemaOf,
  lost as lostIds,
  prefixed as withPrefix,
  sort as sortIds,
} from "./ids/index.js";

export { FlakeError } from "./values/index.js";
// All formats and encodings. Of the functions there, the constants below take the place.
export * from "./formats/index.js";

// The sources in types/ declare precise types for users. The implementation has looser ones, hence the casts.
export const formats = builtInFormats as unknown as typeof api.formats;
export const formatNamed = builtInFormatNamed as unknown as typeof api.formatNamed;
export const defineFormat = define as unknown as typeof api.defineFormat;
export const withOptions = adjust as unknown as typeof api.withOptions;
export const decodeColumns = readColumns as unknown as typeof api.decodeColumns;
export const jsonSchema = schemaOf as unknown as typeof api.jsonSchema;
export const instant = instantOf as unknown as typeof api.instant;
export const lost = lostIds as unknown as typeof api.lost;
export const prefixed = withPrefix as unknown as typeof api.prefixed;
export const sort = sortIds as unknown as typeof api.sort;
export const batch = makeBatch as unknown as typeof api.batch;
export const batchAsync = makeBatchAsync as unknown as typeof api.batchAsync;
export const batchBytes = makeBatchBytes as unknown as typeof api.batchBytes;
export const fill = fillArray as unknown as typeof api.fill;
export const snapshot = saveGenerator as unknown as typeof api.snapshot;
