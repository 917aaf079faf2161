// Hidden texts by another program: FF1 and AES-CMAC of @noble/ciphers.

import { cmac } from "@noble/ciphers/aes.js";
import { FF1 } from "@noble/ciphers/ff1.js";

const utf8 = (text) => Buffer.from(text);

/** The function that writes the hidden text of a value of so many bits. */
export function hiddenTexts(bits, key, { tweak = "", letter = "", check = true } = {}) {
  const { encrypt } = FF1(2, key, utf8(tweak));
  const width = (2n ** BigInt(bits) - 1n).toString(36).length;
  const own = cmac(utf8("flakekit check"), key);
  return (value) => {
    const digits = Array.from(value.toString(2).padStart(bits, "0"), Number);
    const number = BigInt(`0b${encrypt(digits).join("")}`);
    const text = letter + number.toString(36).padStart(width, "0");
    if (!check) return text;
    const message = Buffer.alloc(32);
    message.set([letter === "" ? 0 : letter.charCodeAt(0), bits, utf8(tweak).length, ...utf8(tweak)]);
    message.set(Buffer.from(value.toString(16).padStart(32, "0"), "hex"), 16);
    const code = Buffer.from(cmac(message, own)).readUIntBE(0, 3) >> 4;
    return text + code.toString(36).padStart(4, "0");
  };
}
