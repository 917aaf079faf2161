// The members of sno that only its specification has: UUIDs, metadata in texts, numbers given as bytes.

import {
  type Descriptor,
  type Field,
  flip,
  Format,
  inRange,
  numberAt,
  requiredIdText,
  setValue,
  type Style,
  type TextForm,
  type TextShape,
  whyWrong,
  wholeNumber,
  wholeUpTo,
  writeText,
} from "../ids/index.js";
import { checkBegin } from "./extras.js";
import { textGenerators } from "../generators/index.js";
import { withMachine } from "./machine.js";
import { asNumber, bigintOf, copyList, invalid, isBytes, isWholeNumber, quoted, wholeFrom } from "../values/index.js";

const UUID_LENGTH = 36;

/** Whether a UUID has a hyphen at a position: at 8, 13, 18 and 23. */
const isHyphen = (at: number): boolean => at > 7 && at < 24 && at % 5 === 3;

/** The UUID whose 16 bytes are the characters of a sno. */
function toUuid(digits: string): string {
  let uuid = "";
  for (const digit of digits) uuid += (isHyphen(uuid.length) ? "-" : "") + digit.charCodeAt(0).toString(16);
  return uuid;
}

/**
 * Reads a UUID, as `toUuid` writes it, into the value. Returns the position of the first wrong character, which is the end of
 * a text that is too short; or -1.
 */
function readUuid(text: string, { _values }: Style<TextShape>): number {
  let byte = 0;
  // How many bits of the value are not read yet. Two characters are a digit, which has five bits.
  let below = 80;
  setValue(0, 0);
  for (let at = 0; at < UUID_LENGTH; at++) {
    const character = text.charAt(at);
    if (isHyphen(at)) {
      if (character !== "-") return at;
    } else {
      byte = (byte % 16) * 16 + parseInt(character, 16);
      if (Number.isNaN(byte)) return at;
      below -= 2.5;
      if (below % 5 === 0) {
        const digit = _values[byte] ?? -1;
        if (digit < 0) return at;
        flip(below, digit);
      }
    }
  }
  return -1;
}

const UUIDS: TextForm = {
  _read: (text, style) => text.length === UUID_LENGTH && readUuid(text, style) < 0,
  _write: toUuid,
  _whyNot: (text, style) => whyWrong(text, readUuid(text, style), UUID_LENGTH, UUID_LENGTH, style._encoding),
};

/**
 * The number of a field. If the field has whole bytes, its bytes may be given, the high one first, each as a number or an ASCII
 * character, as in `["A", 10]`.
 */
function readBytes(field: Field, name: string, given: unknown): number | undefined {
  const value = asNumber(given);
  const length = field._bits / 8;
  if (value === undefined || typeof value === "number" || !Number.isInteger(length))
    return wholeNumber(field, name, value);
  const refuse = (which = ""): never => {
    const expected = `${wholeUpTo(field)}, or a list of ${length} bytes, each ${wholeFrom(0, 255)} or one ASCII character`;
    throw invalid("INVALID_FIELD", name, value, expected, which);
  };
  const list = isBytes(value, length) ? Array.from({ length }, (_, i) => value[i]) : value;
  const items = copyList(name, list, length, "INVALID_FIELD");
  if (items?.length !== length) return refuse();
  return items.reduce((number: number, item) => {
    const isAscii = typeof item === "string" && item.length === 1 && item <= "\x7f";
    const byte = isAscii ? item.charCodeAt(0) : item;
    return isWholeNumber(byte) && byte <= 255 ? number * 256 + byte : refuse(` with ${quoted(item)}`);
  }, 0);
}

/** The positions of the digits that contain the metadata, and how many bits of the last one are below it. */
const enum Meta {
  first = 8,
  last = 9,
  below = 2,
}

/** sno, with UUIDs and metadata. */
class Sno extends Format {
  readonly toUUID = (id: unknown): string => this.toText(id, { as: "snoUuid" });

  readonly fromUUID = (uuid: unknown): string => this.fromText(uuid, { as: "snoUuid" }) as string;

  readonly withMeta = (id: unknown, given: unknown): string => {
    // The first field is the toggle, the second one the metadata.
    const field = this._fields[1] as Field;
    // `undefined` is out of range, too.
    const meta = inRange(field, wholeNumber(field, field._name, given) as number);
    this._load(bigintOf(id));
    flip(field._below, numberAt(field) ^ meta);
    return this._loaded() as string;
  };

  /** The metadata of a text. Reads only the characters that contain the metadata. */
  readonly meta = (given: unknown): number => {
    const style = this._ownStyle;
    const text = requiredIdText(given);
    const digitAt = (at: Meta): number => style._values[text.charCodeAt(at)] ?? -1;
    const high = digitAt(Meta.first);
    const low = digitAt(Meta.last);
    if (text.length !== style._max || high < 0 || low < 0) throw this._refusal(text, style);
    return ((high * style._base + low) >> Meta.below) & 255;
  };
}

export const snoFormat = <T>(descriptor: Descriptor): T =>
  /* @__PURE__ */ new Sno(
    descriptor,
    /* @__PURE__ */ withMachine(readBytes, {
      _forms: { snoUuid: UUIDS },
      _checkBegin: checkBegin,
      _generators: textGenerators,
      _toNative: (format: Format) => writeText(format._ownStyle),
    }),
  ) as unknown as T;
