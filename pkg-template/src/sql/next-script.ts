// `nextSql`: the script that reserves a machine number and makes the sequence and the function.
// It looks who owns each object that it finds before it uses the object.

import type * as api from "../../types/sql-next.js";
import { requiredFormat } from "../ids/index.js";
import { op, REMEDY, strangers } from "../lease/stores/postgres/statements/index.js";
import { type NextChoice, readNext, STATE_SUFFIX } from "./next-options.js";
import { countingOf, functionOf, LOCK_KEY } from "./next-function.js";
import { reservation, SEAT_VARIABLES } from "./next-seats.js";
import { blockOf, constant, template } from "./block.js";
import { FOUND, FUNCTION, HOME, START, STATE } from "./next-marks.js";
import { invalid } from "../values/index.js";

/** How many ms of ticks can be used up while a new space has its grace period. */
const EARLY_MS = 1000;

export const nextSql: typeof api.nextSql = (givenFormat, dialect, ...[options]) => {
  const format = requiredFormat(givenFormat);
  if (dialect !== "postgres") throw invalid("INVALID_OPTION", "dialect", dialect, "'postgres'");
  return scriptOf(readNext(format, options));
};

function scriptOf(choice: NextChoice): string {
  const { _name, _reserved, _schema } = choice;
  const name = _schema === undefined ? _name : `${_schema}.${_name}`;
  const [table = "", ofTable] = (_reserved?._table ?? "").split(".").reverse();
  const current = "pg_catalog.current_schema()";
  const found = `SELECT nspname FROM pg_catalog.pg_class AS class JOIN pg_catalog.pg_namespace AS space
    ON ${op("space.oid", "=", "relnamespace")} WHERE ${op("class.oid", "=", `pg_catalog.to_regclass('"${table}"')`)}`;
  const block = blockOf({
    _caller: "nextSql",
    _schema,
    _variables: `  leases pg_catalog.text := ${ofTable === undefined ? `coalesce((${found}), ${current})` : constant(ofTable)};
`,
    _statements: `  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'the script does not see what others change while it runs' USING ERRCODE = '55000',
      HINT = 'Run it in a transaction that is READ COMMITTED.';
  END IF;
  EXECUTE format($script$${template(objectsOf(choice), FOUND)}$script$,
    home, format('%I.%I', home, ${constant(`${_name}_next`)}), format('%I.%I', home, ${constant(_name + STATE_SUFFIX)}),
    format('%I.%I', leases, ${constant(table)}));
`,
  });
  return `-- Makes the function ${name}_next(), which makes IDs. Run this by itself, in one piece. It changes nothing if it runs again.
${block}`;
}

/** The block that makes the objects, with names that the script finds out. */
function objectsOf(choice: NextChoice): string {
  const { _identity, _name, _owner, _reserved, _returned, _space } = choice;
  const { _bits, _epoch, _unit } = countingOf(choice._format, _returned);
  const ticks = `ceil((start - (${_epoch})) / ${_unit}.0)::bigint`;
  const objects = `
      SELECT format('the schema %I', '${HOME}'), nspowner FROM pg_namespace WHERE oid = home_id
      UNION ALL SELECT format('the sequence %s', '${STATE}'), relowner FROM pg_class WHERE oid = state_id
      UNION ALL SELECT format('the function %s()', '${FUNCTION}'), proowner FROM pg_proc WHERE oid = function_id`;
  return `DO $block$
DECLARE
  identity text := ${constant(_identity)};
  home_id oid := (SELECT oid FROM pg_namespace WHERE nspname = '${HOME}');
  state_id oid; -- of the sequence
  function_id oid;
  fault text;
  other text;
  start bigint := 0; -- the first ms of the IDs
  is_reserved boolean := true;
${_reserved === undefined ? "" : SEAT_VARIABLES}BEGIN
  -- Scripts that run at the same time come one after the other.
  PERFORM pg_advisory_xact_lock(${LOCK_KEY}, 0);
  state_id := (SELECT oid FROM pg_class WHERE relnamespace = home_id AND relname = ${constant(_name + STATE_SUFFIX)});
  function_id := (SELECT oid FROM pg_proc WHERE pronamespace = home_id AND proname = ${constant(`${_name}_next`)} AND pronargs = 0);
  fault := ${strangers(objects, _owner)};
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = '55000', HINT = ${constant(REMEDY)};
  END IF;
${_reserved === undefined ? "" : reservation(_reserved, _space, _owner)}
  SELECT format('%s, which belongs to %I', objoid::regclass, pg_get_userbyid(relowner)) INTO other
    FROM pg_description JOIN pg_class ON pg_class.oid = objoid
    WHERE classoid = 'pg_class'::regclass AND description = identity AND objoid IS DISTINCT FROM state_id;
  IF other IS NOT NULL THEN
    RAISE EXCEPTION 'another function makes IDs with these numbers: that of the sequence %', other
      USING ERRCODE = '55000', HINT = 'Use it for all columns, or give nextSql() other numbers, or another space whose IDs never meet these.';
  END IF;
  -- What somebody has made since the look is not replaced: these statements fail then.
  IF state_id IS NULL THEN
    CREATE SEQUENCE ${STATE} AS bigint MINVALUE 0 START 0 NO CYCLE;
    state_id := '${STATE}'::regclass;
    EXECUTE format('COMMENT ON SEQUENCE %s IS %L', '${STATE}', identity);
    -- Default privileges may have given others the right to set it.
    FOR other IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
      FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = state_id AND grantee <> relowner
    LOOP
      EXECUTE format('REVOKE ALL ON SEQUENCE %s FROM %s', '${STATE}', other);
    END LOOP;
    PERFORM setval(state_id, 0);
    is_reserved := false;
  ELSIF obj_description(state_id, 'pg_class') IS DISTINCT FROM identity THEN
    RAISE EXCEPTION 'the sequence % is of other IDs: its comment is %', '${STATE}', obj_description(state_id, 'pg_class')
      USING ERRCODE = '55000', HINT = format('Give nextSql() other names. If the comment was lost: COMMENT ON SEQUENCE %s IS %L', '${STATE}', identity);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_sequence JOIN pg_class ON oid = seqrelid WHERE oid = state_id AND relpersistence = 'p'
    AND (seqtypid, seqincrement, seqmin, seqmax, seqcycle) = ('bigint'::regtype, 1, 0, 9223372036854775807, false))
  THEN
    RAISE EXCEPTION 'the sequence % is not as this script makes it', '${STATE}' USING ERRCODE = '55000',
      HINT = 'Make it permanent, AS bigint INCREMENT 1 MINVALUE 0 MAXVALUE 9223372036854775807 NO CYCLE. If it is of others, give nextSql() other names.';
  END IF;
  IF NOT is_reserved OR pg_sequence_last_value(state_id) IS NULL THEN
    PERFORM pg_advisory_xact_lock(${LOCK_KEY}, state_id::integer);
    PERFORM setval(state_id, greatest(pg_sequence_last_value(state_id), (${ticks} << ${_bits}) - 1, 0));
  END IF;

  EXECUTE CASE WHEN function_id IS NULL THEN 'CREATE ' ELSE 'CREATE OR REPLACE ' END || replace($function$${functionOf(choice)}$function$,
    '${START}', (CASE WHEN start = 0 THEN 0 ELSE ${ticks} + ${Math.ceil(EARLY_MS / _unit)} END)::text || '::bigint');
END $block$`;
}
