import type * as api from "../../types/index.js";
import { defineValue } from "./define-value.js";
import { BAD_INPUT } from "../generated/contract.js";

export type FlakeErrorCode = api.FlakeErrorCode;

/**
 * Marks every `FlakeError`. Copies of the package (ESM, CommonJS, bundles) have a class each, so `instanceof` looks for
 * this symbol, which all copies share.
 */
const BRAND = Symbol.for("flakekit.FlakeError");

export class FlakeError extends Error {
  // Minifiers rename the class, but not this property.
  static override readonly name = "FlakeError";

  readonly code: FlakeErrorCode;
  /** The HTTP status. Only errors of bad input have it. */
  declare readonly statusCode?: 400;

  constructor(code: FlakeErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    // The property is not enumerable, so that consoles do not print it. It is writable, because error handlers of
    // servers assign it.
    if ((BAD_INPUT as readonly string[]).includes(code)) defineValue(this, "statusCode", 400, false);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // Subclasses keep the standard meaning of `instanceof`.
    if (this !== FlakeError) return super[Symbol.hasInstance](value);
    try {
      return BRAND in Object(value);
    } catch {
      // `value` is a proxy whose `has` trap throws.
      return false;
    }
  }
}

// `name` is defined and not assigned, because the assignment fails where `Error.prototype` is frozen.
defineValue(FlakeError.prototype, "name", "FlakeError", false);
defineValue(FlakeError.prototype, BRAND, true, false);
