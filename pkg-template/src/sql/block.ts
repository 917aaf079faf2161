// Scripts of PostgreSQL that run as one block, and texts in them.

/** The block of a script. */
export interface Block {
  /** What calls the script, for its messages. */
  readonly _caller: string;
  /** The schema of the names, if it is given. */
  readonly _schema: string | undefined;
  readonly _variables: string;
  readonly _statements: string;
}

/**
 * The statement of a block. In its statements, `home` is the schema of the names, and the names of functions, operators and types are
 * those of PostgreSQL: a superuser may run the script in a schema where everybody may create objects.
 */
export const blockOf = ({ _caller, _schema, _variables, _statements }: Block): string => `DO $flakekit$
DECLARE
  path pg_catalog.text := pg_catalog.current_setting('search_path');
  home pg_catalog.text := ${_schema === undefined ? "pg_catalog.current_schema()" : constant(_schema)};
${_variables}BEGIN
  -- From here on, nothing is called that others have put into the schemas of the search_path.
  PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
  IF home IS NULL THEN
    RAISE EXCEPTION 'the search_path has no schema' USING ERRCODE = '3F000', HINT = 'Give ${_caller}() names with a schema.';
  END IF;
${_statements}  PERFORM set_config('search_path', path, true);
END $flakekit$;
`;

/** A text as the first argument of `format`, whose other arguments are the names that these marks stand for, in this order. */
export const template = (text: string, marks: readonly string[]): string =>
  marks.reduce(
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
