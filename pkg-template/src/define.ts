// Custom formats.

import type * as api from "../types/index.js";
import { core } from "./core.js";
import { ENCODINGS } from "./encodings.js";
import { FlakeError } from "./errors.js";
import { Format } from "./format.js";
import { toWholeMs } from "./instant.js";
import { writeCodePoints, writeNumbers } from "./memory.js";
import { MAX_DURATION_MS, POLICY_NAMES, readPolicies } from "./options.js";
import { systemClockOrZero } from "./platform.js";
import { numberOrThrow, throwIfRefused } from "./refusals.js";
import {
  optionalNumber,
  type Options,
  readOptions,
  requiredChoice,
  requiredList,
  requiredNumber,
  requiredText,
} from "./values.js";

/** The kinds of fields, in the core's order. After them comes the core's number of a part. */
const KINDS: readonly api.FieldDescription["kind"][] = ["time", "node", "sequence", "random", "metadata", "toggle"];
const PART = KINDS.length;

const OPTION_NAMES = ["name", "fields", "bits", "unit", "epoch", "native", "text", ...POLICY_NAMES];

const MAX_BITS = 64;

/**
 * Names that every object inherits. A fixed list, because the properties of `Object.prototype` differ between runtimes
 * and can be changed.
 */
const INHERITED_NAMES = [
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf",
];

export function defineFormat(given: unknown): Format {
  const options = readOptions("defineFormat", given, OPTION_NAMES);
  const name = requiredText("name", options.name);
  const fields = readFields(options.fields);
  const numbers = [
    readBits(options),
    optionalNumber("unit", options.unit, MAX_DURATION_MS),
    toWholeMs("epoch", options.epoch, "INVALID_EPOCH"),
    requiredChoice("native", options.native ?? "bigint", ["number", "bigint"]),
    requiredChoice("text", options.text ?? "decimal", ENCODINGS),
    ...readPolicies(options),
  ];
  // Read first: a user's replacement of `Date.now` may define a format itself.
  const now = systemClockOrZero();
  core().begin_definition();
  for (const { kind, bits, name } of fields) throwIfRefused(core().field(kind, bits, writeCodePoints(name)));
  writeNumbers(numbers);
  const defined = numberOrThrow(core().define(writeCodePoints(name), now));
  return new Format(() => defined, options.onExhausted !== undefined);
}

/** A field or a part in the form that the core takes. */
interface Field {
  readonly kind: number;
  readonly bits: number;
  readonly name: string;
}

/** Reads the fields of a definition. The parts of a field follow it. */
export function readFields(given: unknown): Field[] {
  return requiredList("fields", given).flatMap(readField);
}

function readField(given: unknown): Field[] {
  const field = readOptions("a field", given ?? null, ["kind", "name", "bits", "parts"]);
  const kind = requiredChoice("kind", field.kind, KINDS);
  const word = KINDS[kind];
  // The time is always named `timestamp`, a node always needs a name, and other fields are named after their kind.
  const name = readName(word === "time" ? "timestamp" : (field.name ?? (word === "node" ? null : word)));
  const parts = field.parts === undefined ? [] : requiredList("parts", field.parts);
  return [{ kind, name, bits: readBits(field) }, ...parts.map(readPart)];
}

function readPart(given: unknown): Field {
  const part = readOptions("a part", given ?? null, ["name", "bits"]);
  return { kind: PART, name: readName(part.name), bits: readBits(part) };
}

function readName(given: unknown): string {
  const name = requiredText("name", given);
  if (!INHERITED_NAMES.includes(name)) return name;
  throw new FlakeError(
    "INVALID_LAYOUT",
    `a field can't be named ${name}, which every object has: decoded fields and snapshots are objects; choose another name`,
  );
}

function readBits({ bits }: Options): number {
  return requiredNumber("bits", bits, MAX_BITS);
}
