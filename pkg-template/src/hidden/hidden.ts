// Hidden IDs: writes IDs as texts that do not show their times, and reads these texts.

import { bigintOf, defineValue, FlakeError, invalid, Logged, quoted } from "../values/index.js";
import {
  type Encoding,
  type Format,
  HIDDEN_KEY,
  highPart,
  type Id,
  makeStyle,
  noText,
  readDigits,
  refuseText,
  requiredFormat,
  requireStyle,
  type StandardSchema,
  standardSchema,
  type Style,
  textSchema,
  words,
  writeText,
} from "../ids/index.js";
import { CHECK_BITS, MIN_HIDDEN_BITS } from "../generated/contract.js";
import { type HiddenOptions, readHiddenOptions } from "./options.js";
import { Trait } from "../generated/encodings.js";
import { Cipher, type Table } from "./table.js";

declare const VERSION: string;

/** A key that reads, and the letter with which its texts begin, or the empty text. */
interface Keyed {
  readonly letter: string;
  readonly cipher: Cipher;
}

/** What hidden IDs with and without a prefix have in common. */
interface Parts {
  readonly format: Format;
  readonly tweak: string;
  /** The key that writes, then those that only read. */
  readonly keys: readonly Keyed[];
  readonly hasCheck: boolean;
  readonly as: unknown;
}

/** How a text that cannot be read is refused. */
type Refusal = () => FlakeError;

/** Methods are arrow functions, so that they can be passed on, as in `ids.map(hidden.toText)`. */
class Hidden extends Logged {
  readonly format: Format;
  readonly tweak: string;
  readonly prefix: string | undefined;
  readonly #parts: Parts;
  /** What stands before the letter of the key: the prefix and `_`, or nothing. */
  readonly #head: string;
  readonly #digits: Style;
  /** The style of the check. */
  readonly #check: Style;
  /** The count of characters of the check: 0 if there is none. */
  readonly #checkLength: number;
  /** The value of the format, which may belong to another copy of the package. */
  readonly #value: Uint32Array;

  constructor(parts: Parts, prefix?: string) {
    super(prefix ?? `hidden ${parts.format.name}`);
    const { format, hasCheck, as, tweak } = parts;
    this.format = format;
    this.tweak = tweak;
    this.prefix = prefix;
    this.#parts = parts;
    this.#head = prefix === undefined ? "" : `${prefix}_`;
    this.#digits = this.#styleOf(digitsOf(format, as), format.bits);
    this.#check = this.#styleOf(format._style("base36")._encoding, CHECK_BITS);
    this.#checkLength = hasCheck ? this.#check._max : 0;
    this.#value = format._load(format.zero);
    if (prefix !== undefined) return;
    // Adds this object to those that `prefixed` accepts, but no copy and no proxy.
    defineValue(this, HIDDEN_KEY, (known: WeakSet<object>) => known.add(this) && VERSION, false);
  }

  /** A style of padded digits. With a prefix, it reads one text of each ID, as all texts with a prefix do. */
  #styleOf([name, characters, ranges, traits, width = 0, aliases = ""]: Encoding, bits: number): Style {
    const isStrict = this.prefix !== undefined;
    const read = isStrict ? traits & ~Trait.eitherCase : traits;
    return requireStyle(makeStyle([name, characters, ranges, read, width, isStrict ? "" : aliases], bits, true));
  }

  readonly toText = (id: unknown): string => {
    const { cipher, letter } = this.#parts.keys[0] as Keyed;
    const check = cipher._hide(this.format._load(bigintOf(id)), words);
    const text = this.#head + letter + writeText(this.#digits);
    return this.#checkLength === 0 ? text : text + check.toString(36).padStart(this.#checkLength, "0");
  };

  /** Reads a text into the value of the format; returns why it cannot. */
  #read(text: string): Refusal | undefined {
    const start = this.#head.length;
    const end = text.length - this.#checkLength;
    const first = end - this.#digits._max;
    if (!text.startsWith(this.#head) || first < start || first > start + 1) return () => this.#refuseShape(text);
    const letter = text.slice(start, first);
    const keyed = this.#parts.keys.find((key) => key.letter === (this.prefix === undefined ? lower(letter) : letter));
    if (keyed === undefined) return () => this.#refuseLetter(text);
    // The check is read first, because both are read into one value.
    const hasCheck = this.#checkLength > 0;
    const isRead = !hasCheck || readDigits(text.slice(end), this.#check);
    const check = words[0];
    const digits = text.slice(first, end);
    const { format } = this;
    if (
      !readDigits(digits, this.#digits) ||
      highPart() > format._largestHigh ||
      (words[0] as number) > format._largestLow
    ) {
      return () => refuseText(digits, this.#digits, format.bits);
    }
    const expected = keyed.cipher._show(words, this.#value);
    if (isRead && (!hasCheck || check === expected) && format._fits()) return undefined;
    return () => this.#refuse(text);
  }

  /** Reads a text into the value of the format, or returns the error for it. */
  #refusal(text: unknown): FlakeError | undefined {
    return typeof text === "string" ? this.#read(text)?.() : noText(text, "a text");
  }

  readonly fromText = (text: unknown): Id => {
    const refusal = this.#refusal(text);
    if (refusal === undefined) return this.format._loaded();
    throw refusal;
  };

  readonly isValid = (text: unknown): boolean => typeof text === "string" && this.#read(text) === undefined;

  readonly "~standard": StandardSchema = standardSchema(
    (value) => this.#refusal(value),
    () => textSchema(this.#digits, ({ _max }, digit) => this.#pattern(`${digit}{${_max}}`)),
  );

  #pattern(digits: string): string {
    const letters = this.#letters.join("");
    const optional = this.#letters.includes("") && letters !== "" ? "?" : "";
    const check = this.#checkLength > 0 ? `[0-9a-z]{${this.#checkLength}}` : "";
    return `${this.#head}${letters && `[${letters}]`}${optional}${digits}${check}`;
  }

  get #letters(): string[] {
    return this.#parts.keys.map(({ letter }) => letter);
  }

  #refuseShape(text: string): FlakeError {
    const { prefix } = this;
    if (prefix !== undefined && !text.startsWith(this.#head)) {
      return new FlakeError(
        "INVALID_TEXT",
        `${quoted(text)} has no prefix ${prefix}; it must begin with '${this.#head}'`,
      );
    }
    const length = this.#head.length + this.#digits._max + this.#checkLength;
    const [has, hasNot] = [this.#letters.some(Boolean), this.#letters.includes("")];
    const lengths = has ? (hasNot ? `${length} or ${length + 1}` : length + 1) : length;
    return new FlakeError(
      "INVALID_TEXT",
      `${quoted(text)} has ${text.length} characters; a hidden ID of ${this.format._called} has ${lengths}`,
    );
  }

  #refuseLetter(text: string): FlakeError {
    const letters = this.#letters.map((letter) => letter || "none").join(", ");
    return new FlakeError(
      "INVALID_TEXT",
      `${quoted(text)} has the letter of no given key; the letters are: ${letters}`,
    );
  }

  #refuse(text: string): FlakeError {
    return new FlakeError(
      "INVALID_TEXT",
      `${quoted(text)} is no hidden ID of ${this.format._called}: it is mistyped or invented, or has another key, tweak or format`,
    );
  }

  /** The same texts with a prefix, which `prefixed` has checked. */
  _withPrefix(prefix: string, as: unknown): object {
    if (as === undefined) return Object.freeze(new Hidden(this.#parts, prefix));
    throw invalid("INVALID_OPTION", "as", as, "left out: it is an option of hidden()");
  }

  toJSON(): object {
    const { prefix, tweak } = this;
    return {
      ...(prefix !== undefined && { prefix }),
      format: this.format.name,
      text: this.#digits._encoding[0],
      tweak,
      check: this.#parts.hasCheck,
      letters: this.#letters,
    };
  }
}

/** The encoding that was chosen, whose texts are just digits. */
function digitsOf(format: Format, as: unknown): Encoding {
  const { _encoding, _form } = format._style(as);
  if (_form === undefined || _form._isDigits) return _encoding;
  throw invalid("INVALID_OPTION", "as", _encoding[0], "an encoding of digits alone, such as base36");
}

/** A letter as a small one. Other characters than ASCII are left as they are. */
const lower = (letter: string): string => (letter >= "A" && letter <= "Z" ? letter.toLowerCase() : letter);

/** Hidden IDs of a format. `table` gives the ciphers of the entry's module. */
export function hiddenWith(table: () => Table, given: unknown, options: unknown): object {
  const format = requiredFormat(given);
  const { bits } = format;
  if (bits < MIN_HIDDEN_BITS) {
    const expected = `at least ${MIN_HIDDEN_BITS}`;
    throw new FlakeError("INVALID_OPTION", `IDs of ${bits} bits cannot be hidden; they must have ${expected} bits`);
  }
  const { keys, tweak, tweakBytes, hasCheck, as }: HiddenOptions = readHiddenOptions(options);
  const opened = keys.map(([letter, _key]) => ({
    letter,
    cipher: new Cipher(table(), {
      _key,
      _letter: letter === "" ? 0 : letter.charCodeAt(0),
      _tweak: tweakBytes,
      _bits: bits,
    }),
  }));
  return Object.freeze(new Hidden({ format, tweak, keys: opened, hasCheck, as }));
}
