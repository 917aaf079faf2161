// What the core tells about a format: names, widths and order of its fields.

import type * as api from "../types/index.js";
import { core } from "./core.js";
import { FlakeError } from "./errors.js";
import { MAX_FIELDS } from "./generated/contract.js";
import { newRecord } from "./memory.js";
import {
  asNumber,
  copyList,
  invalid,
  isBytes,
  isWholeNumber,
  optionalNumber,
  type Options,
  quoted,
  requiredNumber,
  typedArrayLength,
} from "./values.js";

type FieldKind = api.FieldDescription["kind"];

/** The properties that describe a format to users. */
export const DESCRIPTION_NAMES = ["name", "bits", "unit", "epoch", "native", "text", "fields"] as const;

/** The properties of a description, which nobody has checked. */
export type UncheckedDescription = Record<keyof api.FormatDescription, unknown>;

/** Reads the properties of a description, each by a call of a function. */
export function pickDescription(valueOf: (name: keyof api.FormatDescription) => unknown): UncheckedDescription {
  return Object.fromEntries(DESCRIPTION_NAMES.map((name) => [name, valueOf(name)])) as UncheckedDescription;
}

/** What the core reports about a format beyond what users see. */
interface CoreDescription extends api.FormatDescription {
  /** The widths that `with` can change, in the core's order. */
  readonly widths: readonly (readonly [name: string, smallest: number, largest: number])[];
  /** Identifies the layout. A snapshot can only be restored into a format with the same one. */
  readonly snapshotLayout: string;
  /** The digits of the encoding in the order of their values. */
  readonly digits: string;
  /** Whether the last two digits of a text are at its front. */
  readonly movesLastTwo: boolean;
  /** Whether only canonical text is accepted. */
  readonly acceptsOnlyCanonical: boolean;
}

/** A field other than the time, or a part of one. */
export interface NumberedField {
  readonly name: string;
  readonly bits: number;
  /** The kind of the field; of a part, the kind of its field. */
  readonly kind: FieldKind;
  readonly isPart: boolean;
  /** The count of bits below it. */
  readonly shift: number;
}

/** The description of a format, which the core knows by a number. */
export class Description {
  readonly _format: number;
  /** The core's report, frozen. Users see a part of it. */
  readonly _public: CoreDescription;
  /** The fields and parts that have a number, in the core's order. */
  readonly _fields: readonly NumberedField[];
  readonly _fieldNames: readonly string[];
  readonly _time: NumberedField;

  constructor(format: number) {
    this._format = format;
    this._public = deepFreeze(core().describe(format) as CoreDescription);
    const fields = withShifts(this._public);
    this._time = fields.find(({ kind }) => kind === "time") as NumberedField;
    this._fields = fields.filter((field) => field !== this._time);
    this._fieldNames = this._fields.map(({ name }) => asPropertyKey(name));
  }

  /** The names of the fields and parts of a kind. */
  _namesOf(kind: FieldKind): string[] {
    return this._fields.filter((field) => field.kind === kind).map(({ name }) => name);
  }

  /** The largest number that a field of a kind can have. */
  _largestOf(kind: FieldKind): number {
    return Math.max(...this._fields.filter((field) => field.kind === kind).map(largest));
  }

  /** How many bytes an ID has. */
  get _byteWidth(): number {
    return Math.ceil(this._public.bits / 8);
  }

  /**
   * The numbers of the fields and parts in an options object, in the core's order. If a kind is given, the fields of other
   * kinds are absent.
   */
  _readFields(given: Options, kind?: FieldKind): number[] {
    const numbers = newRecord(MAX_FIELDS);
    this._fields.forEach((field, i) => {
      if (kind !== undefined && field.kind !== kind) return;
      numbers[i] = readNumber(field, given[field.name]);
    });
    return numbers;
  }

  /** Checks that metadata is a whole number, 0 if the format has none. The core checks its range. */
  _readMetadata(given: unknown): number {
    if (given === 0) return 0;
    const metadata = asNumber(given);
    const field = this._fields.find(({ kind }) => kind === "metadata");
    if (field === undefined) {
      const expected = `omitted: ${this._public.name} has no metadata field; a callback is () => ids.next()`;
      throw invalid("INVALID_FIELD", "metadata", given, expected);
    }
    return requiredNumber(field.name, metadata, largest(field), "INVALID_FIELD");
  }
}

/** All fields and parts, in the core's order: from high bits to low bits, the parts of a field after it. */
function withShifts({ bits, fields }: CoreDescription): NumberedField[] {
  let shift = bits;
  return fields.flatMap(({ kind, parts, ...field }) => {
    let partShift = shift;
    shift -= field.bits;
    const placedParts = parts.map((part) => ({ ...part, kind, isPart: true, shift: (partShift -= part.bits) }));
    return [{ ...field, kind, isPart: false, shift }, ...placedParts];
  });
}

/**
 * The same text as the engine stores it for property keys. Setting a property by another copy of the text, such as
 * the core's report contains, made `decode` 4 to 14 % slower, because the engine looks up the key each time.
 */
function asPropertyKey(name: string): string {
  return Object.keys({ [name]: 0 })[0] as string;
}

function largest({ bits }: { bits: number }): number {
  return 2 ** bits - 1;
}

/**
 * The number of a field, or `ABSENT`. It may be given as its bytes, the high one first, each a number or an ASCII
 * character. sno's partitions are: `["A", 10]`.
 */
function readNumber(field: NumberedField, from: unknown): number {
  const { name, bits } = field;
  const value = asNumber(from);
  if (value === undefined || typeof value === "number" || bits === 0 || bits % 8 !== 0) {
    return optionalNumber(name, value, largest(field), "INVALID_FIELD");
  }
  const length = bits / 8;
  const given =
    isBytes(value) && typedArrayLength(value) === length ? Array.from({ length }, (_, i) => value[i]) : value;
  const items = copyList(name, given, length, "INVALID_FIELD");
  const refuse = (which: string): never => {
    const bytes = `a list of ${length} bytes, each a number from 0 to 255 or one ASCII character`;
    const expected = `it must be a whole number from 0 to ${largest(field)}, or ${bytes}`;
    throw new FlakeError("INVALID_FIELD", `${name} is ${quoted(value)}${which}; ${expected}`);
  };
  if (items?.length !== length) return refuse("");
  return items.reduce((number: number, item) => {
    const isAscii = typeof item === "string" && item.length === 1 && item <= "\x7f";
    const byte = isAscii ? item.charCodeAt(0) : item;
    return isWholeNumber(byte) && byte <= 255 ? number * 256 + byte : refuse(` with ${quoted(item)}`);
  }, 0);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
