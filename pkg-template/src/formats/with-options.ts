// `withOptions`: a format with another epoch, or other widths.

import { checkEpoch, checkSum, checkWidth } from "./check-format.js";
import { type Descriptor, type FieldRow, Format, requiredFormat } from "../ids/index.js";
import {
  invalid,
  iso,
  isWholeNumber,
  itemAt,
  type Options,
  readOptions,
  requiredText,
  WHOLE,
  wholeFrom,
  writtenToMs,
} from "../values/index.js";
import { systemClockOrZero } from "../bridge/index.js";

export function withOptions(given: unknown, options?: unknown): Format {
  const format = requiredFormat(given);
  const { _descriptor, _extras } = format;
  const widths = _descriptor._widths ?? [];
  const names = ["epoch", ...widths.map(([option]) => option)];
  const read = readOptions(`withOptions(${format.name})`, options, [...names, "name"]);
  const ownName = read.name === undefined ? undefined : requiredText("name", read.name);
  const epoch = read.epoch === undefined ? undefined : writtenToMs("epoch", read.epoch, WHOLE, "INVALID_EPOCH");
  for (const [option, smallest, largest] of widths) {
    const width = read[option];
    if (width === undefined || isWholeNumber(width)) continue;
    throw invalid("INVALID_LAYOUT", option, width, wholeFrom(smallest, largest));
  }
  const _fields = withWidths(_descriptor, read);
  checkSum(_fields, format.bits);
  const values = names.map((name) => [name, name === "epoch" ? epoch : read[name]] as const);
  const changes = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, number>;
  const _changes = ownName === undefined ? { ..._descriptor._changes, ...changes } : undefined;
  const descriptor: Descriptor = {
    ..._descriptor,
    _epoch: epoch ?? format.epoch,
    _fields,
    _ownName: ownName ?? _descriptor._ownName,
    _changes,
    _called: () => calledWith(format.name, _changes),
  };
  // The class of sno has members that `Format` lacks.
  const adjusted = new (format.constructor as typeof Format)(descriptor, _extras);
  if (descriptor._epoch !== null) checkEpoch(adjusted._descriptor, epoch === undefined ? 0 : systemClockOrZero());
  return adjusted;
}

/** What messages call a format with changes: `twitter with epoch 2024-01-01`. */
function calledWith(name: string, { epoch, ...widths }: Readonly<Record<string, number>> = {}): string | undefined {
  const changes = [
    ...(epoch === undefined ? [] : [`epoch ${iso(epoch).replace("T00:00:00.000Z", "")}`]),
    ...Object.entries(widths).map((change) => change.join(" ")),
  ];
  return changes.length > 0 ? `${name} with ${changes.join(", ")}` : undefined;
}

/**
 * The fields with the given widths. If the option of the last of these fields is omitted, this field gets the rest of the
 * bits.
 */
function withWidths({ _bits, _fields, _widths = [] }: Descriptor, options: Options): FieldRow[] {
  let left = _bits;
  return _fields.map((field, i) => {
    const limits = itemAt(_widths, i);
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
