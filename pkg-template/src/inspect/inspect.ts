// Reads IDs of unknown kinds, and texts with such IDs.

import type * as api from "../../types/inspect.js";
import {
  ABSENT,
  append,
  bigintOf,
  collect,
  defineValue,
  FlakeError,
  invalid,
  isWholeNumber,
  type Options,
  readOptions,
  refuseUnsafe,
  WHOLE,
  writtenToMs,
} from "../values/index.js";
import { type FieldRow, type Prefixed, prefixedOf, requiredFormat } from "../ids/index.js";
import {
  ENCODINGS,
  FAST_CLOCK_MS,
  FIELD_KINDS,
  IMPORTED_ENCODINGS,
  MAX_INSPECTED,
  NATIVE_TYPES,
  WARNINGS,
} from "../generated/contract.js";
import { FOREIGN_FORMATS } from "../generated/foreign.js";
import { inspector, type InspectorRuntime, startInspector } from "./inspector.js";
import { finiteReading } from "../bridge/index.js";

const OPTION_NAMES = ["now", "epoch", "formats", "kinds", "minScore"];

/** This integer and all larger integers have more digits than any ID. */
const TOO_LARGE = 10n ** 64n;

/** The largest count of formats to try, and of kinds to list. It bounds the work of one call. */
const MAX_FORMATS = 4096;

/** A candidate as the module reports it. */
type ReportedCandidate = Omit<api.Candidate, "date">;

export function inspectWith(runtime: InspectorRuntime, id: unknown, given: Options | undefined): api.Candidate[] {
  const reader = readerOf(runtime, "inspect()", given);
  const text = toText(bigintOf(id));
  if (typeof id === "string" && reader.prefixed.length > 0 && text.length <= MAX_INSPECTED) {
    const [only, ...others] = foundIn(reader, text);
    if (only !== undefined && others.length === 0) return only.candidates;
  }
  return candidatesIn(reader, text, typeof id !== "string", 0);
}

export function scanWith(runtime: InspectorRuntime, text: unknown, given: Options | undefined): api.Found[] {
  const reader = readerOf(runtime, "scan()", given);
  if (typeof text !== "string") throw invalid("INVALID_ID", "the text to scan", text, "a string");
  return foundIn(reader, text);
}

function foundIn(reader: Reader, text: string): api.Found[] {
  open(reader);
  const all: api.Found[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    const piece = text.slice(start, end);
    writeText(piece);
    const count = inspector().scan();
    const address = inspector().found_address();
    const numbers = new Uint32Array(inspector().memory.buffer, address, count * FOUND_LENGTH);
    const certain = withPrefixIn(reader, piece, start);
    for (let at = 0; at < numbers.length; at += FOUND_LENGTH) {
      const [from, to, warning, context] = numbers.subarray(at, at + FOUND_LENGTH) as unknown as FoundNumbers;
      // An ID that overlaps a text with a prefix is a part of that text.
      while ((certain.at(0)?.start ?? Infinity) <= start + from) append(all, certain.shift() as api.Found);
      if (start + from < (all.at(-1)?.end ?? 0) || start + to > (certain.at(0)?.start ?? Infinity)) continue;
      const word = text.slice(start + from, start + to);
      append(all, found(reader, word, start + from, [null, ...WARNINGS][warning] as api.Found["warning"], context));
    }
    for (const one of certain) append(all, one);
    start = end;
  }
  return all;
}

/** The count of numbers of a found ID, as the module writes them. */
const FOUND_LENGTH = 4;
type FoundNumbers = readonly [start: number, end: number, warning: number, context: number];

/** The length of the pieces in which a text is scanned, which bounds the memory of the module. */
const PIECE = 65_536;

/**
 * The end of the piece that begins at a position. It is after the last line end in the piece; or after the last space,
 * quote or comma; or after the last sign that stands in no number. So no ID is cut.
 */
function endOfPiece(text: string, start: number): number {
  if (text.length - start <= PIECE) return text.length;
  const piece = text.slice(start, start + PIECE);
  const length = piece.lastIndexOf("\n") + 1 || lastBreak(piece, /[\s"',]/) || lastBreak(piece, /[^\w.+-]/) || PIECE;
  return start + length;
}

function lastBreak(piece: string, sign: RegExp): number {
  let length = piece.length;
  while (length > 0 && !sign.test(piece.charAt(length - 1))) length -= 1;
  return length;
}

function found(reader: Reader, text: string, start: number, warning: api.Found["warning"], context: number): api.Found {
  return foundAt(start, text, warning, () => candidatesIn(reader, text, false, context));
}

/** The candidates are made when they are asked for: most readers of a long text need few of them. */
function foundAt(start: number, text: string, warning: api.Found["warning"], weigh: () => api.Candidate[]): api.Found {
  let candidates: api.Candidate[] | undefined;
  return {
    text,
    start,
    end: start + text.length,
    warning,
    get candidates() {
      return (candidates ??= weigh());
    },
  };
}

/** The texts with a prefix of the caller in a piece of a text. The piece begins at a position of the text. */
function withPrefixIn(reader: Reader, piece: string, start: number): api.Found[] {
  if (reader.prefixed.length === 0) return [];
  // One word is matched at a time, because a pattern with `_` in it could take quadratic time.
  return Array.from(piece.matchAll(/\w+/g)).flatMap(({ 0: word, index }) => {
    const of = word.includes("_") ? reader.prefixed.filter(({ isValid }) => isValid(word)) : [];
    if (of.length === 0) return [];
    const weigh = (): api.Candidate[] => of.flatMap((prefixed) => candidateOf(reader, prefixed, word, of.length));
    return foundAt(start + index, word, null, weigh);
  });
}

/** The score of a kind that is known by a prefix of the caller. */
const TOLD = 0.999;

/** The content of a text with a prefix as a candidate of `inspect`. */
function candidateOf(
  reader: Reader,
  { format, fromText, prefix }: Prefixed,
  text: string,
  count: number,
): api.Candidate[] {
  const score = TOLD / count;
  const { kinds, minScore } = reader;
  if (score < minScore || (kinds.length > 0 && !kinds.includes(format.name))) return [];
  const id = fromText(text);
  const told = `has the prefix ${prefix}`;
  if (format.epoch === null) {
    // The ID is read with the epoch of the options, as an ID of the built-in format is.
    const alone = { ...reader, formats: [], kinds: [format._descriptor._name], minScore: 0 };
    const [candidate] = candidatesIn(alone, format.toText(id), false, 0);
    if (candidate === undefined) return [];
    const reasons = candidate.reasons.filter((reason) => !reason.endsWith(" is also likely"));
    return [Object.assign(candidate, { format: format.name, score, reasons: [told, ...reasons] })];
  }
  // The format itself reads the ID, because a built-in format may have the format's name.
  const { timestamp, ...fields } = format.decode(id);
  const fit = timestamp > reader.now + FAST_CLOCK_MS || timestamp === format.epoch ? "unlikely" : "plausible";
  const reasons = [told, `made ${new Date(timestamp).toISOString().slice(0, 10)}`];
  const value = typeof id === "string" ? null : BigInt(id);
  return [
    complete({ format: format.name, fit, score, reasons, value, timestamp, fields: fields as Record<string, number> }),
  ];
}

/** The options of a reading. Without a time of the caller, its time is the time of the call. */
interface Reader {
  readonly runtime: InspectorRuntime;
  readonly now: number;
  readonly epoch: number;
  readonly formats: readonly Description[];
  readonly prefixed: readonly Prefixed[];
  /** The kinds of which candidates are made; an empty list stands for all kinds. */
  readonly kinds: readonly string[];
  readonly minScore: number;
}

function readerOf(runtime: InspectorRuntime, caller: string, given: Options | undefined): Reader {
  const options = readOptions(caller, given, OPTION_NAMES);
  const prefixed: Prefixed[] = [];
  const read = (format: unknown, index: number): Description[] => {
    const texts = index < MAX_FORMATS ? prefixedOf(format, `formats[${index}]`) : undefined;
    if (texts === undefined) return [describe(format, index)];
    append(prefixed, texts);
    return [];
  };
  const reader: Reader = {
    runtime,
    now: options.now === undefined ? finiteReading(runtime._clock()) : writtenToMs("now", options.now),
    epoch: options.epoch === undefined ? ABSENT : writtenToMs("epoch", options.epoch, WHOLE, "INVALID_EPOCH"),
    formats: options.formats === undefined ? [] : collect("formats", options.formats, read).flat(),
    prefixed,
    kinds: [],
    minScore: options.minScore === undefined ? 0 : readScore(options.minScore),
  };
  return options.kinds === undefined
    ? reader
    : { ...reader, kinds: checkedKinds(reader, collect("kinds", options.kinds, readKind)) };
}

/** A kind that is no text ends the reading of the list, which may be long. */
function readKind(kind: unknown, index: number): string {
  if (typeof kind !== "string") throw unknownKind(kind, index);
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

function open({ runtime, now, epoch, formats, kinds, minScore }: Reader): void {
  startInspector(runtime._newInspector);
  inspector().begin_reader();
  formats.forEach(addFormat);
  for (const kind of kinds) {
    writeText(kind);
    inspector().add_kind();
  }
  inspector().open_reader(now, epoch, minScore);
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

function candidatesIn(reader: Reader, text: string, isInteger: boolean, context: number): api.Candidate[] {
  open(reader);
  if (text.length > MAX_INSPECTED) return [];
  writeText(text);
  const reported = inspector().inspect(Number(isInteger), context) as ReportedCandidate[];
  return reported.map(complete);
}

function complete(candidate: ReportedCandidate): api.Candidate {
  const date = candidate.timestamp === null ? null : new Date(candidate.timestamp);
  const all = { ...candidate, date };
  // `toJSON` is not enumerable, so that tests which compare candidates with plain objects find them equal.
  defineValue(all, "toJSON", toJson, false);
  return all;
}

export function foreignFormats(): api.ForeignFormat[] {
  // A copy, because callers may change it.
  return JSON.parse(JSON.stringify(FOREIGN_FORMATS)) as api.ForeignFormat[];
}

/** A candidate with its value as decimal text, because JSON has no bigints. */
function toJson(this: api.Candidate): object {
  return { ...this, value: this.value === null ? null : String(this.value) };
}

/** A format in the form in which the module takes it: names and numbers. */
interface Description {
  readonly name: string;
  /** The name that `withOptions` has given. */
  readonly ownName: string | undefined;
  readonly numbers: [bits: number, unit: number, epoch: number, native: number, text: number];
  /** The fields. The parts of a field follow the field. */
  readonly fields: readonly FieldRow[];
}

/** Reads a format of any copy of the package. */
function describe(given: unknown, index: number): Description {
  if (index === MAX_FORMATS) tooMany("formats");
  const { _descriptor } = requiredFormat(given, `formats[${index}]`);
  const { _bits, _epoch, _fields, _name, _native = "bigint", _ownName, _text = "decimal", _unit = 1 } = _descriptor;
  const text = typeof _text === "string" ? _text : _text.name;
  const encodings: readonly string[] = [...ENCODINGS, ...IMPORTED_ENCODINGS];
  return {
    name: _name,
    ownName: _ownName,
    numbers: [_bits, _unit, _epoch ?? ABSENT, NATIVE_TYPES.indexOf(_native), encodings.indexOf(text)],
    fields: _fields,
  };
}

function addFormat({ name, ownName, numbers, fields }: Description, index: number): void {
  const added = fields.every(([kind, name, bits]) => {
    writeText(name);
    return inspector().add_field(FIELD_KINDS.indexOf(kind), bits);
  });
  writeText(name);
  if (!added || !inspector().add_format(...numbers)) {
    throw new FlakeError(
      "INVALID_OPTION",
      `formats[${index}] has other properties than its format; give formats unchanged`,
    );
  }
  if (ownName === undefined) return;
  writeText(ownName);
  inspector().rename_format();
}

/** Writes a text to the module, for its next call. */
function writeText(text: string): void {
  // Room is asked for before the view of the memory is made, because the memory may grow.
  const address = inspector().text_room(text.length);
  const units = new Uint16Array(inspector().memory.buffer, address, text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
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
