// The error of all stores.

import { FlakeError } from "../errors.js";

/** An error of a store that fails, or that is misused. */
export function storeFailed(message: string, cause?: unknown): FlakeError {
  return new FlakeError("STORE_FAILED", message, cause === undefined ? undefined : { cause });
}
