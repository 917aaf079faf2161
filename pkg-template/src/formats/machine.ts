// `machineId`: another name of the node field, in formats that have only one.

import { FlakeError, type Options } from "../values/index.js";
import type { Field, FieldExtras, FieldRow } from "../ids/index.js";

const MACHINE = "machineId";

/** The extras of formats with such a field, added to `more`. `read` reads the number that is given under a name. */
export const withMachine = <T>(
  read: (field: Field, name: string, given: unknown) => number | undefined,
  more?: T,
): FieldExtras & T => ({
  ...(more as T),
  _otherNames: [MACHINE],
  _readNumber: (field: Field, given: Options): number | undefined => {
    const { _kind, _name } = field;
    const number = read(field, _name, given[_name]);
    const machine = _kind === "node" ? read(field, MACHINE, given[MACHINE]) : undefined;
    if (machine === undefined || machine === number) return number;
    if (number === undefined) return machine;
    throw new FlakeError("INVALID_FIELD", `${MACHINE} is ${machine}, but ${_name} is ${number}; give one of them`);
  },
});

/** Whether a format has one node field, and nothing that is called `machineId`. */
export const hasMachine = (rows: readonly FieldRow[]): boolean =>
  rows.filter(([kind]) => kind === "node").length === 1 && !rows.some(([, name]) => name === MACHINE);
