/** What a `FlakeError` is about. */
export type FlakeErrorCode = import("../index.js").FlakeErrorCode;

/** What marks a `FlakeError`, whichever copy of the package it is from: import's, require's, another bundle's. */
const BRAND = Symbol.for("flakekit.FlakeError");

export class FlakeError extends Error {
  // Minified bundles would have it otherwise.
  static override readonly name = "FlakeError";

  readonly code: FlakeErrorCode;

  constructor(code: FlakeErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that extends this one decides for itself.
    if (this !== FlakeError) return Function.prototype[Symbol.hasInstance].call(this, value);
    try {
      return typeof value === "object" && value !== null && BRAND in value;
    } catch {
      // A proxy that can't be read.
      return false;
    }
  }

  static {
    // Defined, not assigned: where `Error.prototype` is frozen, a name can't be assigned.
    Object.defineProperties(FlakeError.prototype, {
      name: { value: "FlakeError", writable: true, configurable: true },
      [BRAND]: { value: true },
    });
  }
}
