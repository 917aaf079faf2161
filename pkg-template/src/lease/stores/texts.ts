// The texts in stores, and in the requests and replies of servers.

/** Matches texts with the characters that keys and records may contain. */
export const PRINTABLE = /^[ -~]*$/;

/** Matches the generation of a store. */
export const GENERATION = /^[!-~]{1,1000}$/;

/** The longest name of a space or a database, in characters. */
export const MAX_NAME_LENGTH = 200;

/**
 * Matches characters that such names must not contain: control characters, which do not survive in every store; and halves of
 * surrogate pairs, which Deno does not send to child processes unchanged.
 */
export const CONTROL = /\p{Cc}|\p{Cs}/u;

/** The largest count of seats that a claim can ask a server to avoid. */
export const MAX_AVOIDED = 16;

/** Bytes as hexadecimal text. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** 128 random bits as hexadecimal text. Pages without TLS have no `crypto.randomUUID`. */
export function randomHex(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * Joins texts, each after its length, so that different lists never give the same text. JSON would not suffice, because any
 * code can define `Array.prototype.toJSON`.
 */
export const joinTexts = (...texts: readonly string[]): string =>
  texts.map((text) => `${text.length}:${text}`).join("");
