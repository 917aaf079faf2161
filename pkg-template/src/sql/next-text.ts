// Texts in SQL.

/** Marks that stand for names that the script finds out, as they are, and between quotes as texts. */
export const HOME = "@home@";
export const FUNCTION = "@function@";
export const STATE = "@state@";
export const LEASES = "@leases@";
const FOUND = [HOME, FUNCTION, STATE, LEASES];

/** The mark that stands for a number that the script finds out. */
export const START = "@start@";

/**
 * A text as the first argument of `format`, whose other arguments are the names that the script finds out, in the order
 * of `FOUND`.
 */
export const template = (text: string): string =>
  FOUND.reduce(
    (before, name, i) => before.replaceAll(`'${name}'`, `%${i + 1}$L`).replaceAll(name, `%${i + 1}$s`),
    text.replaceAll("%", "%%"),
  );

/**
 * A text as a constant. `$` and `\` are escaped, so that it can stand between dollar quotes, and means the same whatever
 * `standard_conforming_strings` is; and `@`, so that it stands for no name.
 */
export function constant(text: string): string {
  const quoted = text.replaceAll("'", "''");
  if (!["\\", "$", "@"].some((one) => text.includes(one))) return `'${quoted}'`;
  return `E'${quoted.replaceAll("\\", "\\\\").replaceAll("$", "\\x24").replaceAll("@", "\\x40")}'`;
}

/** A value of 64 bits as a constant, signed. */
export const bigint = (value: bigint): string => {
  const signed = BigInt.asIntN(64, value);
  return signed < 0n ? `'${signed}'::bigint` : `${signed}::bigint`;
};
