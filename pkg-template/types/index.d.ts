/**
 * Compact, time-sortable unique IDs in every format of the Snowflake family: makes them, reads them, validates them.
 * Within one process, no ID is made twice.
 *
 * Invalid input always throws a {@link FlakeError}. Nothing is masked, wrapped around or truncated.
 *
 * @packageDocumentation
 */

export * from "./text.js";
export * from "./description.js";
export * from "./format.js";
export * from "./generator.js";
export * from "./snowflake-si.js";
export * from "./sno.js";
export * from "./any-format.js";
export * from "./generated/names.js";
export * from "./generated/formats.js";
export * from "./define.js";
export * from "./functions.js";
export * from "./prefixed.js";
export * from "./errors.js";
