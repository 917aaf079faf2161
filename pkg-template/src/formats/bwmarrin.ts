// The encodings of the Go package snowflake, https://github.com/bwmarrin/snowflake, that no other program has. Users import
// them, so that the bundles of other users do not contain them.

import { BASE64_PATTERN } from "../generated/contract.js";
import { BWMARRIN32, BWMARRIN58, BWMARRIN64 } from "../generated/encodings.js";
import { importedEncoding, leadingZero, readDigits, type TextForm, whyWrong } from "../ids/index.js";

/** The characters of six bits in base64 (RFC 4648, clause 4). They are needed because not every runtime has `btoa`. */
const characters = (): string => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The base64 of text of ASCII characters. */
function toBase64(text: string): string {
  const known = characters();
  let base64 = "";
  for (let i = 0; i < text.length; i += 3) {
    const [first, second, third] = [0, 1, 2].map((at) => text.charCodeAt(i + at) || 0) as [number, number, number];
    const sextets = [first >> 2, ((first & 3) << 4) | (second >> 4), ((second & 15) << 2) | (third >> 6), third & 63];
    const written = text.length - i + 1;
    base64 += sextets.map((sextet, at) => (at < written ? known.charAt(sextet) : "=")).join("");
  }
  return base64;
}

/**
 * The digits of a text. A byte that is no digit is replaced by the nearest one, so that the base64 of these digits differs from
 * the text at the first wrong character.
 */
function toDigits(text: string): string {
  const known = characters();
  let digits = "";
  for (let i = 0; i < text.length; i += 4) {
    const group = text.slice(i, i + 4);
    // Only the last group is padded. Characters that this group lacks count as padding here, and as a wrong length
    // elsewhere.
    const isLast = i + 4 >= text.length;
    let length = group.length;
    while (isLast && group.charAt(length - 1) === "=") length--;
    const [first, second, third, fourth] = [0, 1, 2, 3].map((at) =>
      Math.max(0, known.indexOf(group.charAt(at) || "=")),
    ) as [number, number, number, number];
    const bytes = [(first << 2) | (second >> 4), (second << 4) | (third >> 2), (third << 6) | fourth];
    const read = bytes.map((byte) => Math.min(Math.max(byte & 255, 48), 57)).slice(0, Math.max(1, length - 1));
    digits += String.fromCharCode(...read);
  }
  return digits;
}

/** Just the digits. Its pattern leaves out the range of the zero, which has no other digit: `y-y`. */
const BASE32: TextForm = {
  _isDigits: true,
  _read: readDigits,
  _write: (digits) => digits,
  _pattern: ({ _max, _min }, digit) => (_min < _max ? `(?:y|[${digit.slice(4)}${digit}{0,${_max - 1}})` : undefined),
};

/** The base64 of the decimal digits. */
const BASE64: TextForm = {
  _read: (text, style) => {
    const digits = toDigits(text.slice(0, 40));
    return toBase64(digits) === text && readDigits(digits, style);
  },
  _write: toBase64,
  _pattern: () => BASE64_PATTERN,
  _whyNot: (text, { _encoding, _max, _min }) => {
    const [shortest, longest] = [_min, _max].map((digits) => Math.ceil(digits / 3) * 4) as [number, number];
    // No wrong character is looked for behind these 84 characters.
    const searched = text.slice(0, 84);
    const digits = toDigits(searched);
    const right = toBase64(digits);
    const { length } = digits;
    const at = Array.from(searched, (_, i) => searched[i] === right.charAt(i)).indexOf(false);
    const why = whyWrong(text, at, shortest, longest, _encoding, text.length % 4 > 0);
    if (why !== undefined) return why;
    if (length < _min || length > _max) {
      return `the base64 of ${length} digits; it must have that of ${_min < _max ? `${_min} to ` : ""}${_max}`;
    }
    return length > _min && digits.startsWith("0") ? leadingZero(0) : undefined;
  },
};

export const bwmarrin32 = /* @__PURE__ */ importedEncoding<"bwmarrin32">(BWMARRIN32, BASE32);

export const bwmarrin58 = /* @__PURE__ */ importedEncoding<"bwmarrin58">(BWMARRIN58);

export const bwmarrin64 = /* @__PURE__ */ importedEncoding<"bwmarrin64">(BWMARRIN64, BASE64);
