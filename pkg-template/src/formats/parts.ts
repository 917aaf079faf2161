// Fields that have parts: `machineId` of Twitter, and node fields of custom formats.

import { FlakeError } from "../values/index.js";
import { describeFields, type Field, type FieldExtras, inRange, missing, placeField } from "../ids/index.js";

const isPart = ({ _kind }: Field): boolean => _kind === "part";

/** The parts that follow the field at a position. */
function partsAfter<T>(all: readonly T[], at: number, isPart: (one: T) => boolean): T[] {
  const end = all.findIndex((one, i) => i > at && !isPart(one));
  return all.slice(at + 1, end < 0 ? all.length : end);
}

/** The extras of formats with such fields. */
export const PARTS: FieldExtras = {
  _placeFields(rows, bits) {
    let below = bits;
    let partBelow = 0;
    return rows.map((row) => {
      const [kind, , width] = row;
      if (kind === "part") return placeField(row, (partBelow -= width));
      partBelow = below;
      return placeField(row, (below -= width));
    });
  },

  _describeFields(rows) {
    const all = describeFields(rows);
    const isPart = ({ kind }: { kind: string }): boolean => kind === "part";
    return all.flatMap((field, i) =>
      isPart(field) ? [] : { ...field, parts: partsAfter(all, i, isPart).map(({ name, bits }) => ({ name, bits })) },
    );
  },

  _sayParts: (parts) => (parts.length === 0 ? "" : ` (${parts.map(({ name, bits }) => `${name} ${bits}`).join(", ")})`),

  /** A field is given by itself, by its parts, or by both. If `isPartial`, parts that are missing are 0. */
  _joinParts(fields, at, numbers, isPartial) {
    const field = fields[at] as Field;
    const own = numbers[at];
    // The field's number contains its parts, so a part itself writes no bits.
    if (isPart(field)) return 0;
    const parts = partsAfter(fields, at, isPart);
    if (parts.length === 0) return own;
    let sum = 0;
    let isAnyGiven = false;
    let absent: Field | undefined;
    parts.forEach((part, i) => {
      const number = numbers[at + 1 + i];
      if (number !== undefined) {
        isAnyGiven = true;
        sum += inRange(part, number) * 2 ** (part._below - field._below);
        // A part without bits is never missing, and a field without bits is not either.
      } else if (part._bits > 0) absent ??= part;
    });
    if (own === undefined && absent !== undefined && !isPartial && field._bits > 0) {
      throw isAnyGiven ? missing(absent, `, or give ${field._name}`) : missing(field, ", or give all its parts");
    }
    const number = own === undefined ? sum : inRange(field, own);
    parts.forEach((part, i) => {
      const given = numbers[at + 1 + i];
      const implied = Math.floor(number / 2 ** (part._below - field._below)) % 2 ** part._bits;
      if (given === undefined || given === implied) return;
      throw new FlakeError(
        "INVALID_FIELD",
        `${part._name} is ${given}, but ${field._name} ${number} implies ${implied}; give one of them`,
      );
    });
    return number;
  },
};
