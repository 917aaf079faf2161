// Converts the instants that users give to Unix ms: dates, texts and numbers.

import type { FlakeErrorCode } from "./errors.js";
import { FIRST_DOUBTFUL_MS, LAST_DOUBTFUL_MS } from "../generated/contract.js";
import { dateToMs, invalid, iso, LAST_MS, readGuarded } from "./values.js";

/** The count of ns of a ms. */
const NS = 1_000_000n;

/** How many characters a date has, if its year has a sign. */
const LONGEST_DATE = 13;

/** A part of messages about instants that must be a whole number of ms. */
export const WHOLE = ", a whole number of ms";

/** The Unix ms of an instant. A fraction of a ms is rounded down, or refused if `whole` is `WHOLE`. */
export function instantToMs(
  name: string,
  instant: unknown,
  whole: "" | typeof WHOLE = "",
  code: FlakeErrorCode = "INVALID_TIME",
): number {
  const ms = readGuarded(code, name, () => toMs(instant, whole !== ""));
  // -0 becomes 0.
  if (Math.abs(ms) <= LAST_MS && (whole === "" || Number.isInteger(ms))) return Math.floor(ms) + 0;
  const hasNoZone = typeof instant === "string" && !Number.isNaN(textToMs(`${instant}Z`, false));
  const forms = "a Date, an ISO 8601 text such as 2024-01-31T12:00:00Z, or Unix ms";
  const expected = hasNoZone
    ? "in a time zone: Z, or an offset such as +01:00"
    : `${forms}${whole} from -${LAST_MS} to ${LAST_MS}`;
  throw invalid(code, name, instant, expected);
}

/**
 * The Unix ms of an instant that a user writes down. A number that may be seconds is refused: as ms, it is of 1970 to
 * 1973. Dates and texts have no such doubt. Numbers of clocks and databases are taken as they are, by `instantToMs`.
 */
export function writtenToMs(
  name: string,
  instant: unknown,
  whole: "" | typeof WHOLE = "",
  code: FlakeErrorCode = "INVALID_TIME",
): number {
  const ms = instantToMs(name, instant, whole, code);
  const isNumber = typeof instant === "number" || typeof instant === "bigint";
  if (!isNumber || ms < FIRST_DOUBTFUL_MS || ms > LAST_DOUBTFUL_MS) return ms;
  const [asMs, asSeconds] = [iso(ms), iso(ms * 1000)];
  const readings = `, ${asMs.slice(0, 10)} as ms and ${asSeconds.slice(0, 10)} as seconds`;
  throw invalid(code, name, instant, `${ms * 1000}, or the text '${asMs}'`, readings);
}

/**
 * The Unix ms of an instant; NaN for other values. For a text with a fraction of a ms, the fraction is cut off, or the
 * result is NaN if `exact`.
 */
function toMs(instant: unknown, exact: boolean): number {
  if (typeof instant === "string") return textToMs(instant, exact);
  if (typeof instant === "number" || typeof instant === "bigint") return Number(instant);
  return dateToMs(instant) ?? temporalToMs(instant, exact);
}

/** The Unix ms of a `Temporal.Instant` or a `Temporal.ZonedDateTime`, of which only the ns are read. */
function temporalToMs(instant: unknown, exact: boolean): number {
  const nanoseconds = (instant as { epochNanoseconds?: unknown } | null | undefined)?.epochNanoseconds;
  if (typeof nanoseconds !== "bigint") return NaN;
  const rest = nanoseconds % NS;
  if (exact && rest !== 0n) return NaN;
  // The division rounds to 0, and an instant is rounded down.
  return Number(nanoseconds / NS) - (rest < 0n ? 1 : 0);
}

/**
 * The Unix ms of a text; NaN if it is no instant. It reads RFC 3339, and other forms that programs write: a date alone, no
 * seconds, `+0000`, `+00`, a name of a time zone in brackets after the offset, and years of six digits as in ECMAScript. A time of day needs `Z` or an offset: without one, the
 * same text would be another instant in another time zone. It uses no regular expression, which V8 can't compile if the
 * stack is full.
 */
function textToMs(given: string, exact: boolean): number {
  // The text of a `Temporal.ZonedDateTime` ends with its time zone, such as `[Europe/Berlin]`, after the offset. A date alone has
  // no offset, so it must have no time zone.
  const zoneName = given.endsWith("]") ? given.indexOf("[") : -1;
  const text = zoneName > LONGEST_DATE ? given.slice(0, zoneName) : given;
  // A fraction of a second may have any count of digits, so it is cut out before shapes are compared.
  const dot = text.indexOf(".") + 1;
  let end = dot;
  while (dot > 0 && isDigit(text.charAt(end))) end++;
  const fraction = text.slice(dot, end);
  const rest = text.slice(0, dot) + text.slice(end);
  // The year has six digits if it has a sign.
  const day = isDigit(text.charAt(0)) ? 10 : 13;
  const date = rest.slice(0, day);
  const clock = (rest.slice(day) || "T00:00Z").toUpperCase().replace(" ", "T").replace("Z", "+00:00");
  const zoneAt = Math.max(clock.indexOf("+"), clock.indexOf("-"));
  const time = clock.slice(0, zoneAt);
  const zone = clock.slice(zoneAt);
  const isRead =
    shapeOf(date) === "-000000-00-00".slice(-day) &&
    (fraction === "" ? ["T00:00", "T00:00:00"] : ["T00:00:00."]).includes(shapeOf(time)) &&
    ["-00", "-0000", "-00:00"].includes(shapeOf(zone)) &&
    // Some engines read later hours, larger offsets and the year -000000, and some do not.
    time < "T24" &&
    zone.slice(1) < "24" &&
    !date.startsWith("-000000") &&
    // Engines read 02-31 as a day of March, so the day is compared. Programs often replace other methods of `Date`.
    new Date(date).getUTCDate() === Number(date.slice(-2)) &&
    !(exact && Number(fraction.slice(3)) > 0);
  const milliseconds = fraction && `${fraction}00`.slice(0, 3);
  const offset = `${zone.slice(0, 3)}:${zone.slice(3).slice(-2) || "00"}`;
  return isRead ? Date.parse(`${date}${time}${milliseconds}${offset}`) : NaN;
}

const isDigit = (character: string): boolean => character >= "0" && character <= "9";

/** The first 20 characters of a text, with 0 for each digit and - for each sign. */
const shapeOf = (text: string): string =>
  Array.from(text.slice(0, 20), (character) => (isDigit(character) ? "0" : character === "+" ? "-" : character)).join(
    "",
  );
