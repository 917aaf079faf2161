// Instants as users give them, converted to Unix ms; and as messages write them.

import type { FlakeErrorCode } from "./errors.js";
import { dateToMs, invalid } from "./values.js";

/** The last instant of a `Date` in Unix ms. The first one is its negative. */
const LAST_MS = 8.64e15;

/** Unix ms as messages write them. */
export const iso = (ms: number): string => (Math.abs(ms) > LAST_MS ? String(ms) : new Date(ms).toISOString());

/** Unix ms of an instant that is looked up: rounded down to a whole number. */
export const floorToMs = (name: string, instant: unknown, code: FlakeErrorCode): number =>
  Math.floor(checkedMs(name, instant, code));

/** Unix ms of an instant that must be exact: a whole number of ms. */
export const toWholeMs = (name: string, instant: unknown, code: FlakeErrorCode): number =>
  checkedMs(name, instant, code, ", a whole number of ms");

/** Unix ms of an instant. `whole` says in the message that the number must be whole; without it, it need not be. */
function checkedMs(name: string, instant: unknown, code: FlakeErrorCode, whole = ""): number {
  const ms = toMs(instant, whole !== "");
  // -0 becomes 0.
  if (Math.abs(ms) <= LAST_MS && (whole === "" || Number.isInteger(ms))) return ms + 0;
  const hasNoZone = typeof instant === "string" && !Number.isNaN(textToMs(`${instant}Z`, false));
  const forms = "a Date, an ISO 8601 text such as 2024-01-31 or 2024-01-31T12:00:00Z, or Unix ms";
  const expected = hasNoZone
    ? "in a time zone: add Z, or an offset such as +01:00"
    : `${forms}${whole} from -${LAST_MS} to ${LAST_MS}`;
  throw invalid(code, name, instant, expected);
}

/** Unix ms of an instant; NaN for other values. A text is cut below the ms, or is NaN if it must be `exact`. */
function toMs(instant: unknown, exact: boolean): number {
  if (typeof instant === "string") return textToMs(instant, exact);
  return typeof instant === "number" || typeof instant === "bigint"
    ? Number(instant)
    : (dateToMs(instant) ?? Number.NaN);
}

/**
 * Unix ms of a text; NaN for one that is no instant. It reads RFC 3339, and what programs write beside it: a date alone, no
 * seconds, `+0000`, `+00`, and years of six digits as in ECMAScript. A time of day needs `Z` or an offset: without one, the
 * same text would be another instant in another time zone. It uses no regular expression, which V8 can't compile if the
 * stack is full.
 */
function textToMs(text: string, exact: boolean): number {
  // There may be any count of digits below the second.
  const dot = text.indexOf(".");
  let end = dot + 1;
  while (dot > 0 && isDigit(text.charAt(end))) end++;
  const fraction = dot > 0 ? text.slice(dot + 1, end) : "";
  const rest = dot > 0 ? text.slice(0, dot) + text.slice(end) : text;
  const form = shapeOf(rest.charAt(0)) === "-" ? "-000000-00-00" : "0000-00-00";
  const day = form.length;
  const date = rest.slice(0, day);
  const clock = rest.slice(day).toUpperCase() || "T00:00Z";
  const zoneAt = clock.charAt(6) === ":" ? 9 : 6;
  const time = clock.slice(1, zoneAt) + (zoneAt > 6 ? "" : ":00");
  const zone = clock.slice(zoneAt);
  const minutes = zone.length > 3 ? zone.slice(zone.charAt(3) === ":" ? 4 : 3) : "00";
  const offset = zone === "Z" ? "+00:00" : `${zone.slice(0, 3)}:${minutes}`;
  const whole = `${date}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}${offset}`;
  const isRead =
    shapeOf(whole) === `${form}T00:00:00.000-00:00` &&
    "T ".includes(clock.charAt(0)) &&
    (dot < 0 || (fraction !== "" && dot === day + zoneAt && zoneAt > 6)) &&
    // Engines differ in what they read beyond these.
    time < "24" &&
    offset.slice(1) < "24" &&
    !date.startsWith("-000000") &&
    // Engines read 02-31 as 03-03. The other methods of `Date` that would tell are often replaced by programs.
    new Date(date).getUTCDate() === Number(date.slice(-2)) &&
    !(exact && Number(fraction.slice(3)) > 0);
  return isRead ? Date.parse(whole) : Number.NaN;
}

const isDigit = (character: string): boolean => character >= "0" && character <= "9";

/** The beginning of a text with 0 for each digit and - for each sign. */
const shapeOf = (text: string): string =>
  Array.from(text.slice(0, 50), (character) => (isDigit(character) ? "0" : character === "+" ? "-" : character)).join(
    "",
  );
