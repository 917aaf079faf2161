// Formats as the core knows them: by numbers.

import { core } from "./core.js";
import type { Format } from "./format.js";
import { ADJUSTMENT, CUSTOM_TYPES, DEFINITION, ENCODINGS, FIELD_KINDS } from "./generated/contract.js";
import { writeCodePoints, writeRecord } from "./memory.js";
import { newRecord } from "./records.js";
import { numberOrThrow, throwIfRefused } from "./refusals.js";

const numbers = new WeakMap<Format, number>();

/** The core's number of a format. The first call makes the format known to the core. */
export function numberOf(format: Format): number {
  const known = numbers.get(format);
  if (known !== undefined) return known;
  const { _row } = format._descriptor;
  const number = _row === undefined ? define(format) : adjust(format, _row);
  numbers.set(format, number);
  return number;
}

/** Makes a built-in format known, with its epoch and its widths. */
function adjust({ _descriptor }: Format, row: number): number {
  const builtIn = numberOrThrow(core().built_in(row));
  const record = newRecord(ADJUSTMENT.length);
  const { _epoch, _fields, _widths } = _descriptor;
  if (_epoch !== null) record[ADJUSTMENT.epoch] = _epoch;
  _widths?.forEach((_, i) => (record[ADJUSTMENT.widths + i] = _fields[i]?.[2] as number));
  writeRecord(record);
  return numberOrThrow(core().adjust(builtIn));
}

/** Makes a custom format known. */
function define({ _descriptor }: Format): number {
  const { _bits, _epoch, _fields, _name, _native, _policies = [], _text, _unit } = _descriptor;
  core().begin_definition();
  for (const [kind, name, bits] of _fields)
    throwIfRefused(core().add_field(FIELD_KINDS.indexOf(kind), bits, writeCodePoints(name)));
  const record = newRecord(DEFINITION.length);
  record[DEFINITION.bits] = _bits;
  record[DEFINITION.unit] = _unit as number;
  record[DEFINITION.epoch] = _epoch as number;
  record[DEFINITION.native] = CUSTOM_TYPES.indexOf(_native as (typeof CUSTOM_TYPES)[number]);
  record[DEFINITION.text] = ENCODINGS.indexOf(_text as (typeof ENCODINGS)[number]);
  record.splice(DEFINITION.onRollback, _policies.length, ..._policies);
  const length = writeCodePoints(_name);
  writeRecord(record);
  return numberOrThrow(core().define(length));
}
