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

/** The HTTP error for a thrown value; `undefined` if it is a fault of the server. */
export function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof UsageError) return new HttpError(400, "INVALID_QUERY", error.message);
  if (!(error instanceof FlakeError)) return undefined;
  const { code, message } = error;
  if ((TEMPORARY as readonly string[]).includes(code)) return new HttpError(503, code, message, { "retry-after": "1" });
  return new HttpError(400, code, message);
}
