// The options of a reading, and the module's reader with these options.

import {
  ABSENT,
  append,
  collect,
  FlakeError,
  invalid,
  type Options,
  readOptions,
  WHOLE,
  writtenToMs,
} from "../values/index.js";
import { type Format, type Prefixed, prefixedOf, requiredFormat } from "../ids/index.js";
import { ENCODINGS, FIELD_KINDS, IMPORTED_ENCODINGS, MAX_INSPECTED, NATIVE_TYPES } from "../generated/contract.js";
import { inspector, type InspectorRuntime, startInspector, writeText } from "./inspector.js";
import { finiteReading } from "../bridge/index.js";

const OPTION_NAMES = ["now", "epoch", "formats", "kinds", "minScore"];

/** The largest count of formats to try, and of kinds to list. It bounds the work of one call. */
const MAX_FORMATS = 4096;

/** The smallest score of candidates to list, unless the caller says which kinds or scores to list. */
const LEAST = 0.001;

/** The options of a reading. Without a time of the caller, its time is the time of the call. */
export interface Reader {
  readonly runtime: InspectorRuntime;
  readonly now: number;
  readonly epoch: number;
  readonly formats: readonly Format[];
  readonly prefixed: readonly Prefixed[];
  /** The kinds of which candidates are made; an empty list stands for all kinds. */
  readonly kinds: readonly string[];
  readonly minScore: number;
}

export function readerOf(runtime: InspectorRuntime, caller: string, given: Options | undefined): Reader {
  const options = readOptions(caller, given, OPTION_NAMES);
  const prefixed: Prefixed[] = [];
  const read = (format: unknown, index: number): Format[] => {
    if (index === MAX_FORMATS) tooMany("formats");
    const name = `formats[${index}]`;
    const texts = prefixedOf(format, name);
    if (texts === undefined) return [requiredFormat(format, name)];
    append(prefixed, texts);
    return [];
  };
  const least = options.kinds === undefined ? LEAST : 0;
  const reader: Reader = {
    runtime,
    now: options.now === undefined ? finiteReading(runtime._clock()) : writtenToMs("now", options.now),
    epoch: options.epoch === undefined ? ABSENT : writtenToMs("epoch", options.epoch, WHOLE, "INVALID_EPOCH"),
    formats: options.formats === undefined ? [] : collect("formats", options.formats, read).flat(),
    prefixed,
    kinds: [],
    minScore: options.minScore === undefined ? least : readScore(options.minScore),
  };
  return options.kinds === undefined
    ? reader
    : { ...reader, kinds: checkedKinds(reader, collect("kinds", options.kinds, readKind)) };
}

/** A kind that is no text, or longer than any name, ends the reading of the list, which may be long. */
function readKind(kind: unknown, index: number): string {
  if (typeof kind !== "string" || kind.length > MAX_INSPECTED) throw unknownKind(kind, index);
  return index < MAX_FORMATS ? kind : tooMany("kinds");
}

const unknownKind = (kind: unknown, index: number): FlakeError =>
  invalid("INVALID_OPTION", `kinds[${index}]`, kind, "the name of a kind that is known here, such as 'uuid v7'");

function tooMany(name: string): never {
  throw new FlakeError("INVALID_OPTION", `${name} must be up to ${MAX_FORMATS}`);
}

function readScore(score: unknown): number {
  if (typeof score === "number" && score >= 0 && score <= 1) return score;
  throw invalid("INVALID_OPTION", "minScore", score, "a number from 0 to 1");
}

/** Makes the module's reader, which the next calls use. */
export function open(reader: Reader): void {
  const { runtime, now, epoch, formats, kinds, minScore } = reader;
  startInspector(runtime);
  inspector().begin_reader();
  if (!formats.every((format, index) => inspector().give(numberOf(format, index)))) {
    // The module has lost its state: an exception of the engine has ended a call. All formats are added again.
    forget();
    open(reader);
    return;
  }
  for (const kind of kinds) {
    writeText(kind);
    inspector().add_kind();
  }
  inspector().open_reader(now, epoch, minScore);
  if (count > MAX_KNOWN) forget();
}

/** The kinds of a list. Throws if no candidate can have one of them. */
function checkedKinds(reader: Reader, kinds: readonly string[]): string[] {
  if (kinds.length > 0) open(reader);
  return kinds.map((kind, index) => {
    writeText(kind);
    if (inspector().knows_kind() || reader.prefixed.some(({ format }) => format.name === kind)) return kind;
    throw unknownKind(kind, index);
  });
}

/** The numbers of the formats that the module knows. A format is described to the module once. */
let known = new WeakMap<Format, number>();
let count = 0;

/** The module forgets all formats when it knows more. So programs that make new formats on and on do not fill its memory. */
const MAX_KNOWN = 2 * MAX_FORMATS;

function forget(): void {
  inspector().forget_formats();
  known = new WeakMap();
  count = 0;
}

function numberOf(format: Format, index: number): number {
  const before = known.get(format);
  if (before !== undefined) return before;
  const number = describe(format, index);
  // Another number means that the module has lost the formats before this one.
  if (number !== count) known = new WeakMap();
  known.set(format, number);
  count = number + 1;
  return number;
}

/** Describes a format of any copy of the package to the module. Returns its number. */
function describe({ _descriptor }: Format, index: number): number {
  const {
    _bits,
    _epoch,
    _fields,
    _name,
    _native = "bigint",
    _ownName = _name,
    _per,
    _text = "decimal",
    _unit = 1,
  } = _descriptor;
  const text = typeof _text === "string" ? _text : _text.name;
  const encodings: readonly string[] = [...ENCODINGS, ...IMPORTED_ENCODINGS];
  // The module reads no time in two fields.
  const added =
    _per === undefined &&
    _fields.every(([kind, name, bits]) => {
      writeText(name);
      return inspector().add_field(FIELD_KINDS.indexOf(kind), bits);
    });
  writeText(_name);
  const native = NATIVE_TYPES.indexOf(_native);
  const number = added ? inspector().add_format(_bits, _unit, _epoch ?? ABSENT, native, encodings.indexOf(text)) : -1;
  if (number < 0) {
    throw new FlakeError(
      "INVALID_OPTION",
      `formats[${index}] has its time in two fields, or other properties than its format; leave it out, or give it unchanged`,
    );
  }
  writeText(_ownName);
  inspector().rename_format();
  return number;
}
