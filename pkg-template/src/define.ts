// Custom formats.

import { core } from "./core.js";
import { FlakeError } from "./errors.js";
import { Format } from "./format.js";
import {
  COMMON_NAMES,
  CUSTOM_TYPES,
  DEFINITION,
  ENCODINGS,
  FIELD_BITS,
  FIELD_KINDS,
  GENERATOR_NAMES,
  LEASE_NAMES,
  MAX_BITS,
  MAX_DURATION_MS,
  MAX_FIELDS,
  MIN_BITS,
  RESULT_NAMES,
  TERM_NAMES,
} from "./generated/contract.js";
import { toWholeMs } from "./instant.js";
import { newRecord, writeCodePoints, writeRecord } from "./memory.js";
import { POLICY_NAMES, readPolicies } from "./options.js";
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

/** The words for `kind` in a definition. A part has no such word: it stands in the `parts` of its field. */
const KINDS = FIELD_KINDS.filter((kind) => kind !== "part");

/** The names that a field can't have: those of options, which are given beside fields, and of what results have. */
const RESERVED: readonly string[] = [
  ...POLICY_NAMES,
  ...COMMON_NAMES,
  ...GENERATOR_NAMES,
  ...TERM_NAMES,
  ...LEASE_NAMES,
  ...RESULT_NAMES,
];

const OPTION_NAMES = ["name", "fields", "bits", "unit", "epoch", "native", "text", ...POLICY_NAMES];

export function defineFormat(given: unknown): Format {
  const options = readOptions("defineFormat()", given, OPTION_NAMES);
  const name = requiredText("name", options.name);
  const fields = readFields(options.fields);
  const record = newRecord(DEFINITION.length);
  record[DEFINITION.bits] = requiredNumber("bits", options.bits, MAX_BITS, "INVALID_OPTION", MIN_BITS);
  record[DEFINITION.unit] = optionalNumber("unit", options.unit, MAX_DURATION_MS, "INVALID_OPTION", 1);
  record[DEFINITION.epoch] = toWholeMs("epoch", options.epoch, "INVALID_EPOCH");
  record[DEFINITION.native] = requiredChoice("native", options.native ?? "bigint", CUSTOM_TYPES);
  record[DEFINITION.text] = requiredChoice("text", options.text ?? "decimal", ENCODINGS);
  const policies = readPolicies(options);
  record[DEFINITION.onRollback] = policies.onRollback;
  record[DEFINITION.onExhausted] = policies.onExhausted;
  record[DEFINITION.sequence] = policies.sequence;
  // Read first: a user's replacement of `Date.now` may define a format itself.
  const now = systemClockOrZero();
  core().begin_definition();
  for (const { kind, bits, name } of fields) throwIfRefused(core().add_field(kind, bits, writeCodePoints(name)));
  writeRecord(record);
  const defined = numberOrThrow(core().define(writeCodePoints(name), now));
  return new Format(name, () => defined, options.onExhausted !== undefined);
}

/** A field or a part in the form that the core takes. */
interface Field {
  readonly kind: number;
  readonly bits: number;
  readonly name: string;
}

/** Reads the fields of a definition. The parts of a field follow it. */
export function readFields(given: unknown): Field[] {
  return requiredList("fields", given, MAX_FIELDS).flatMap(readField);
}

function readField(definition: unknown): Field[] {
  const field = readOptions("a field", definition ?? null, ["kind", "name", "bits", "parts"]);
  const word = KINDS[requiredChoice("kind", field.kind, KINDS)] as (typeof KINDS)[number];
  // The time is always named `timestamp`, a node always needs a name, and other fields are named after their kind.
  const usual = word === "time" ? "timestamp" : word;
  const given = word === "time" ? usual : (field.name ?? (word === "node" ? undefined : word));
  // The usual names of the time and of the sequence are reserved for them.
  const name = given === usual ? usual : readName(given);
  const parts = field.parts === undefined ? [] : requiredList("parts", field.parts, MAX_FIELDS);
  return [numberedField(word, name, field), ...parts.map(readPart)];
}

function readPart(given: unknown): Field {
  const part = readOptions("a part", given ?? null, ["name", "bits"]);
  return numberedField("part", readName(part.name), part);
}

function readName(given: unknown): string {
  const name = requiredText("name", given);
  if (!RESERVED.includes(name)) return name;
  throw new FlakeError(
    "INVALID_LAYOUT",
    `a field can't be named ${name}, the name of an option or of what results have; choose another`,
  );
}

function numberedField(word: (typeof FIELD_KINDS)[number], name: string, { bits }: Options): Field {
  const kind = FIELD_KINDS.indexOf(word);
  const [smallest, largest] = FIELD_BITS[kind] as readonly [number, number];
  return { kind, name, bits: requiredNumber(`${name}: bits`, bits, largest, "INVALID_OPTION", smallest) };
}
