// Instagram's links write an ID in base64, with the alphabet of RFC 4648, clause 5, and without padding.

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Returns the ID of a shortcode in decimal. */
export function idOfShortcode(shortcode: string): string {
  return String([...shortcode].reduce((value, character) => value * 64n + BigInt(ALPHABET.indexOf(character)), 0n));
}
