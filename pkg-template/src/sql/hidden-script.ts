// `hiddenSql`: the script that makes the functions that hide IDs.

import type * as api from "../../types/sql-hidden.js";
import { requiredFormat } from "../ids/index.js";
import { REMEDY, strangers } from "../lease/stores/postgres/statements/index.js";
import { invalid } from "../values/index.js";
import { blockOf, constant, template } from "./block.js";
import { PGCRYPTO } from "./hidden-cipher.js";
import { functionsOf, type HiddenFunction } from "./hidden-functions.js";
import { type HiddenChoice, readHidden } from "./hidden-options.js";
import { LOCK_KEY } from "./next-function.js";

export const hiddenSql: typeof api.hiddenSql = (givenFormat, dialect, options) => {
  const format = requiredFormat(givenFormat);
  if (dialect !== "postgres") {
    const remedy = "'postgres'; for other databases, hide IDs in the service, by flakekit/hidden";
    throw invalid("INVALID_OPTION", "dialect", dialect, remedy);
  }
  return scriptOf(readHidden(format, options));
};

function scriptOf(choice: HiddenChoice): string {
  const { _name, _owner, _schema, _about } = choice;
  const [hide, show] = functionsOf(choice);
  const name = _schema === undefined ? _name : `${_schema}.${_name}`;
  const objects = `
      SELECT format('the schema %I', nspname), nspowner FROM pg_namespace WHERE nspname IN (home, crypto)
      UNION ALL SELECT 'the extension pgcrypto', extowner FROM pg_extension WHERE extname = 'pgcrypto'
      UNION ALL SELECT format('the function %s', oid::regprocedure), proowner FROM pg_proc WHERE oid IN (encrypt, hide, show)`;
  const about = constant(_about);
  const block = blockOf({
    _caller: "hiddenSql",
    _schema,
    _variables: `  crypto pg_catalog.text; -- the schema of pgcrypto
  encrypt pg_catalog.oid;
  hide pg_catalog.oid;
  show pg_catalog.oid;
  fault pg_catalog.text;
`,
    _statements: `  -- Scripts that run at the same time come one after the other.
  PERFORM pg_advisory_xact_lock(${LOCK_KEY}, 0);
  SELECT nspname INTO crypto FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pgcrypto';
  IF crypto IS NULL THEN
    RAISE EXCEPTION 'this database does not have the extension pgcrypto' USING ERRCODE = '55000', HINT = 'CREATE EXTENSION pgcrypto';
  END IF;
  encrypt := to_regprocedure(format('%I.encrypt(bytea,bytea,text)', crypto));
  hide := to_regprocedure(format('%I.%I(%s,bytea)', home, ${constant(`${_name}_hide`)}, ${constant(hide._takes)}));
  show := to_regprocedure(format('%I.%I(%s,bytea)', home, ${constant(`${_name}_show`)}, ${constant(show._takes)}));
  fault := ${strangers(objects, _owner)};
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = '55000', HINT = ${constant(REMEDY)};
  END IF;
  -- Texts that were written by other options would not be read any more.
  fault := (
    SELECT format('the function %s is for %s; the script is for %s', oid::regprocedure, obj_description(oid, 'pg_proc'), ${about})
    FROM pg_proc WHERE oid IN (hide, show) AND obj_description(oid, 'pg_proc') <> ${about} LIMIT 1);
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = '55000', HINT = 'Give hiddenSql() other names, or drop the function.';
  END IF;
${making("hide", `${_name}_hide`, about, hide)}${making("show", `${_name}_show`, about, show)}`,
  });
  return `-- Makes the functions ${name}_hide(id, key) and ${name}_show(written, key). It changes nothing if it runs again.
${block}`;
}

/** The statement that makes a function. What somebody has made since the look is not replaced: the statement fails then. */
const making = (
  oid: string,
  name: string,
  about: string,
  { _definition, _takes }: HiddenFunction,
): string => `  EXECUTE format(
    CASE WHEN ${oid} IS NULL THEN 'CREATE ' ELSE 'CREATE OR REPLACE ' END || $script$FUNCTION ${template(
      `@name@${_definition}
-- Without pgcrypto, a stranger's function could take its place and see the keys.
ALTER FUNCTION @name@(${_takes}, bytea) DEPENDS ON EXTENSION pgcrypto;
COMMENT ON FUNCTION @name@(${_takes}, bytea) IS ${about};`,
      ["@name@", PGCRYPTO],
    )}$script$,
    format('%I.%I', home, ${constant(name)}), quote_ident(crypto));
`;
