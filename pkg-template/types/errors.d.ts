import type { FlakeErrorCode } from "./generated/names.js";

/**
 * The error that this package throws. The message says what was given, what is allowed, and how to mend it.
 * `instanceof FlakeError` also holds for errors of other copies of the package.
 *
 * If reading an argument throws (in a getter, a proxy or an iterator), the thrown error is the `cause`. Errors that a
 * `clock`, `onOverflow` or `onProgress` throws, and the reason that an aborted signal throws, are passed on unchanged.
 *
 * @example
 * ```js
 * import { discord, FlakeError } from "flakekit";
 *
 * function dateOf(id) {
 *   try {
 *     return discord.date(id);
 *   } catch (error) {
 *     if (error instanceof FlakeError && error.statusCode === 400) return null; // no ID
 *     throw error;
 *   }
 * }
 * dateOf("12x4"); // → null
 * ```
 */
export class FlakeError extends Error {
  readonly code: FlakeErrorCode;
  /**
   * The HTTP status with which a server answers if the bad input came with a request. Only errors of bad input have
   * this property: see {@link FlakeErrorCode}. Express, Fastify and Koa read it. The property is not enumerable.
   */
  readonly statusCode?: 400;
  constructor(code: FlakeErrorCode, message: string, options?: { cause?: unknown });
}
