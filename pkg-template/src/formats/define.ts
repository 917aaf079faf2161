// Custom formats.

import type * as api from "../../types/index.js";
import { checkEpoch, checkLimits, checkSum, layoutError, SUM, sumOf } from "./check-format.js";
import {
  type Descriptor,
  type Extras,
  chosenEncoding,
  type FieldRow,
  Format,
  makeStyle,
  POLICY_NAMES,
  readPolicies,
  wholeNumber,
} from "../ids/index.js";
import {
  FlakeError,
  invalid,
  type Options,
  readOptions,
  requiredChoice,
  requiredList,
  requiredNumber,
  requiredText,
  WHOLE,
  writtenToMs,
} from "../values/index.js";
import { checkBegin, checkHalfOpen, decimalHint, numberSchema, valueAsNumber } from "./extras.js";
import {
  COMMON_NAMES,
  CUSTOM_TYPES,
  FIELD_BITS,
  FIELD_COUNTS,
  FIELD_KINDS,
  GENERATOR_NAMES,
  type Kind,
  LEASE_NAMES,
  MAX_BITS,
  MAX_DURATION_MS,
  MAX_FIELDS,
  MAX_NUMBER_BITS,
  MIN_BITS,
  RESULT_NAMES,
  TERM_NAMES,
} from "../generated/contract.js";
import { FineFormat, isOnlyRead, refuseMaking, ticksOf, toUs } from "./fine.js";
import { hasMachine, withMachine } from "./machine.js";
import { PARTS } from "./parts.js";
import { numberGenerators } from "../generators/index.js";
import { systemClockOrZero } from "../bridge/index.js";
import { ROTATED } from "./rotated.js";
import { type Defined, joinTimes, TwoFieldFormat, twoFieldExtras } from "./two-fields.js";

// Lists are joined in functions: a list that is made when the module is loaded stays in bundles that do not use it.

/**
 * Whether a field can't have a name, because an option that is given beside fields has it, or a result of `decode` has
 * it.
 */
const isReserved = (name: string): boolean =>
  [POLICY_NAMES, COMMON_NAMES, GENERATOR_NAMES, TERM_NAMES, LEASE_NAMES, RESULT_NAMES].some((names) =>
    (names as readonly string[]).includes(name),
  );

export function defineFormat(given: unknown): Format {
  const names = ["name", "fields", "bits", "unit", "epoch", "native", "text", ...POLICY_NAMES];
  const options = readOptions("defineFormat()", given, names);
  const _name = requiredText("name", options.name);
  const {
    _rows: _fields,
    _unit: lowUnit,
    _per,
  } = joinTimes(requiredList("fields", options.fields, MAX_FIELDS).map(readField));
  const isGiven = options.bits !== undefined;
  const _bits = isGiven ? requiredNumber("bits", options.bits, MAX_BITS, "INVALID_OPTION", MIN_BITS) : sumOf(_fields);
  if (lowUnit !== undefined && options.unit !== undefined)
    throw layoutError("unit is given twice; its time fields have it");
  const _unit = lowUnit ?? readUnit(options.unit);
  const _epoch = writtenToMs("epoch", options.epoch, WHOLE, "INVALID_EPOCH");
  const _native = CUSTOM_TYPES[
    requiredChoice("native", options.native ?? "bigint", CUSTOM_TYPES)
  ] as (typeof CUSTOM_TYPES)[number];
  const text = options.text ?? "decimal";
  const encoding = chosenEncoding(text, "text");
  const _policies = readPolicies(options);
  const descriptor = {
    _name,
    _fields,
    _bits,
    _unit,
    _per,
    _epoch,
    _native,
    _policies,
    _text: text as api.Encoding | api.ImportedEncoding,
  };
  // The clock is read before the checks, because a user's replacement of `Date.now` may define a format itself.
  const now = systemClockOrZero();
  checkFields(_fields);
  if (isGiven) checkLimits("bits", _bits, MIN_BITS, MAX_BITS, "INVALID_OPTION");
  else checkLimits(SUM, _bits, MIN_BITS, MAX_BITS, "INVALID_LAYOUT");
  if (_unit < 0.001 || _unit > MAX_DURATION_MS) throw unitError(_unit);
  checkLayout(_fields, _bits);
  const { _wrong } = makeStyle(encoding, _bits);
  if (_wrong !== undefined) throw new FlakeError("INVALID_OPTION", _wrong);
  const isFine = !Number.isInteger(_unit);
  const numbers =
    _native === "number" ? { _generators: numberGenerators, _toNative: valueAsNumber, _schema: numberSchema } : {};
  const extras = {
    ...PARTS,
    ...numbers,
    ...(isOnlyRead(descriptor) && { _refuseMaking: refuseMaking }),
    ...(isFine && { _ticksOf: ticksOf }),
    _forms: ROTATED,

    _hint: decimalHint,
    _checkBegin: checkBegin,
    _checkHalfOpen: checkHalfOpen,
  };
  const all: Extras = hasMachine(_fields) ? withMachine(wholeNumber, extras) : extras;
  const format = isFine
    ? new FineFormat(descriptor, { ...all, _otherNames: [...(all._otherNames ?? []), "ticks"] })
    : _per === undefined
      ? new Format(descriptor, all)
      : new TwoFieldFormat(descriptor, twoFieldExtras(_per, all));
  checkType(format._descriptor);
  checkEpoch(format._descriptor, now);
  return format;
}

const unitError = (unit: unknown): FlakeError =>
  invalid("INVALID_OPTION", "unit", unit, `a multiple of 0.001 from 0.001 to ${MAX_DURATION_MS}`);

/** The length of a tick in ms, which may be too small or too large. */
function readUnit(unit: unknown = 1): number {
  if (typeof unit === "number" && unit >= 0 && (Number.isInteger(unit) || toUs(unit) / 1000 === unit)) return unit;
  throw unitError(unit);
}

/** A field of a definition. Its parts follow it. */
function readField(definition: unknown): Defined {
  const field = readOptions("a field", definition ?? null, ["kind", "name", "bits", "parts", "unit"]);
  // `part` is no word for users: parts are given in the `parts` of their field.
  const words = FIELD_KINDS.filter((kind) => kind !== "part");
  const word = words[requiredChoice("kind", field.kind, words)] as (typeof words)[number];
  // The time is always named `timestamp`, a node always needs a name, and other fields are named after their kind.
  const usual = word === "time" ? "timestamp" : word;
  const given = word === "time" ? usual : (field.name ?? (word === "node" ? undefined : word));
  // `timestamp` is reserved, but it is the name of the time.
  const name = given === usual ? usual : readName(given);
  const parts = field.parts === undefined ? [] : requiredList("parts", field.parts, MAX_FIELDS);
  const unit =
    field.unit === undefined
      ? undefined
      : requiredNumber(`${name}: unit`, field.unit, MAX_DURATION_MS, "INVALID_OPTION", 1);
  if (unit !== undefined && word !== "time") throw layoutError(`${name} has a unit; only a time has one`);
  return [[numberedField(word, name, field), ...parts.map(readPart)], unit];
}

function readPart(given: unknown): FieldRow {
  const part = readOptions("a part", given ?? null, ["name", "bits"]);
  return numberedField("part", readName(part.name), part);
}

function readName(given: unknown): string {
  const name = requiredText("name", given);
  if (!isReserved(name)) return name;
  throw layoutError(`a field can't be named ${name}, as options or results are; choose another`);
}

function numberedField(kind: Kind, given: string, { bits }: Options): FieldRow {
  const [smallest, largest] = limitsOf(kind);
  // This is the copy of the text that the engine has stored for property keys. With another copy, `decode` takes 4 to 14 %
  // longer.
  const name = Object.keys({ [given]: 0 })[0] as string;
  return [kind, name, requiredNumber(`${name}: bits`, bits, largest, "INVALID_OPTION", smallest)];
}

/** The smallest and the largest width of a kind. */
const limitsOf = (kind: Kind): readonly [number, number] =>
  FIELD_BITS[FIELD_KINDS.indexOf(kind)] as readonly [number, number];

/** Checks the width of each field. */
function checkFields(fields: readonly FieldRow[]): void {
  for (const [kind, name, bits] of fields) {
    const [smallest, largest] = limitsOf(kind);
    checkLimits(`${name}: bits`, bits, smallest, largest, "INVALID_LAYOUT");
  }
}

/** Checks the counts of fields, their names and the sums of their widths. */
function checkLayout(fields: readonly FieldRow[], bits: number): void {
  FIELD_COUNTS.forEach(([smallest, largest], i) => {
    const kind = FIELD_KINDS[i] as Kind;
    const count = fields.filter(([other]) => other === kind).length;
    if (count >= smallest && count <= largest) return;
    const expected = `a layout must have ${smallest === 1 ? "exactly" : "at most"} one`;
    throw layoutError(`${count} ${kind} fields; ${expected}`);
  });
  if (fields.length > MAX_FIELDS) {
    throw layoutError(`${fields.length} fields and parts; at most ${MAX_FIELDS} are allowed`);
  }
  fields.forEach(([, name], i) => {
    if (name !== "" && fields.findIndex(([, other]) => other === name) === i) return;
    throw layoutError(`the name '${name}' is empty or occurs twice; names must differ, and the time's is timestamp`);
  });
  checkParts(fields);
  checkSum(fields, bits);
}

/**
 * Checks that only node fields have parts, and that the widths of the parts sum to the field's width. It goes from the
 * last row to the first.
 */
function checkParts(fields: readonly FieldRow[]): void {
  let count = 0;
  let sum = 0;
  for (const [kind, name, bits] of [...fields].reverse()) {
    if (kind === "part") {
      count += 1;
      sum += bits;
    } else {
      if (count > 0 && (kind !== "node" || sum !== bits)) {
        const expected = `only a node field has parts, with its ${bits} bits`;
        throw layoutError(`the parts of ${name} have ${sum} bits; ${expected}`);
      }
      count = sum = 0;
    }
  }
}

/** Checks the limits of JavaScript numbers. */
function checkType({ _bits, _fields, _name, _native }: Descriptor): void {
  const isUnsafe = _bits > MAX_NUMBER_BITS || _fields.some(([kind]) => kind === "metadata");
  if (_native !== "number" || !isUnsafe) return;
  const limit = `a number has ${MAX_NUMBER_BITS} bits and no metadata`;
  throw layoutError(`${_name} has ${_bits} bits; ${limit}, so native must be 'bigint'`);
}
