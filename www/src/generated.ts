// Generated from Rust by `npm run build`. Do not edit.

/** The encodings that are known by their names, in the order of their numbers. */
export const ENCODINGS = [
  "decimal",
  "hex",
  "base36",
  "base62",
  "rotatedBase64",
  "sno",
  "snoUuid",
  "crockford",
  "base2",
  "base64url",
] as const;
