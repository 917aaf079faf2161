// Formats of one's own.

import type * as api from "../index.js";
import { checked, granted, putNumbers, putPoints, theCore } from "./core.js";
import { FlakeError } from "./errors.js";
import { ENCODINGS, Format } from "./format.js";
import { toMs } from "./instant.js";
import { LONGEST_MS, policies, POLICY_NAMES } from "./options.js";
import { readClock } from "./platform.js";
import { choice, list, named, number, type Options, text } from "./values.js";

/** The kinds of fields, in the core's order, and what stands for a part. */
const KINDS: readonly api.FieldDescription["kind"][] = ["time", "node", "sequence", "random", "metadata", "toggle"];
const PART = KINDS.length;

const OPTIONS = ["name", "fields", "bits", "unit", "epoch", "native", "text", ...POLICY_NAMES];

/** The widest format. */
const MOST_BITS = 64;

/**
 * Names that every object has. As a list, so that they are the same in every runtime, and whatever is added to
 * `Object.prototype`.
 */
const INHERITED = [
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
  const options = named("defineFormat", given, OPTIONS);
  const name = text("name", options.name);
  const fields = allFields(options.fields);
  const asked = [
    bitsOf(options),
    number("unit", options.unit, LONGEST_MS),
    toMs("epoch", options.epoch, "INVALID_EPOCH"),
    choice("native", options.native ?? "bigint", ["number", "bigint"]),
    choice("text", options.text ?? "decimal", ENCODINGS),
    ...policies(options),
  ];
  const now = readClock();
  theCore().begin_definition();
  for (const { kind, bits, name } of fields) checked(theCore().field(kind, bits, putPoints(name)));
  putNumbers(asked);
  const defined = granted(theCore().define(putPoints(name), now));
  return new Format(() => defined, options.onExhausted !== undefined);
}

/** What the core takes of a field. */
interface Field {
  readonly kind: number;
  readonly bits: number;
  readonly name: string;
}

/** The fields of a definition, each with its parts after it. */
export function allFields(given: unknown): Field[] {
  return list("fields", given).flatMap(fieldsOf);
}

/** A field of a definition, with its parts. */
function fieldsOf(given: unknown): Field[] {
  const field = named("a field", given ?? null, ["kind", "name", "bits", "parts"]);
  const kind = choice("kind", field.kind ?? null, KINDS);
  const usual = KINDS[kind] === "time" ? "timestamp" : KINDS[kind] === "node" ? null : KINDS[kind];
  const name = fieldName(KINDS[kind] === "time" ? usual : (field.name ?? usual));
  const parts = field.parts === undefined ? [] : list("parts", field.parts);
  return [{ kind, name, bits: bitsOf(field) }, ...parts.map(partOf)];
}

function partOf(given: unknown): Field {
  const part = named("a part", given ?? null, ["name", "bits"]);
  return { kind: PART, name: fieldName(part.name), bits: bitsOf(part) };
}

function fieldName(given: unknown): string {
  const name = text("name", given);
  if (!INHERITED.includes(name)) return name;
  throw new FlakeError(
    "INVALID_LAYOUT",
    `a field can't be named ${name}, which every object has: decoded fields and snapshots are objects; choose another name`,
  );
}

function bitsOf({ bits }: Options): number {
  return number("bits", bits, MOST_BITS, "INVALID_OPTION", true);
}
