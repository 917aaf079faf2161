// The texts of a format with a prefix, such as `order_0bz0ak19otlvk`.

import { bigintOf, defineValue, FlakeError, invalid, Logged, readOptions } from "../values/index.js";
import { chosenEncoding, type Encoding, makeStyle, requireStyle, type Style, type TextShape } from "./encodings.js";
import { type Format, type Id, noText, requiredIdText } from "./format.js";
import { type StandardSchema, standardSchema, textSchema } from "./standard.js";
import { refuseText, whyNoDigits, writeText } from "./texts.js";
import { branded, requiredFormat } from "./recognise.js";
import type { DecodedFields } from "./fields.js";
import { Trait } from "../generated/encodings.js";
import { HIDDEN_KEY, PREFIXED_KEY } from "./brand.js";
import { words } from "./value.js";

declare const VERSION: string;

/**
 * The texts of a format with a prefix. It is no `Format`, so that functions that would write IDs without the prefix refuse it.
 * Methods are arrow functions, so that they can be passed on.
 */
export class Prefixed extends Logged {
  readonly format: Format;
  readonly prefix: string;
  /** The style of the digits after the prefix. It reads one text of each ID: no letters of the other case, and no aliases. */
  readonly _digits: Style;
  readonly _head: string;
  readonly #style: Style<TextShape>;

  constructor(format: Format, prefix: string, [name, characters, ranges, traits, width = 0]: Encoding) {
    super(prefix);
    this.format = format;
    this.prefix = prefix;
    this._head = `${prefix}_`;
    const strict: Encoding = [name, characters, ranges, traits & ~Trait.eitherCase, width];
    this._digits = requireStyle(makeStyle(strict, format.bits, true));
    const _whyNot = (text: string): string | undefined => {
      const found = text.slice(0, Math.max(text.lastIndexOf("_"), 0));
      if (found === prefix) return whyNoDigits(text, this._digits, this._head.length);
      return `${PREFIX.test(found) ? `the prefix '${found}'` : "no prefix"}; it must begin with '${this._head}'`;
    };
    this.#style = {
      ...this._digits,
      _form: { _pattern: ({ _max }, digit) => `${this._head}${digit}{${_max}}`, _whyNot },
    };
    // Adds this object to those that functions accept, but no copy and no proxy, which inherit the method. It is defined here,
    // because bundlers keep a class that has a method of this key.
    defineValue(this, PREFIXED_KEY, (known: WeakSet<object>) => known.add(this) && VERSION, false);
  }

  /** The style of its texts, for JSON Schema. The texts have no other style. */
  _styleOf(options: unknown): Style<TextShape> {
    if (options === undefined) return this.#style;
    throw new FlakeError("INVALID_OPTION", "texts with a prefix have one style; leave out its options");
  }

  /** Reads a text into the value of the format. The format may belong to another copy of the package. */
  #tryLoad(text: string): boolean {
    return text.startsWith(this._head) && this.format._tryLoad(text.slice(this._head.length), this._digits);
  }

  #load(given: unknown): string {
    const text = requiredIdText(given);
    if (this.#tryLoad(text)) return text;
    throw this.#refusal(text);
  }

  #refusal(text: string): FlakeError {
    return refuseText(text, this.#style, this.format.bits);
  }

  readonly toText = (id: unknown): string => {
    words.set(this.format._load(bigintOf(id)));
    return this._head + writeText(this._digits);
  };

  readonly fromText = (text: unknown): Id => {
    this.#load(text);
    return this.format._loaded();
  };

  readonly isValid = (text: unknown): boolean => typeof text === "string" && this.#tryLoad(text);

  readonly decode = (text: unknown): DecodedFields => this.format.decode(this.fromText(text));

  readonly timestamp = (text: unknown): number => {
    this.#load(text);
    return this.format._loadedTime();
  };

  readonly date = (text: unknown): Date => new Date(this.timestamp(text));

  /** Texts sort as their IDs do. */
  readonly compare = (a: unknown, b: unknown): number => {
    const first = this.#load(a);
    const second = this.#load(b);
    return first < second ? -1 : Number(first > second);
  };

  readonly "~standard": StandardSchema = standardSchema(
    (value) =>
      typeof value !== "string" ? noText(value, "a text") : this.#tryLoad(value) ? undefined : this.#refusal(value),
    () => textSchema(this.#style),
  );

  toJSON(): object {
    return { prefix: this.prefix, text: this._digits._encoding[0], format: this.format.name };
  }
}

const PREFIX = /^[a-z](?:[a-z0-9_]{0,61}[a-z0-9])?$/;

/** Hidden IDs, which write texts with a prefix themselves. */
interface Hidden {
  readonly format: Format;
  _withPrefix(prefix: string, as: unknown): Prefixed;
}

export function prefixed(given: unknown, prefix: unknown, options?: unknown): Prefixed {
  const hidden = branded<Hidden>(given, HIDDEN_KEY, "the format");
  const format = hidden?.format ?? requiredFormat(given);
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    const expected = "1 to 63 small letters, digits and '_', with a letter first and no '_' at the end";
    throw invalid("INVALID_OPTION", "prefix", prefix, expected);
  }
  const { as } = readOptions("prefixed()", options, ["as"]);
  return (
    hidden?._withPrefix(prefix, as) ?? (Object.freeze(new Prefixed(format, prefix, encodingOf(format, as))) as Prefixed)
  );
}

/**
 * The encoding that was chosen; otherwise the encoding of the format's texts if they sort as its IDs do; otherwise base 36.
 * Padded decimal texts sort so too, but they are long.
 */
function encodingOf(format: Format, as: unknown): Encoding {
  const { _codes, _base, _encoding, _form, _wrong } = as === undefined ? format._ownStyle : format._style(as);
  const isSorted = _codes.subarray(0, _base).every((code, i, codes) => code > (codes[i - 1] ?? 47));
  const isSuitable = isSorted && _form === undefined;
  if (as === undefined) return isSuitable && _encoding[0] !== "decimal" ? _encoding : chosenEncoding("base36", "as");
  if (isSuitable || _wrong !== undefined) return _encoding;
  throw invalid("INVALID_OPTION", "as", _encoding[0], "one of letters and digits that sort, such as base62");
}

/** Texts with a prefix, of any copy of this version; `undefined` for other values. */
export const prefixedOf = (given: unknown, name: string): Prefixed | undefined =>
  branded<Prefixed>(given, PREFIXED_KEY, name);
