// The texts that stores and servers keep and answer.

/** What keys and records may contain. */
export const PRINTABLE = /^[ -~]*$/;

/** A generation of a store. */
export const GENERATION = /^[!-~]{1,1000}$/;

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
