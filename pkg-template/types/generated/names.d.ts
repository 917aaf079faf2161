// Generated from Rust by `npm run build`. Do not edit.

import type { ImportedEncoding } from "../text.js";

/**
 * An encoding of IDs as text.
 *
 * - `decimal`: digits `0-9`
 * - `hex`: digits `0-9a-f`
 * - `base36`: digits `0-9a-z`; capital letters are read too
 * - `base62`: digits `0-9A-Za-z`, in the order of ASCII
 * - `rotatedBase64`: uid60's 10 base64url digits, the last two first; only for 60-bit formats
 * - `sno`: sno's 16 characters `2-9a-x`; only for 80-bit formats
 * - `snoUuid`: the 16 characters of `sno` as the bytes of a UUID; hex digits of either case are read
 * - `crockford`: Crockford's base32 with leading zeros; either case is read, `i` and `l` as 1, `o` as 0
 * - `base2`: digits `0` and `1`
 * - `base64url`: digits `A-Za-z0-9-_`, the alphabet of base64url, without padding: the short codes of Instagram and Threads
 *
 * Others are imported: see {@link ImportedEncoding}.
 */
export type Encoding =
  "decimal" | "hex" | "base36" | "base62" | "rotatedBase64" | "sno" | "snoUuid" | "crockford" | "base2" | "base64url";

/** The names of encodings that are imported. */
export type ImportedEncodingName = "bwmarrin32" | "bwmarrin58" | "bwmarrin64";

/**
 * `Base32` of Go's bwmarrin/snowflake: digits `ybndrfg8ejkmcpqxot1uwisza345h769`
 *
 * @example
 * ```js
 * import { bwmarrin32, twitter } from "flakekit";
 *
 * twitter.toText(1541815603606036480n, { as: bwmarrin32 }); // → "bk3pbd7tbxeyy"
 * ```
 */
export const bwmarrin32: ImportedEncoding<"bwmarrin32">;

/**
 * `Base58` of Go's bwmarrin/snowflake: digits `1-9a-zA-Z` without `l`, `I` and `O`
 *
 * @example
 * ```js
 * import { bwmarrin58, twitter } from "flakekit";
 *
 * twitter.toText(1541815603606036480n, { as: bwmarrin58 }); // → "4zzv4rZaYpj"
 * ```
 */
export const bwmarrin58: ImportedEncoding<"bwmarrin58">;

/**
 * `Base64` of Go's bwmarrin/snowflake: the decimal digits as base64, padded by `=`
 *
 * @example
 * ```js
 * import { bwmarrin64, twitter } from "flakekit";
 *
 * twitter.toText(1541815603606036480n, { as: bwmarrin64 }); // → "MTU0MTgxNTYwMzYwNjAzNjQ4MA=="
 * ```
 */
export const bwmarrin64: ImportedEncoding<"bwmarrin64">;

/** What a field contains. */
export type FieldKind = "time" | "node" | "sequence" | "random" | "metadata" | "toggle";

/**
 * What to do when the clock reads earlier than before.
 *
 * - `lead`: stay on the last tick and continue its sequence; when it is used up, advance by one tick
 * - `wait`: wait until the clock reaches its latest reading again
 * - `throw`: throw `CLOCK_BEHIND`
 */
export type OnRollback = "lead" | "wait" | "throw";

/**
 * What to do when all sequence numbers of a tick are used.
 *
 * - `wait`: wait for the next tick
 * - `lead`: advance one tick ahead of the clock
 * - `throw`: throw `SEQUENCE_EXHAUSTED`
 */
export type OnExhausted = "wait" | "lead" | "throw";

/**
 * Where the sequence of a new tick starts.
 *
 * - `reset`: each tick starts at the lowest number, so that IDs strictly increase
 * - `rolling`: each tick continues after the last number of the previous tick
 * - `random`: each tick starts at a random number
 */
export type SequenceStart = "reset" | "rolling" | "random";

/**
 * The kind of a {@link FlakeError}. Codes are stable.
 *
 * - `INVALID_ID`: The value is no ID of the format: its type is wrong, or it is negative, fractional or too wide. `statusCode` is 400.
 * - `INVALID_TEXT`: The text is no ID of the format in the given encoding. `statusCode` is 400.
 * - `INVALID_FIELD`: A field is missing, unknown or out of range, or it contradicts another field. `statusCode` is 400.
 * - `INVALID_OPTION`: An option is missing, unknown or out of range.
 * - `INVALID_LAYOUT`: The fields and widths are no valid layout.
 * - `INVALID_EPOCH`: The epoch is no instant, may be in seconds, lies in the future, or is too early for the format.
 * - `UNKNOWN_FORMAT`: No built-in format has this name.
 * - `EPOCH_REQUIRED`: The format has no epoch, and none was given.
 * - `INVALID_TIME`: The format cannot hold the instant, or it may be in seconds. `statusCode` is 400.
 * - `INVALID_COUNT`: The count of IDs is out of range, or the array to fill has the wrong type. `statusCode` is 400.
 * - `INVALID_SNAPSHOT`: The snapshot is damaged, or it belongs to another identity.
 * - `CLOCK_INVALID`: The clock's reading is no finite number.
 * - `CLOCK_OUT_OF_RANGE`: The clock reads a time before the epoch or after the last tick of the format.
 * - `CLOCK_BEHIND`: The clock went back, and `onRollback` is `throw`.
 * - `CLOCK_STALLED`: The clock does not advance, and no ID can be granted until it does.
 * - `SEQUENCE_EXHAUSTED`: The sequence of the tick is used up, and `onExhausted` is `throw`.
 * - `WAIT_TOO_LONG`: The next ID is further away than `maxWait`.
 * - `LEASE_EXPIRED`: The window of the lease has passed or is used up, and it was not extended in time.
 * - `LEASE_NOT_OPEN`: The lazy lease is not open yet, and the call cannot wait.
 * - `NO_FREE_SEAT`: No seat of the space is free.
 * - `SPACE_MISMATCH`: The space is for IDs of another layout, or has other nodes, shares, windows or clocks.
 * - `STORE_FAILED`: The store of a lease failed, or contains what cannot be read.
 * - `NO_RANDOMNESS`: Random bits are required, and the environment provides none.
 * - `GENERATOR_FREED`: The generator was freed, or its lease was closed.
 * - `CORE_FAILED`: The WebAssembly module did not start: it is forbidden, the engine is too old, or another module was given.
 * - `CORE_MISSING`: `flakekit/manual` was used before `loadCore`, `flakekit/inspect/manual` before `loadInspector`, or `flakekit/lease/manual` before `loadLeases`.
 * - `UNSUPPORTED`: The runtime lacks what the call needs, such as a global `Temporal`.
 *
 * Functions that make or inspect IDs may throw `CORE_FAILED` at their first use.
 */
export type FlakeErrorCode =
  | "INVALID_ID"
  | "INVALID_TEXT"
  | "INVALID_FIELD"
  | "INVALID_OPTION"
  | "INVALID_LAYOUT"
  | "INVALID_EPOCH"
  | "UNKNOWN_FORMAT"
  | "EPOCH_REQUIRED"
  | "INVALID_TIME"
  | "INVALID_COUNT"
  | "INVALID_SNAPSHOT"
  | "CLOCK_INVALID"
  | "CLOCK_OUT_OF_RANGE"
  | "CLOCK_BEHIND"
  | "CLOCK_STALLED"
  | "SEQUENCE_EXHAUSTED"
  | "WAIT_TOO_LONG"
  | "LEASE_EXPIRED"
  | "LEASE_NOT_OPEN"
  | "NO_FREE_SEAT"
  | "SPACE_MISMATCH"
  | "STORE_FAILED"
  | "NO_RANDOMNESS"
  | "GENERATOR_FREED"
  | "CORE_FAILED"
  | "CORE_MISSING"
  | "UNSUPPORTED";
