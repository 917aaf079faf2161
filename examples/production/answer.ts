// The answer of a server to each error, for all frameworks.

import { FlakeError, type FlakeErrorCode } from "flakekit";

/** The faults that pass by themselves. */
const PASSING: FlakeErrorCode[] = [
  // of leases
  ...(["LEASE_EXPIRED", "LEASE_NOT_OPEN", "STORE_FAILED", "NO_FREE_SEAT", "WAIT_TOO_LONG"] as const),
  // of clocks and sequences
  ...(["CLOCK_BEHIND", "CLOCK_STALLED", "SEQUENCE_EXHAUSTED"] as const),
];

/** Those of a database that is down, of Node and of PostgreSQL. */
const DOWN = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "57P01", "57P03"];

/** The status, the headers and the body with which a server answers an error. */
export function answerOf(error: unknown) {
  const { code, status, statusCode = status, message } = Object(error);
  if (statusCode >= 400 && statusCode < 500) return answer(statusCode, message);
  const passes = error instanceof FlakeError ? PASSING.includes(error.code) : DOWN.includes(code);
  return passes ? answer(503, "Try again later", { "retry-after": "3" }) : answer(500, "Internal Server Error");
}

function answer(status: number, error: string, headers: Record<string, string> = {}) {
  return { status, headers, body: { error } };
}
