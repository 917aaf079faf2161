// The encodings of IDs as text, and the styles in which a format's texts are written.

import { FlakeError } from "./errors.js";
import { type Encoding, ENCODINGS } from "./generated/encodings.js";
import { invalid, optionalFlag, readOptions } from "./values.js";

/** How a text of a format is written. */
export interface Style {
  readonly _encoding: Encoding;
  /** The character codes of the digits. */
  readonly _codes: Uint8Array;
  /** The value of each ASCII character; -1 for those that are no digits. */
  readonly _values: Int8Array;
  readonly _base: number;
  /** The smallest and the largest count of digits. */
  readonly _min: number;
  readonly _max: number;
  /** How many digits are at the front. */
  readonly _moved: number;
  /** Why the format has no such texts. */
  readonly _wrong: string | undefined;
}

/** What the options of a text ask for. */
export interface TextChoice {
  readonly _as: unknown;
  readonly _padded: boolean;
  readonly _short: boolean;
}

export const OWN_TEXT: TextChoice = { _as: undefined, _padded: false, _short: false };

const STYLE = "the style of a text";
const STYLE_NAMES = ["as", "padded", "short"];

/** Reads the options of a text. */
export function readChoice(given: unknown): TextChoice {
  if (typeof given !== "object") {
    const hint = " (in a callback, write (id) => decode(id))";
    throw invalid("INVALID_OPTION", STYLE, given, `an object with ${STYLE_NAMES.join(", ")}`, hint);
  }
  const { as, padded, short } = readOptions(STYLE, given, STYLE_NAMES);
  const [_padded, _short] = [optionalFlag("padded", padded), optionalFlag("short", short)];
  if (_padded && _short) throw new FlakeError("INVALID_OPTION", "a text is padded or short, not both; give one");
  return { _as: as, _padded, _short };
}

/** The encoding of a name. */
export function encodingNamed(as: unknown, option: string): Encoding {
  const encoding = ENCODINGS.find(({ _name }) => _name === as);
  if (encoding !== undefined) return encoding;
  throw invalid("INVALID_OPTION", option, as, `one of ${ENCODINGS.map(({ _name }) => _name).join(", ")}`);
}

/** The style of texts of `bits` bits. */
export function makeStyle(_encoding: Encoding, bits: number, { _padded, _short }: TextChoice): Style {
  const { _digits, _isFixed = false, _moved = 0, _name, _width = bits } = _encoding;
  const _base = _digits.length;
  const _max = Math.ceil(bits / Math.log2(_base));
  return {
    _encoding,
    _codes: Uint8Array.from(_digits, (digit) => digit.charCodeAt(0)),
    _values: valuesOf(_encoding),
    _base,
    _min: _padded || (_isFixed && !_short) ? _max : _moved || 1,
    _max,
    _moved,
    _wrong:
      _width !== bits
        ? `${_name} writes ${_width} bits, not ${bits}; choose another encoding`
        : _short && _moved === 0
          ? `${_name} has no short form; leave out the option short`
          : undefined,
  };
}

/** Refuses a style that the format does not have. */
export function requireStyle(style: Style): Style {
  if (style._wrong === undefined) return style;
  throw new FlakeError("INVALID_OPTION", style._wrong);
}

function valuesOf({ _aliases = "", _digits, _isEitherCase = false }: Encoding): Int8Array {
  const values = new Int8Array(128).fill(-1);
  const set = (character: string, value: number): void => {
    const code = character.charCodeAt(0);
    values[code] = value;
    if (_isEitherCase && character > "9") values[code ^ 32] = value;
  };
  [..._digits].forEach(set);
  // An alias and its digit, one after the other.
  for (let i = 0; i < _aliases.length; i += 2) set(_aliases[i] as string, _digits.indexOf(_aliases[i + 1] as string));
  return values;
}
