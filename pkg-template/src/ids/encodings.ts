// The encodings of IDs as text, and the styles in which a format's texts are written.

import type * as api from "../../types/index.js";
import { FlakeError, invalid, optionalFlag, readOptions } from "../values/index.js";
import { type Encoding as Row, ENCODINGS, Trait } from "../generated/encodings.js";

/**
 * A pattern of the texts of a style without its ends, from the character classes of a digit and of a digit that is not 0;
 * `undefined` if it is that of the digits.
 */
export type Pattern = (style: Style<TextShape>, digit: string, first: string) => string | undefined;

/** What messages and schemas say of texts that are not just digits. */
export interface TextShape {
  /** How many of the last digits stand at the front of the text. */
  readonly _moved?: number;
  /** Whether the texts are just digits, and only their pattern is another one. */
  readonly _isDigits?: boolean;
  /** The pattern of the texts. Default: that of the digits. */
  readonly _pattern?: Pattern;
  /** What is wrong with a text, as the end of a sentence; `undefined` if it has the right characters. Default: `whyNoDigits`. */
  readonly _whyNot?: (text: string, style: Style<TextShape>) => string | undefined;
}

/**
 * How the texts of an encoding are made of its digits, if they are not just the digits. Formats that have such texts import
 * the form, so that the bundles of other formats do not contain it.
 */
export interface TextForm extends TextShape {
  /** Reads a text into the value. Returns whether the text is of this form. */
  readonly _read: (text: string, style: Style) => boolean;
  readonly _write: (digits: string) => string;
}

/**
 * An encoding. If its texts are not just digits, an imported encoding has their form. Formats have the forms of all
 * other encodings.
 */
export type Encoding = readonly [...row: Row, form?: TextForm | undefined];

/** A style of texts, with the tables to read and write it. */
export interface Style<Form extends TextShape = TextForm> {
  readonly _encoding: Encoding;
  readonly _form: Form | undefined;
  /** The character codes of the digits. */
  readonly _codes: Uint8Array;
  /** The value of each ASCII character; -1 for a character that is no digit. */
  readonly _values: Int8Array;
  readonly _base: number;
  /** The smallest and the largest count of digits. */
  readonly _min: number;
  readonly _max: number;
  /** Why the format has no texts of this style; `undefined` if it has such texts. */
  readonly _wrong: string | undefined;
}

/** The options of a text, as they were read. */
export type TextChoice = [as: unknown, isPadded: boolean, isShort: boolean];

/** Reads the options of a text. */
export function readChoice(given: unknown): TextChoice {
  const hint = " (in a callback, write (id) => decode(id))";
  const options = readOptions("the style of a text", given, ["as", "padded", "short"], "INVALID_OPTION", hint);
  const isPadded = optionalFlag(options, "padded");
  const isShort = optionalFlag(options, "short");
  if (isPadded && isShort) throw new FlakeError("INVALID_OPTION", "a text is padded or short; give one of them");
  return [options.as, isPadded, isShort];
}

/** The encodings that a program imports, by the imported constants. The program contains nothing of other encodings. */
const imported = /* @__PURE__ */ new WeakMap<object, Encoding>();

/** Makes what users import. */
export function importedEncoding<T extends api.ImportedEncodingName>(
  [name, characters, ranges, traits, width = 0, aliases = ""]: Row,
  form?: TextForm,
): api.ImportedEncoding<T> {
  const made = Object.freeze({ name: name as T });
  imported.set(made, [name, characters, ranges, traits, width, aliases, form]);
  return made;
}

/** The encoding of a name, or an imported encoding. */
export function chosenEncoding(as: unknown, option: string): Encoding {
  const encoding = ENCODINGS.find(([name]) => name === as) ?? imported.get(as as object);
  if (encoding !== undefined) return encoding;
  throw invalid("INVALID_OPTION", option, as, `one of ${ENCODINGS.map(([name]) => name).join(", ")}`);
}

/** The style of texts of `bits` bits. */
export function makeStyle(
  _encoding: Encoding,
  bits: number,
  isPadded = false,
  isShort = false,
  _form?: TextForm,
): Style {
  const [name, , ranges, traits, width = 0, aliases = "", form = _form] = _encoding;
  const _codes = new Uint8Array(64);
  const _values = new Int8Array(128).fill(-1);
  let _base = 0;
  for (let i = 0; i < ranges.length; i += 3) {
    for (let code = ranges.charCodeAt(i); code <= ranges.charCodeAt(i + 2); code++) {
      _values[code] = _base;
      if (traits & Trait.eitherCase && code > 57) _values[code ^ 32] = _base;
      _codes[_base++] = code;
    }
  }
  for (let i = 0; i < aliases.length; i += 2) {
    _values[aliases.charCodeAt(i)] = _values[aliases.charCodeAt(i + 1)] as number;
  }
  const _max = Math.ceil(bits / Math.log2(_base));
  return {
    _encoding,
    _form: form,
    _codes,
    _values,
    _base,
    _min: isPadded || (traits & Trait.fixed && !isShort) ? _max : (form?._moved ?? 1),
    _max,
    _wrong:
      width > 0 && width !== bits
        ? `${name} writes ${width} bits, not ${bits}; choose another encoding`
        : isShort && form?._moved === undefined
          ? `${name} has no short form; omit the option short`
          : undefined,
  };
}

/** Refuses a style that the format does not have. */
export function requireStyle<S extends Style<TextShape>>(style: S): S {
  if (style._wrong === undefined) return style;
  throw new FlakeError("INVALID_OPTION", style._wrong);
}
