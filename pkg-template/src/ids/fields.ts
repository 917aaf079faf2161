// The fields of a format: their places in a value, and their numbers.

import type * as api from "../../types/index.js";
import { asNumber, FlakeError, INSPECT, invalid, isWholeNumber, type Options, wholeFrom } from "../values/index.js";
import type { Kind } from "../generated/contract.js";
import { type Place, placeOf } from "./value.js";

/** A field, or a part of one, in a descriptor. The rows go from high bits to low bits; the parts of a field follow it. */
export type FieldRow = readonly [kind: Kind, name: string, bits: number];

/** A field, or a part of one. */
export interface Field extends Place {
  readonly _name: string;
  readonly _kind: Kind;
  readonly _bits: number;
}

/** Functions that few formats need. These formats import them, so that the bundles of other formats do not contain them. */
export interface FieldExtras {
  /** The functions of formats whose fields have parts. */
  readonly _placeFields?: typeof placeFields;
  readonly _describeFields?: typeof describeFields;
  /** The widths of parts, for consoles. */
  readonly _sayParts?: (parts: readonly { name: string; bits: number }[]) => string;
  /** The number of the field at a position. `numbers` has the given numbers of all fields and parts. */
  readonly _joinParts?: (
    fields: readonly Field[],
    at: number,
    numbers: readonly (number | undefined)[],
    isPartial: boolean,
  ) => number | undefined;
  /** Reads the number of a field. */
  readonly _readNumber?: ReadNumber;
  /** Other names by which fields can be given, such as `machineId`. */
  readonly _otherNames?: readonly string[];
}

/** The fields of a format, with their places. */
export function placeFields(rows: readonly FieldRow[], bits: number): Field[] {
  let below = bits;
  return rows.map((row) => placeField(row, (below -= row[2])));
}

/** A field with its place: `below` bits are below it. */
export const placeField = ([_kind, _name, _bits]: FieldRow, below: number): Field => ({
  _name,
  _kind,
  _bits,
  ...placeOf(below, _bits),
});

/** The fields as users see them: new objects each time, so that changes of one result do not change the next one. */
export const describeFields = (rows: readonly FieldRow[]): api.FieldDescription[] =>
  rows.map(([kind, name, bits]) => ({ name, bits, kind: kind as api.FieldKind, parts: [] }));

/** The result of `decode`. The fields beside the time are added to it. */
export class DecodedFields {
  // Minifiers rename the class, but not this property.
  static readonly name = "DecodedFields";

  [name: string]: unknown;
  readonly timestamp: number;

  constructor(timestamp: number) {
    this.timestamp = timestamp;
  }

  /** The date is made when it is read, because making a `Date` takes longer than the rest of `decode`. */
  get date(): Date {
    return new Date(this.timestamp);
  }

  toJSON(): object {
    // `date` is a getter of the prototype, so the spread lacks it. `timestamp` comes first, so that both times stand together.
    return { timestamp: this.timestamp, date: this.date, ...(this as object) };
  }

  [INSPECT](): object {
    return this.toJSON();
  }
}

/** The numbers that a field can have, in words. */
export const wholeUpTo = ({ _bits }: Field): string => wholeFrom(0, 2 ** _bits - 1);

/** The number of a field in an options object: a whole number, or `undefined`. Its range is checked later. */
export type ReadNumber = (field: Field, given: Options) => number | undefined;

export const readNumber: ReadNumber = (field, given) => wholeNumber(field, field._name, given[field._name]);

/** A whole number that is given for a field under a name, or `undefined`. */
export function wholeNumber(field: Field, name: string, given: unknown): number | undefined {
  const number = asNumber(given);
  if (number === undefined || isWholeNumber(number)) return number;
  throw invalid("INVALID_FIELD", name, number, wholeUpTo(field));
}

/** Checks the range of a field's number. */
export function inRange(field: Field, number: number): number {
  if (number < 2 ** field._bits) return number;
  throw invalid("INVALID_FIELD", field._name, number, wholeUpTo(field));
}

export const missing = (field: Field, or = ""): FlakeError =>
  new FlakeError("INVALID_FIELD", `${field._name} is missing; give ${wholeUpTo(field)}${or}`);
