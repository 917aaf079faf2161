// The error of all stores.

import { defineValue, FlakeError } from "../../values/index.js";

/** Where an error says whether another attempt has it too. All files of the package share it. */
export const PERMANENT = Symbol.for("flakekit permanent");

/**
 * An error of a store that fails, or that is misused. `isPermanent` says whether another attempt has it too, until somebody
 * corrects what it says. Without it, the codes of the cause tell: see `permanent.ts`.
 */
export function storeFailed(message: string, cause?: unknown, isPermanent?: boolean): FlakeError {
  const error = new FlakeError("STORE_FAILED", message, cause === undefined ? undefined : { cause });
  if (isPermanent !== undefined) defineValue(error, PERMANENT, isPermanent, false);
  return error;
}
