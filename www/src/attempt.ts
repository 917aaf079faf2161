// Work that may throw a FlakeError.

import { FlakeError } from "flakekit";

/** Returns the result of `work`, or the message if it throws a `FlakeError`. Other errors pass through. */
export function attempt<T>(work: () => T): { result: T; error?: never } | { error: string; result?: never } {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof FlakeError) return { error: error.message };
    throw error;
  }
}
