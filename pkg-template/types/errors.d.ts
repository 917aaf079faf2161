/**
 * The reason for a {@link FlakeError}. Codes are stable.
 *
 * Every function may throw `CORE_BLOCKED` at the first use, if the runtime or the page's Content-Security-Policy
 * forbids WebAssembly. Only `flakekit/manual` throws `CORE_MISSING` and `CORE_INVALID`.
 */
export type FlakeErrorCode =
  | "INVALID_ID"
  | "INVALID_TEXT"
  | "INVALID_FIELD"
  | "INVALID_OPTION"
  | "INVALID_LAYOUT"
  | "INVALID_EPOCH"
  | "EPOCH_REQUIRED"
  | "INVALID_TIME"
  | "INVALID_COUNT"
  | "INVALID_SNAPSHOT"
  | "UNKNOWN_FORMAT"
  | "CLOCK_INVALID"
  | "CLOCK_OUT_OF_RANGE"
  | "CLOCK_BEHIND"
  | "CLOCK_STALLED"
  | "SEQUENCE_EXHAUSTED"
  | "WAIT_TOO_LONG"
  | "NO_RANDOMNESS"
  | "GENERATOR_FREED"
  | "CORE_BLOCKED"
  | "CORE_INVALID"
  | "CORE_MISSING";

/**
 * The error that this package throws. The message says what was given, what is allowed, and how to mend it.
 * `instanceof` also holds for errors of other copies of the package.
 *
 * If reading an argument throws (in a getter, a proxy or an iterator), that error is the `cause`. What a `clock` or
 * `onOverflow` throws is passed on unchanged.
 */
export class FlakeError extends Error {
  readonly code: FlakeErrorCode;
  constructor(code: FlakeErrorCode, message: string, options?: { cause?: unknown });
}
