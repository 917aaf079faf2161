// `withOptions`: a format with another epoch, or other widths.

import { checkEpoch, checkSum, checkWidth } from "./check-format.js";
import { type Descriptor, type FieldRow, Format, requiredFormat } from "../ids/index.js";
import { invalid, isWholeNumber, type Options, readOptions, WHOLE, wholeFrom, writtenToMs } from "../values/index.js";
import { systemClockOrZero } from "../bridge/index.js";

export function withOptions(given: unknown, options?: unknown): Format {
  const format = requiredFormat(given);
  const { _descriptor, _extras } = format;
  const widths = _descriptor._widths ?? [];
  const read = readOptions(`withOptions(${format.name})`, options, ["epoch", ...widths.map(([option]) => option)]);
  const epoch = read.epoch === undefined ? undefined : writtenToMs("epoch", read.epoch, WHOLE, "INVALID_EPOCH");
  for (const [option, smallest, largest] of widths) {
    const width = read[option];
    if (width === undefined || isWholeNumber(width)) continue;
    throw invalid("INVALID_LAYOUT", option, width, wholeFrom(smallest, largest));
  }
  const _fields = withWidths(_descriptor, read);
  checkSum(_fields, format.bits);
  const descriptor = { ..._descriptor, _epoch: epoch ?? format.epoch, _fields };
  // The class of sno has members that `Format` lacks.
  const adjusted = new (format.constructor as typeof Format)(descriptor, _extras);
  if (descriptor._epoch !== null) checkEpoch(adjusted._descriptor, epoch === undefined ? 0 : systemClockOrZero());
  return adjusted;
}

/** The fields with the given widths. If the option of the last of them is omitted, this field gets the rest of the bits. */
function withWidths({ _bits, _fields, _widths = [] }: Descriptor, options: Options): FieldRow[] {
  let left = _bits;
  return _fields.map((field, i) => {
    const limits = _widths.at(i);
    if (limits === undefined) return field;
    const [option] = limits;
    const [kind, name, usual] = field;
    const given = options[option] as number | undefined;
    const isRest = given === undefined && i + 1 === _widths.length;
    const width = isRest ? left : (given ?? usual);
    checkWidth(isRest ? `${option}, the rest of the ${_bits} bits,` : option, width, limits);
    left = Math.max(left - width, 0);
    return [kind, name, width] as const;
  });
}
