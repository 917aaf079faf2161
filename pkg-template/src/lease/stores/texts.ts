// The texts that stores and servers keep and answer.

/** What keys and records may contain. */
export const PRINTABLE = /^[ -~]*$/;

/** A generation of a store. */
export const GENERATION = /^[!-~]{1,1000}$/;

/** The longest name of a space or a database, in characters. */
export const MAX_NAME_LENGTH = 200;

/**
 * What such names do not contain: control characters, which do not survive in every store; and halves of characters, which
 * Deno does not send to child processes as they are.
 */
export const CONTROL = /\p{Cc}|\p{Cs}/u;

/** How many seats that it can't use a claim names to a server at most. */
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
 * Texts as one, from which they could be read again: each after its length. JSON would not do, because anybody can define
 * `Array.prototype.toJSON`.
 */
export const joinTexts = (...texts: readonly string[]): string =>
  texts.map((text) => `${text.length}:${text}`).join("");
