// The errors with which a server answers requests that fail.

import { FlakeError } from "flakekit";
import { TEMPORARY } from "../../generated/contract.js";
import { UsageError } from "../words/index.js";

/** The error of a request that is refused, with its HTTP status. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Whether a request that failed with this error may succeed a little later. */
export function isTemporary(error: unknown): error is FlakeError {
  return error instanceof FlakeError && (TEMPORARY as readonly string[]).includes(error.code);
}

/** The headers of answers that ask the client to come back. */
const LATER = { "retry-after": "1" };

/** The error of a request that is refused because too many requests wait. */
export function overloaded(waiting: number): HttpError {
  return new HttpError(
    503,
    "OVERLOADED",
    `${waiting} requests wait for IDs, which is the most; ask again later`,
    LATER,
  );
}

/** The HTTP error for a thrown value; `undefined` if it is a fault of the server. */
export function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof UsageError) return new HttpError(400, "INVALID_QUERY", error.message);
  if (!(error instanceof FlakeError)) return undefined;
  const { code, message } = error;
  return isTemporary(error) ? new HttpError(503, code, message, LATER) : new HttpError(400, code, message);
}
