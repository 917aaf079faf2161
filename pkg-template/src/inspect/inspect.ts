// Inspection of IDs of unknown formats.

import type * as api from "../../types/inspect.js";
import {
  ABSENT,
  bigintOf,
  collect,
  defineValue,
  FlakeError,
  instantToMs,
  invalid,
  isWholeNumber,
  type Options,
  readOptions,
  refuseUnsafe,
  WHOLE,
} from "../values/index.js";
import { type FieldRow, requiredFormat } from "../ids/index.js";
import { ENCODINGS, FIELD_KINDS, MAX_INSPECTED, NATIVE_TYPES } from "../generated/contract.js";
import { inspector } from "./inspector.js";
import { finiteReading, systemClock } from "../bridge/index.js";

const OPTION_NAMES = ["now", "epoch", "formats"];

/** This integer and all larger ones have more digits than any ID's text. */
const TOO_LARGE = 10n ** BigInt(MAX_INSPECTED);

/** The largest count of formats to try. It bounds the work of one call. */
const MAX_FORMATS = 4096;

/** A candidate as the module reports it. */
type ReportedCandidate = Omit<api.Candidate, "date">;

export function inspect(id: unknown, given?: Options): api.Candidate[] {
  const options = readOptions("inspect()", given, OPTION_NAMES);
  const now = options.now === undefined ? finiteReading(systemClock()) : instantToMs("now", options.now);
  const epoch = options.epoch === undefined ? ABSENT : instantToMs("epoch", options.epoch, WHOLE, "INVALID_EPOCH");
  const formats = options.formats === undefined ? [] : collect("formats", options.formats, describe);
  const text = toText(bigintOf(id));
  if (text.length > MAX_INSPECTED) return [];

  inspector().begin_inspection();
  formats.forEach(addFormat);
  writeText(text);
  const reported = inspector().inspect(Number(typeof id !== "string"), now, epoch) as ReportedCandidate[];
  return reported.map((candidate) => {
    const date = candidate.timestamp === null ? null : new Date(candidate.timestamp);
    const complete = { ...candidate, date };
    // Not enumerable, so that tests which compare candidates with plain objects find them equal.
    defineValue(complete, "toJSON", toJson, false);
    return complete;
  });
}

export function foreignFormats(): api.ForeignFormat[] {
  return inspector().foreign_formats() as api.ForeignFormat[];
}

/** A candidate with its value as decimal text, because JSON has no bigints. */
function toJson(this: api.Candidate): object {
  return { ...this, value: this.value === null ? null : String(this.value) };
}

/** A format in the form in which the module takes it: names and numbers. */
interface Description {
  readonly name: string;
  readonly numbers: [bits: number, unit: number, epoch: number, native: number, text: number];
  /** The parts of a field follow it. */
  readonly fields: readonly FieldRow[];
}

/** Reads a format of any copy of the package. */
function describe(given: unknown, index: number): Description {
  if (index === MAX_FORMATS) throw new FlakeError("INVALID_OPTION", `formats must be up to ${MAX_FORMATS}`);
  const { _descriptor } = requiredFormat(given, `formats[${index}]`);
  const { _bits, _epoch, _fields, _name, _native = "bigint", _text = "decimal", _unit = 1 } = _descriptor;
  return {
    name: _name,
    numbers: [_bits, _unit, _epoch ?? ABSENT, NATIVE_TYPES.indexOf(_native), ENCODINGS.indexOf(_text)],
    fields: _fields,
  };
}

function addFormat({ name, numbers, fields }: Description, index: number): void {
  const added = fields.every(([kind, name, bits]) => {
    writeText(name);
    return inspector().add_field(FIELD_KINDS.indexOf(kind), bits);
  });
  writeText(name);
  if (added && inspector().add_format(...numbers)) return;
  throw new FlakeError(
    "INVALID_OPTION",
    `formats[${index}] has other properties than its format; give formats unchanged`,
  );
}

/** Writes a text to the module, for its next call. */
function writeText(text: string): void {
  const points = Array.from(text, (character) => character.codePointAt(0) as number);
  const address = inspector().text_room(points.length);
  new Uint32Array(inspector().memory.buffer, address, points.length).set(points);
}

/** The text of an ID. Integers are written in decimal. */
function toText(id: unknown): string {
  if (typeof id === "string") return id;
  if (typeof id === "bigint" && id >= 0n) return String(id < TOO_LARGE ? id : TOO_LARGE);
  if (isWholeNumber(id)) return String(id);
  refuseUnsafe(id);
  const expected = "a text, a bigint, a whole number that is not negative, or an object with toBigInt()";
  throw invalid("INVALID_ID", "the ID", id, expected);
}
