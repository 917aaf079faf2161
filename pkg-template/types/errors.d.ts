import type { FlakeErrorCode } from "./generated/names.js";

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
