import { requireRoom } from "./core.js";
import type { FlakeErrorCode } from "./errors.js";
import { timeOf, wrong } from "./values.js";

/** ISO 8601 as ECMAScript writes it, and its shorter forms; a time needs its offset, or it would mean another instant elsewhere. */
const ISO = /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Unix ms of a `Date`, an ISO 8601 text or Unix ms. */
export function toMs(name: string, instant: unknown, code: FlakeErrorCode): number {
  const ms = read(instant);
  if (Number.isNaN(ms)) throw wrong(code, name, instant, "a Date, an ISO 8601 text or Unix ms");
  return ms;
}

function read(instant: unknown): number {
  if (typeof instant === "number") return instant;
  if (typeof instant === "string") {
    requireRoom();
    return ISO.test(instant) ? Date.parse(instant) : Number.NaN;
  }
  return timeOf(instant);
}
