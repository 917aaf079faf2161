/** What a `FlakeError` is about. */
export type FlakeErrorCode = import("../index.js").FlakeErrorCode;

/** What marks a `FlakeError`, whichever copy of the package it is from: import's, require's, another bundle's. */
const BRAND = Symbol.for("flakekit.FlakeError");

export class FlakeError extends Error {
  // Minified bundles would have it otherwise.
  static override readonly name = "FlakeError";

  readonly code: FlakeErrorCode;

  constructor(code: FlakeErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that extends this one decides for itself.
    if (this !== FlakeError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === "object" && value !== null && BRAND in value;
  }

  static {
    FlakeError.prototype.name = "FlakeError";
    Object.defineProperty(FlakeError.prototype, BRAND, { value: true });
  }
}
