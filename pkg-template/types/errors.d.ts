import type { FlakeErrorCode } from "./generated/names.js";

/**
 * The error that this package throws. The message says what was given, what is allowed, and how to mend it.
 * `instanceof` also holds for errors of other copies of the package.
 *
 * If reading an argument throws (in a getter, a proxy or an iterator), that error is the `cause`. What a `clock`,
 * `onOverflow` or `onProgress` throws, and what an aborted signal throws, are passed on unchanged.
 */
export class FlakeError extends Error {
  readonly code: FlakeErrorCode;
  /**
   * The status of HTTP with which a server answers if a request contained the cause. Only errors of bad input have this
   * property: see {@link FlakeErrorCode}. Express, Fastify and Koa read it. It is not enumerable.
   */
  readonly statusCode?: 400;
  constructor(code: FlakeErrorCode, message: string, options?: { cause?: unknown });
}
