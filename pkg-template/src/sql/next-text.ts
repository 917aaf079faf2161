// Texts and operators in SQL.

/**
 * A text as a constant. `$` and `\` are escaped, so that it can stand between dollar quotes, and means the same whatever
 * `standard_conforming_strings` is.
 */
export function constant(text: string): string {
  const quoted = text.replaceAll("'", "''");
  if (!text.includes("\\") && !text.includes("$")) return `'${quoted}'`;
  return `E'${quoted.replaceAll("\\", "\\\\").replaceAll("$", "\\x24")}'`;
}

/**
 * An operation of PostgreSQL's own, whatever the caller's `search_path` is. A function with the rights of its owner needs that: the
 * caller could have an operator of the same name.
 */
export const op = (one: string, operator: string, other: string | number | bigint): string =>
  `(${one} OPERATOR(pg_catalog.${operator}) ${other})`;

/** A value of 64 bits as a constant, signed. */
export const bigint = (value: bigint): string => {
  const signed = BigInt.asIntN(64, value);
  return signed < 0n ? `'${signed}'::bigint` : `${signed}::bigint`;
};
