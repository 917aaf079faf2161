// The error of all stores.

import { defineValue, FlakeError } from "../../values/index.js";

/** The key by which an error says whether it is permanent: see `permanent.ts`. All bundles of the package share it. */
export const PERMANENT = Symbol.for("flakekit permanent");

/**
 * The error of a store that fails, or that is misused. `isPermanent` says whether every attempt has it, until somebody
 * corrects its cause. If it is omitted, the codes of the cause decide: see `permanent.ts`.
 */
export function storeFailed(message: string, cause?: unknown, isPermanent?: boolean): FlakeError {
  const error = new FlakeError("STORE_FAILED", message, cause === undefined ? undefined : { cause });
  if (isPermanent !== undefined) defineValue(error, PERMANENT, isPermanent, false);
  return error;
}
