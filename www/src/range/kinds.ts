// The kinds of IDs whose ranges the page finds: the formats of the package, and kinds of which it needs only the first ID of
// a time.

import { type AnyFormatWithEpoch, FlakeError } from "flakekit";
import { capacityOf } from "../formats/capacity.ts";
import { formatNameOf, formatOf } from "../formats/catalogue.ts";
import { titleOf } from "../names.ts";
import { utc } from "../when.ts";

/** The languages of queries. */
export type Dialect = "SQL" | "MongoDB";

/** A kind of IDs that sort by time. */
export interface Kind {
  name: string;
  dialect: Dialect;
  /** Whether queries write IDs of this kind in quotes. */
  isText: boolean;
  /** The first time of the kind, and the end of its time, in Unix ms. */
  begin: number;
  end: number;
  /** The length of a tick in ms. */
  unit: number;
  /** The text of the smallest ID of the tick that contains a time. */
  first: (ms: number) => string;
  /** The format of the package. */
  format?: AnyFormatWithEpoch;
}

/** A kind whose first bits count units since 1970. `write` is given this count. */
const since1970 = (
  name: string,
  bits: number,
  unit: number,
  dialect: Dialect,
  write: (ticks: number) => string,
): Kind => ({
  name,
  dialect,
  isText: true,
  begin: 0,
  end: 2 ** bits * unit,
  unit,
  first: (ms) => write(Math.floor(ms / unit)),
});

const digits = (value: number, base: number, length: number): string => value.toString(base).padStart(length, "0");

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const OTHERS: readonly Kind[] = [
  // RFC 9562, clause 5.7: all bits but the time, the version and the variant are 0.
  since1970("uuid v7", 48, 1, "SQL", (ms) => `${digits(ms, 16, 12).replace(/.{8}/, "$&-")}-7000-8000-000000000000`),
  // https://github.com/ulid/spec
  since1970("ulid", 48, 1, "SQL", (ms) => {
    const time = [...digits(ms, 32, 10)].map((digit) => CROCKFORD[parseInt(digit, 32)]);
    return time.join("") + "0".repeat(16);
  }),
  // https://www.mongodb.com/docs/manual/reference/bson-types/#objectid
  since1970("objectid", 32, 1000, "MongoDB", (seconds) => digits(seconds, 16, 8) + "0".repeat(16)),
];

/** The names of the kinds that are no formats of the package. */
export const OTHER_NAMES: readonly string[] = OTHERS.map(({ name }) => name);

/** The name of the kind in the parameters. */
export const kindNameOf = (params: URLSearchParams): string =>
  OTHER_NAMES.find((name) => name === params.get("format")) ?? formatNameOf(params, "twitter");

/** Returns the kind with a name. Throws a `FlakeError` if the epoch or the layout of the parameters is invalid. */
export const kindOf = (name: string, params: URLSearchParams): Kind =>
  OTHERS.find((kind) => kind.name === name) ?? kindOfFormat(formatOf(name, params));

function kindOfFormat(format: AnyFormatWithEpoch): Kind {
  const { name, native, epoch, unit, firstAt } = format;
  return {
    name,
    dialect: "SQL",
    isText: native === "string",
    begin: epoch,
    end: epoch + capacityOf(format).span,
    unit,
    first: (ms) => String(firstAt(new Date(ms))),
    format,
  };
}

/** The IDs from `min` on and before `end`; all IDs from `min` on if `end` is null. */
export interface Bounds {
  min: string;
  end: string | null;
  /** Notes on times that the range leaves out, because the kind has no IDs of these times. */
  notes: string[];
}

/** Returns the bounds of the IDs of a span of time. Throws a `FlakeError` if the span has no IDs. */
export function boundsOf({ name, begin, end, unit, first }: Kind, from: number, to: number): Bounds {
  const refuse = (why: string): never => {
    throw new FlakeError("INVALID_TIME", why);
  };
  if (from >= to) refuse(`“from” is ${utc(new Date(from))}; it must be before “to”, ${utc(new Date(to))}.`);
  const early = from < begin ? [`The IDs of ${titleOf(name)} begin at ${utc(new Date(begin))}, after “from”.`] : [];
  const late = to > end ? [`The IDs of ${titleOf(name)} end at ${utc(new Date(end))}, before “to”.`] : [];
  if (to <= begin || from >= end) refuse([...early, ...late].join(" "));
  const bounds = { min: first(Math.max(from, begin)), end: to < end ? first(to) : null, notes: [...early, ...late] };
  if (bounds.min === bounds.end) refuse(`“from” and “to” are in one tick of ${titleOf(name)}, which has ${unit} ms.`);
  return bounds;
}
