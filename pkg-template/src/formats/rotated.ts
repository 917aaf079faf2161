// uid60's texts, whose last two digits are at the front, "so it looks like a complete random ID" (uid60, "Storage and
// Generator").

import { readDigits, type TextForm } from "../ids/index.js";

/** How many digits are moved. */
const MOVED = 2;

const swap = (text: string, at: number): string => text.slice(at) + text.slice(0, at);

/** The forms of texts that only formats of 60 bits have. */
export const ROTATED: Readonly<Record<string, TextForm>> = {
  rotatedBase64: {
    _moved: MOVED,
    _read: (text, style) => readDigits(swap(text, MOVED), style),
    _write: (digits) => swap(digits, digits.length - MOVED),
  },
};
