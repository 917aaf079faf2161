// Who owns what is found, and whether the table is the one that `setup()` makes.
//
// Where everybody may create objects, a table of the right name may be a stranger's, whose trigger would run with the rights of
// whoever writes to it. A role is trusted if it could do the same anyway: the role that looks, the owner of the database, and
// superusers; and the role that the user names. Rights of one role on another one do not count: a superuser has the rights of all
// roles.

import { op } from "./names.js";

/** What to do about a fault. */
export const REMEDY = "drop what is a stranger's, or give another name";

const isOf = (id: string, other: string): string => op(id, "=", other);
const all = (...conditions: readonly string[]): string => conditions.join(" AND ");

/**
 * The sentence about the first of some objects that has no trusted owner, or NULL. `objects` are rows of a text and the OID of an owner,
 * and `owner` is an expression of the name of one more trusted role.
 */
export const strangers = (objects: string, owner: string): string => `(
    SELECT pg_catalog.format('%s belongs to %I; trusted are the role %I, the owner of the database, superusers, and the role that the option '
      'owner names', object, pg_catalog.pg_get_userbyid(owner), current_user)
    FROM (${objects}) AS objects (object, owner)
    WHERE owner OPERATOR(pg_catalog.<>) ALL (
      SELECT oid FROM pg_catalog.pg_roles WHERE rolsuper
        OR rolname OPERATOR(pg_catalog.=) ANY (ARRAY[current_user, 'pg_database_owner', ${owner}])
        OR ${isOf("oid", `(SELECT datdba FROM pg_catalog.pg_database WHERE ${isOf("datname", "pg_catalog.current_database()")})`)}
    ) LIMIT 1)`;

/** The columns, each with its type, collation, default and what else it may have. The types and `"C"` have the same OIDs everywhere. */
const COLUMNS = "key 25 950 t ,record 25 950 f ,space 25 950 t ,version 20 0 t 0";

/**
 * The statement that looks at a table. It has one row: `schema`, quoted, where the table is or would be made, or NULL if there is no such
 * schema; `found`, whether it is there; and `fault`, a sentence, or NULL. The parameters are expressions: of the table's quoted name, of
 * the name of a schema for a table that is missing, and of the name of a trusted role.
 */
export const lookAt = (table: string, schema: string, owner: string): string => {
  const ofTable = (column: string): string => isOf(column, "class.oid");
  const name = "class.oid::pg_catalog.regclass";
  const owned = `SELECT pg_catalog.format('the schema %I', nspname), nspowner WHERE nspname IS NOT NULL
      UNION ALL SELECT pg_catalog.format('the table %s', ${name}), relowner WHERE relowner IS NOT NULL
      UNION ALL SELECT pg_catalog.format('the function of the trigger %I of the table %s', tgname, ${name}), proowner
        FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_proc AS p ON ${isOf("p.oid", "tgfoid")} WHERE ${ofTable("tgrelid")}`;
  const columns = `SELECT pg_catalog.string_agg(pg_catalog.format('%s %s %s %s %s%s%s', attname, atttypid, attcollation, attnotnull,
          attgenerated, attidentity, pg_catalog.pg_get_expr(adbin, adrelid)), ',' ORDER BY attname)
        FROM pg_catalog.pg_attribute LEFT JOIN pg_catalog.pg_attrdef ON ${all(isOf("adrelid", "attrelid"), isOf("adnum", "attnum"))}
        WHERE ${all(ofTable("attrelid"), op("attnum", ">", 0), "NOT attisdropped")}`;
  // The constraints of NOT NULL, and triggers, stand among the constraints, too.
  const constraints = `SELECT pg_catalog.string_agg(pg_catalog.pg_get_constraintdef(oid), ',') FROM pg_catalog.pg_constraint
        WHERE ${all(ofTable("conrelid"), op("contype", "<>", "'n'"), op("contype", "<>", "'t'"))}`;
  const exists = (from: string, where: string): string => `EXISTS (SELECT FROM pg_catalog.${from} WHERE ${where})`;
  const isKept = all(isOf("relkind", "'r'"), isOf("relpersistence", "'p'"), isOf("reloftype", "0"));
  const faults = [
    [`NOT (${isKept})`, "is no ordinary table"],
    [exists("pg_inherits", `${ofTable("inhrelid")} OR ${ofTable("inhparent")}`), "inherits, or is inherited"],
    [`${isOf(`(${columns})`, `'${COLUMNS}'`)} IS NOT TRUE`, "has other columns"],
    [`${isOf(`(${constraints})`, "'PRIMARY KEY (space, key)'")} IS NOT TRUE`, "has other constraints"],
    [
      exists("pg_index", `${ofTable("indrelid")} AND (indexprs IS NOT NULL OR indpred IS NOT NULL)`),
      "has an index with an expression",
    ],
    [exists("pg_rewrite", ofTable("ev_class")), "has a rule"],
    ["pg_catalog.row_security_active(class.oid)", "has row security that applies to this role"],
  ].map(([fault, said]) => `WHEN ${fault} THEN '${said}'`);
  // Whoever writes runs the condition of a trigger, as well as its function.
  const conditional = `SELECT pg_catalog.concat('has the trigger ', tgname, ' with a condition') FROM pg_catalog.pg_trigger
            WHERE ${ofTable("tgrelid")} AND tgqual IS NOT NULL LIMIT 1`;
  return `SELECT pg_catalog.quote_ident(nspname) AS schema, (class.oid IS NOT NULL)::pg_catalog.text AS found,
    coalesce(${strangers(owned, owner)},
      (SELECT pg_catalog.format('the table %s %s, unlike a table that setup() makes', ${name}, said)
        FROM (SELECT CASE ${faults.join("\n          ")} ELSE (${conditional}) END WHERE class.oid IS NOT NULL) AS faults (said) WHERE said IS NOT NULL)) AS fault
  FROM (SELECT pg_catalog.to_regclass(${table})::pg_catalog.oid) AS given (id)
  LEFT JOIN pg_catalog.pg_class AS class ON ${isOf("class.oid", "id")}
  LEFT JOIN pg_catalog.pg_namespace AS space ON CASE WHEN class.oid IS NULL
    THEN ${isOf("nspname", `coalesce(${schema}, pg_catalog.current_schema())`)} ELSE ${isOf("space.oid", "relnamespace")} END`;
};
