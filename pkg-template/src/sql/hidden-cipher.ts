// The cipher of hidden IDs as statements of PostgreSQL: FF1 of NIST SP 800-38G Rev. 1 in radix 2, and AES-CMAC, as in `src/hidden/`.
//
// `a` and `b` are the halves of an ID, or of its hidden number, and `key` is the key. In radix 2, a sum or a difference modulo 2^bits
// is masked, whether or not it overflows. No constant has a backslash, whose meaning `standard_conforming_strings` could change.

import { bigint } from "./block.js";
import type { HiddenChoice } from "./hidden-options.js";

/** The mark of the schema of pgcrypto. */
export const PGCRYPTO = "@pgcrypto@";

/** The width of a block of AES, in bytes. */
const BLOCK = 16;

const ZEROS: readonly number[] = new Array<number>(BLOCK).fill(0);

/** The message whose AES-CMAC is the key of the check, with its padding. */
const CHECK_KEY = [...Array.from("flakekit check", (character) => character.charCodeAt(0)), 0x80];

/** Statements, and the variables that they need beside those of other parts. Each is a line, or several. */
export interface Part {
  readonly _variables: readonly string[];
  readonly _statements: readonly string[];
}

/** The statements of FF1: a start, and two rounds, of which number `i` from 0 to 4 encrypts, and from 4 to 0 decrypts. */
export interface Ff1 extends Part {
  readonly _encrypt: readonly string[];
  readonly _decrypt: readonly string[];
}

/** The widths of the halves of an ID, in bits. */
export function halvesOf(bits: number): [high: number, low: number] {
  const low = Math.ceil(bits / 2);
  return [bits - low, low];
}

export const maskOf = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

export function ff1Of({ _format: { bits }, _hasCheck, _tweak }: HiddenChoice): Ff1 {
  const [high, low] = halvesOf(bits);
  const halfBytes = Math.ceil(low / 8);
  const first = [1, 2, 1, 0, 0, 2, 10, high, 0, 0, 0, bits, 0, 0, 0, _tweak.length];
  const [before, after] = wordsOf(_tweak);
  // The last bytes of the number that a round takes from its block. It has as many bytes as the half, up to a multiple of four, and four more.
  const from = Math.ceil(halfBytes / 4) * 4 + 4 - halfBytes;
  const number = (half: string, parity: bigint): string => {
    const scale = BigInt(8 * halfBytes);
    const last = `rest # (i * ${bigint(2n << scale)} + ${bigint(parity << scale)} | ${half})`;
    return numberOf(aes(`head || int8send(${last})`, "key"), from, halfBytes);
  };
  const round = (half: string, sign: string, bits: number, other: string, parity: bigint): string =>
    `${half} := (${half} ${sign} ${number(other, parity)}) & ${maskOf(bits)};`;
  return {
    _variables: [
      "blocks bytea;",
      "head bytea; -- the first half of each block of FF1",
      "rest bigint; -- the second half, without the round and a half of the ID",
    ],
    _statements: [
      // The AES of zeros is for the check.
      `blocks := ${aes(bytesOf([...first, ...(_hasCheck ? ZEROS : [])]), "key")};`,
      `head := int8send(${numberOf("blocks", 0, 8)} # ${before});`,
      `rest := ${numberOf("blocks", 8, 8)} # ${after};`,
    ],
    _encrypt: [round("a", "+", high, "b", 0n), round("b", "+", low, "a", 1n)],
    _decrypt: [round("b", "-", low, "a", 1n), round("a", "-", high, "b", 0n)],
  };
}

/** The statements that compute the check of an ID as `code`, after the start of FF1. There are none without a check. */
export function checkOf({ _format: { bits }, _hasCheck, _letter, _tweak }: HiddenChoice): Part {
  if (!_hasCheck) return { _variables: [], _statements: [] };
  const [, low] = halvesOf(bits);
  const [before, after] = wordsOf(CHECK_KEY);
  const equal = [_letter === "" ? 0 : _letter.charCodeAt(0), bits, _tweak.length, ..._tweak];
  // The products with x, and with x squared, in the field of 2^128 elements.
  const once = ["(x << 1 | (y >> 63 & 1))", "(y << 1 # (x >> 63 & 1) * 135)"];
  const twice = ["(x << 2 | (y >> 62 & 3))", "(y << 2 # (x >> 62 & 1) * 135 # (x >> 63 & 1) * 270)"];
  const message = [
    `${once[0]} # ${numberOf("blocks", 16, 8)} # (a >> ${64 - low})`,
    `${once[1]} # ${numberOf("blocks", 24, 8)} # (a << ${low} | b)`,
  ];
  return {
    _variables: [
      "own bytea; -- the key of the check",
      "x bigint; -- the halves of a block",
      "y bigint;",
      "code bigint; -- the check",
    ],
    _statements: [
      `x := ${numberOf("blocks", 16, 8)};`,
      `y := ${numberOf("blocks", 24, 8)};`,
      `own := ${aes(`int8send(${twice[0]} # ${before}) || int8send(${twice[1]} # ${after})`, "key")};`,
      `blocks := ${aes(bytesOf([...ZEROS, ...padded(equal)]), "own")};`,
      `x := ${numberOf("blocks", 0, 8)};`,
      `y := ${numberOf("blocks", 8, 8)};`,
      `code := ${numberOf(aes(`int8send(${message[0]}) || int8send(${message[1]})`, "own"), 0, 3)} >> 4;`,
    ],
  };
}

const aes = (blocks: string, key: string): string => `${PGCRYPTO}.encrypt(${blocks}, ${key}, 'aes-ecb/pad:none')`;

/** The number of some bytes, which is signed if there are eight. */
const numberOf = (bytes: string, from: number, count: number): string =>
  `('x' || encode(substr(${bytes}, ${from + 1}, ${count}), 'hex'))::bit(${8 * count})::bigint`;

/** Bytes as a constant. */
const bytesOf = (bytes: readonly number[]): string =>
  `decode('${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}', 'hex')`;

/** A block with these first bytes. */
const padded = (bytes: readonly number[]): number[] => [...bytes, ...ZEROS].slice(0, BLOCK);

/** The halves of a block with these first bytes, as constants. */
function wordsOf(bytes: readonly number[]): [before: string, after: string] {
  const value = padded(bytes).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return [bigint(value >> 64n), bigint(value)];
}
