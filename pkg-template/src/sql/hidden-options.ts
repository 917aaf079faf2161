// The options of `hiddenSql`.

import { FlakeError, invalid, optionalFlag, readOptions, requiredText } from "../values/index.js";
import type { Format } from "../ids/index.js";
import { optionalOwner } from "../lease/stores/postgres/statements/index.js";
import { constant } from "./block.js";
import { readOwnNames, type Returned, returnedAs } from "./options.js";

/** The width of the narrowest IDs, in bits: FF1 needs a million values. */
const MIN_BITS = 20;

/** The length of the longest tweak, in bytes: with it, each round of FF1 encrypts one block. */
const MAX_TWEAK = 10;

/** The options, as they were read. */
export interface HiddenChoice {
  readonly _format: Format;
  /** The schema, if it is given. */
  readonly _schema: string | undefined;
  /** The beginning of the names. */
  readonly _name: string;
  readonly _returned: Returned;
  /** The bytes of the tweak. */
  readonly _tweak: readonly number[];
  readonly _hasCheck: boolean;
  /** The letter of the key; empty if it has none. */
  readonly _letter: string;
  /** An expression of the name of a trusted role, or of NULL. */
  readonly _owner: string;
}

export function readHidden(format: Format, given: unknown): HiddenChoice {
  if (format.bits < MIN_BITS) {
    const message = `IDs of ${format._called} have ${format.bits} bits and cannot be hidden; bits must be at least ${MIN_BITS}`;
    throw new FlakeError("INVALID_OPTION", message);
  }
  const options = readOptions("hiddenSql()", given, ["names", "stored", "tweak", "check", "letter", "owner"]);
  const path = readOwnNames(options.names, format, "_hide");
  const owner = optionalOwner(options.owner);
  return {
    _format: format,
    _schema: path.length > 1 ? path[0] : undefined,
    _name: path.at(-1) as string,
    _returned: returnedAs(format, options.stored),
    _tweak: readTweak(options.tweak),
    _hasCheck: optionalFlag({ check: options.check ?? true }, "check"),
    _letter: readLetter(options.letter),
    _owner: owner === undefined ? "NULL" : constant(owner),
  };
}

function readTweak(given: unknown): number[] {
  if (given === undefined || given === "") return [];
  const bytes = toUtf8(requiredText("tweak", given));
  if (bytes.length <= MAX_TWEAK) return bytes;
  throw new FlakeError("INVALID_OPTION", `the tweak has ${bytes.length} bytes; it must have at most ${MAX_TWEAK}`);
}

/** The bytes of a well-formed text. Some runtimes have no TextEncoder. */
const toUtf8 = (text: string): number[] =>
  Array.from(encodeURIComponent(text).matchAll(/%(..)|[^]/g), ([character, hex]) =>
    hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16),
  );

function readLetter(given: unknown): string {
  if (given === undefined) return "";
  if (typeof given === "string" && /^[a-z]$/.test(given)) return given;
  throw invalid("INVALID_OPTION", "letter", given, "a letter of a to z");
}
