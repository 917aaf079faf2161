// Numbers in base 16 as databases, hex editors and languages write them.

/** Matches `0x` of languages, `\x` of PostgreSQL, and `X'` of SQL, which a quote ends. */
const PREFIX = /^(?:0x|\\x|x'(?=.*'$))/i;

/** The digits of a number in base 16, in lower case, without a prefix and without what stands between its bytes. */
export const hexDigits = (text: string): string =>
  text
    .trim()
    .replace(PREFIX, "")
    .replace(/'$|[\s:-]/g, "")
    .toLowerCase();
