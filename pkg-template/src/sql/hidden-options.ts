// The options of `hiddenSql`.

import { FlakeError, invalid, optionalFlag, readOptions, readTweak } from "../values/index.js";
import type { Format } from "../ids/index.js";
import { MIN_HIDDEN_BITS } from "../generated/contract.js";
import { optionalOwner } from "../lease/stores/postgres/statements/index.js";
import { constant } from "./block.js";
import { readOwnNames, type Returned, returnedAs } from "./options.js";

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
  /** What decides what the texts are, in words: the comment of the functions. */
  readonly _about: string;
  /** An expression of the name of a trusted role, or of NULL. */
  readonly _owner: string;
}

export function readHidden(format: Format, given: unknown): HiddenChoice {
  if (format.bits < MIN_HIDDEN_BITS) {
    const message = `IDs of ${format._called} have ${format.bits} bits and cannot be hidden; bits must be at least ${MIN_HIDDEN_BITS}`;
    throw new FlakeError("INVALID_OPTION", message);
  }
  const options = readOptions("hiddenSql()", given, ["names", "stored", "tweak", "check", "letter", "owner"]);
  const { tweak = "" } = options;
  const path = readOwnNames(options.names, format, "_hide");
  const owner = optionalOwner(options.owner);
  const tweakBytes = readTweak(tweak);
  const letter = readLetter(options.letter);
  const hasCheck = optionalFlag({ check: options.check ?? true }, "check");
  const parts = [
    `tweak '${tweak as string}'`,
    hasCheck ? "with check" : "without check",
    ...(letter && [`letter ${letter}`]),
  ];
  return {
    _format: format,
    _schema: path.length > 1 ? path[0] : undefined,
    _name: path.at(-1) as string,
    _returned: returnedAs(format, options.stored),
    _tweak: tweakBytes,
    _hasCheck: hasCheck,
    _letter: letter,
    _about: `hidden IDs of ${format.name}, ${format.bits} bits: ${parts.join(", ")}`,
    _owner: owner === undefined ? "NULL" : constant(owner),
  };
}

function readLetter(given: unknown): string {
  if (given === undefined) return "";
  if (typeof given === "string" && /^[a-z]$/.test(given)) return given;
  throw invalid("INVALID_OPTION", "letter", given, "a letter of a to z");
}
