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

/** How far in the future the time of a likely ID may be, in ms: clocks can be fast. */
export const FAST_CLOCK_MS = 60000;
