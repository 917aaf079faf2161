// Fields that have parts: those of Twitter's machine, and of custom formats.

import { FlakeError } from "./errors.js";
import { type Field, inRange, missing } from "./fields.js";

/**
 * The number of the field at a position, which is given by itself, by its parts, which follow it, or by both; `numbers` has
 * those that are given. If the fields are partial, parts that are missing are 0.
 */
export function joinParts(
  fields: readonly Field[],
  at: number,
  numbers: readonly (number | undefined)[],
  isPartial: boolean,
): number | undefined {
  const field = fields[at] as Field;
  const own = numbers[at];
  const parts = fields.slice(at + 1, at + 1 + field._parts);
  let sum = 0;
  let isAnyGiven = false;
  let absent: Field | undefined;
  parts.forEach((part, i) => {
    const number = numbers[at + 1 + i];
    if (number !== undefined) {
      isAnyGiven = true;
      sum += inRange(part, number) * 2 ** (part._below - field._below);
      // As a field without bits, a part without bits is not missing.
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
      `${part._name} is ${given}, but ${field._name} ${number} implies ${implied}; give one of them, or both consistently`,
    );
  });
  return number;
}
