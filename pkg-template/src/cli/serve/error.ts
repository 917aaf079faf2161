// What a server answers if a request fails.

import { FlakeError, type FlakeErrorCode } from "flakekit";
import { UsageError } from "../words/index.js";

/** A request that is refused, with its status of HTTP. */
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

/** Another attempt may succeed: the store, the clock or the sequence were the reason. */
const TEMPORARY: FlakeErrorCode[] = [
  "CLOCK_BEHIND",
  "CLOCK_STALLED",
  "LEASE_EXPIRED",
  "NO_FREE_SEAT",
  "SEQUENCE_EXHAUSTED",
  "STORE_FAILED",
  "WAIT_TOO_LONG",
];

/** The refusal for whatever was thrown. `undefined` if it is a fault of the server. */
export function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof UsageError) return new HttpError(400, "INVALID_QUERY", error.message);
  if (!(error instanceof FlakeError)) return undefined;
  const { code, message } = error;
  if (TEMPORARY.includes(code)) return new HttpError(503, code, message, { "retry-after": "1" });
  return new HttpError(400, code, message);
}
