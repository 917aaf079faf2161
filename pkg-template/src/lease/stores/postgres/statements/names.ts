// Names in statements. Everything that a statement names has its schema: a stranger may have put functions, operators and types
// into the schemas of the search_path, and PostgreSQL prefers such a function or operator to its own, if it fits the arguments
// better.

import { invalid } from "../../../../values/index.js";

/** An operation of PostgreSQL's own, whatever the `search_path` is. */
export const op = (one: string, operator: string, other: string | number | bigint): string =>
  `(${one} OPERATOR(pg_catalog.${operator}) ${other})`;

const DEFAULT_TABLE = "flakekit_leases";

/** PostgreSQL cuts longer names. */
const TABLE = /^[a-z_]\w{0,62}(\.[a-z_]\w{0,62})?$/i;

/** The name of a table, which may have a schema. `option` is the option that gives it. */
export function readTable(table: unknown = DEFAULT_TABLE, option = "table"): string {
  if (typeof table === "string" && TABLE.test(table)) return table;
  const expected = "a name, or a schema and a name with a dot between, each of 1 to 63 letters, digits and underscores";
  throw invalid("INVALID_OPTION", option, table, expected);
}

export function quoteTable(table: string): string {
  return table
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}

/** The option that names a role whose objects are trusted, if it is given. */
export function optionalOwner(owner: unknown): string | undefined {
  if (owner === undefined || (typeof owner === "string" && /^[^\0]{1,63}$/.test(owner))) return owner;
  throw invalid("INVALID_OPTION", "owner", owner, "the name of a role, of 1 to 63 characters");
}
