// A schema with functions, operators, types and tables that have the names of PostgreSQL's own. Each call of such an
// object is an error.

const OPERATORS = "= <> < <= > >= + - * / << >> & | || ~".split(" ");
const COMPARISONS = new Set(["=", "<>", "<", "<=", ">", ">=", "~"]);
const TYPES = ["text", "name", "int2", "int4", "int8", "numeric", "float8", "oid", '"char"'].map(
  (type) => `pg_catalog.${type}`,
);

/** Makes the schema `evil`, with all functions that a text names, if functions with such arguments can be made. */
export async function makeShadows(on, text) {
  const words = [...new Set(text.match(/\w+/g))];
  const known = `SELECT proname, pg_get_function_arguments(oid) AS arguments, pg_get_function_result(oid) AS result FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ($1) AND prokind IN ('f', 'a')`;
  const { rows } = await on.query(known, [words]);
  await on.query("CREATE SCHEMA evil");
  const body = "LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'hit'; END $$";
  const made = new Set();
  for (const { proname, arguments: given, result } of rows) {
    const create = `CREATE FUNCTION evil.${proname}(${given}) RETURNS ${result} ${body}`;
    await on.query(create).then(
      () => made.add(proname),
      // plpgsql does not know some types of arguments.
      ({ code }) => {
        if (!["0A000", "42P13", "42704", "42601"].includes(code)) throw new Error(`${code}: ${create}`);
      },
    );
  }
  // The functions of PostgreSQL with these names take any arguments, so functions with other arguments fit better.
  for (const name of ["format", "concat", "json_build_array"]) {
    for (const given of ["text, text", "text, text, text", "text, name", "int8, text, text, text, int8"]) {
      await on.query(`CREATE FUNCTION evil.${name}(${given}) RETURNS text ${body}`);
    }
  }
  const pairs = TYPES.flatMap((left) => TYPES.map((right) => [left, right]));
  const operators = pairs.flatMap(([left, right]) => [
    `CREATE FUNCTION evil.is_hit(${left}, ${right}) RETURNS boolean ${body}`,
    `CREATE FUNCTION evil.hit(${left}, ${right}) RETURNS ${left} ${body}`,
    ...OPERATORS.map((operator) => {
      const called = COMPARISONS.has(operator) ? "is_hit" : "hit";
      return `CREATE OPERATOR evil.${operator} (FUNCTION = evil.${called}, LEFTARG = ${left}, RIGHTARG = ${right})`;
    }),
  ]);
  await on.query(operators.join(";"));
  const types = ["text", "json", "xid8", "regclass", "name", "oid", "int4", "int8", "float8", "numeric", "bool"];
  await on.query(types.map((type) => `CREATE DOMAIN evil.${type} AS pg_catalog.bit`).join(";"));
  const { rows: tables } = await on.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v') AND relname = ANY ($1)",
    [words],
  );
  await on.query(tables.map(({ relname }) => `CREATE TABLE evil.${relname} ()`).join(";"));
  return made;
}
