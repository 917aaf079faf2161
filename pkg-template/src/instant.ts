// Instants as users give them, converted to Unix ms.

import type { FlakeErrorCode } from "./errors.js";
import { requireStackSpace } from "./refusals.js";
import { ABSENT, dateToMs, invalid, type Options } from "./values.js";

/**
 * RFC 3339, and what programs write beside it: a date alone, no seconds, `+0000`, `+00`, and years of six digits as in
 * ECMAScript. A time of day needs `Z` or an offset: without one, the same text would be another instant in another time
 * zone.
 */
const TEXT =
  /^(\d{4}|\+\d{6}|-(?!0{6})\d{6})(-\d\d-(\d\d))(?:[T ]((?:[01]\d|2[0-3]):\d\d)(?:(:\d\d)(?:\.(\d+))?)?(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?))?$/i;

/** The last instant of a `Date` in Unix ms. The first one is its negative. */
const LAST_MS = 8.64e15;

/** Unix ms of an instant that is looked up: rounded down to a whole number. */
export function floorToMs(name: string, instant: unknown, code: FlakeErrorCode): number {
  return Math.floor(checkedMs(name, instant, code));
}

/** Unix ms of an instant that must be exact: a whole number of ms. */
export function toWholeMs(name: string, instant: unknown, code: FlakeErrorCode): number {
  return checkedMs(name, instant, code, ", a whole number of ms");
}

/** Unix ms of an instant. `whole` says in the message that the number must be whole; without it, it need not be. */
function checkedMs(name: string, instant: unknown, code: FlakeErrorCode, whole?: string): number {
  const ms = toMs(instant, whole !== undefined);
  if (Math.abs(ms) <= LAST_MS && (whole === undefined || Number.isInteger(ms))) return ms;
  if (typeof instant === "string" && TEXT.test(`${instant}Z`)) {
    throw invalid(code, name, instant, "in a time zone: add Z, or an offset such as +01:00");
  }
  const forms = "a Date, an ISO 8601 text such as 2024-01-31 or 2024-01-31T12:00:00Z, or Unix ms";
  throw invalid(code, name, instant, `${forms}${whole ?? ""} from -${LAST_MS} to ${LAST_MS}`);
}

/** The epoch of an options object in Unix ms, or `ABSENT`. */
export function optionalEpoch({ epoch }: Options): number {
  return epoch === undefined ? ABSENT : toWholeMs("epoch", epoch, "INVALID_EPOCH");
}

/** Unix ms of an instant; NaN for other values. A text is cut below the ms, or is NaN if it must be `exact`. */
function toMs(instant: unknown, exact: boolean): number {
  switch (typeof instant) {
    case "number":
      return instant;
    case "bigint":
      return Number(instant);
    case "string":
      requireStackSpace();
      return textToMs(instant, exact);
    default:
      return dateToMs(instant) ?? Number.NaN;
  }
}

function textToMs(text: string, exact: boolean): number {
  const parts = TEXT.exec(text);
  if (parts === null) return Number.NaN;
  const [, year = "", date, day, time = "00:00", seconds = ":00", digits = "", hours = "+00", minutes = "00"] = parts;
  // Engines read 02-31 as 03-03. The other methods of `Date` that would tell are often replaced by programs.
  const isReal = new Date(`${year}${date}`).getUTCDate() === Number(day);
  if (!isReal || (exact && /[1-9]/.test(digits.slice(3)))) return Number.NaN;
  return Date.parse(`${year}${date}T${time}${seconds}.${`${digits}000`.slice(0, 3)}${hours}:${minutes}`);
}
