// Instants as users give them, converted to Unix ms.

import type { FlakeErrorCode } from "./errors.js";
import { requireStackSpace } from "./refusals.js";
import { ABSENT, dateToMs, invalid, type Options } from "./values.js";

/**
 * ISO 8601 in the form that ECMAScript writes, and shorter forms of it. A time of day needs `Z` or an offset: without
 * one, the same text would be another instant in another time zone.
 */
const ISO = /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** The last instant of a `Date` in Unix ms. The first one is its negative. */
const LAST_MS = 8.64e15;

/** Unix ms of an instant, rounded down to a whole number. */
export function floorToMs(name: string, instant: unknown, code: FlakeErrorCode): number {
  return Math.floor(checkedMs(name, instant, code));
}

/** Unix ms of an instant, which must be a whole number of ms. */
export function toWholeMs(name: string, instant: unknown, code: FlakeErrorCode): number {
  return checkedMs(name, instant, code, ", a whole number of ms");
}

/** Unix ms of an instant. `whole` says in the message that the number must be whole; without it, it need not be. */
function checkedMs(name: string, instant: unknown, code: FlakeErrorCode, whole?: string): number {
  const ms = toMs(instant);
  if (Math.abs(ms) <= LAST_MS && (whole === undefined || Number.isInteger(ms))) return ms;
  const forms = "a Date, an ISO 8601 text such as 2024-01-31 or 2024-01-31T12:00:00Z, or Unix ms";
  throw invalid(code, name, instant, `${forms}${whole ?? ""} from -${LAST_MS} to ${LAST_MS}`);
}

/** The epoch of an options object in Unix ms, or `ABSENT`. */
export function optionalEpoch({ epoch }: Options): number {
  return epoch === undefined ? ABSENT : toWholeMs("epoch", epoch, "INVALID_EPOCH");
}

/** Unix ms of an instant; NaN for other values. */
function toMs(instant: unknown): number {
  if (typeof instant === "number") return instant;
  if (typeof instant === "string") {
    requireStackSpace();
    return ISO.test(instant) ? Date.parse(instant) : Number.NaN;
  }
  return dateToMs(instant) ?? Number.NaN;
}
