// The script that reserves a machine number and makes the sequence and the function.

import type { NextChoice } from "./next-options.js";
import { STATE_SUFFIX } from "./next-options.js";
import { countingOf, FUNCTION, functionOf, LOCK_KEY, START, STATE } from "./next-function.js";
import { reservation, SEAT_VARIABLES, tableOf } from "./next-seats.js";
import { constant } from "./next-text.js";

/** How many ms of ticks can be used up while a new space has its grace period. */
const EARLY_MS = 1000;

export function scriptOf(choice: NextChoice): string {
  const { _identity, _name, _reserved, _returned, _schema, _space } = choice;
  const { _bits, _epoch, _unit } = countingOf(choice._format, _returned);
  const name = _schema === undefined ? _name : `${_schema}.${_name}`;
  const ticks = `ceil((start - (${_epoch})) / ${_unit}.0)::bigint`;
  const table = _reserved === undefined ? "" : `${tableOf(_reserved)}\n`;
  return `-- Makes the function ${name}_next(), which makes IDs. Run this by itself, in one piece. It changes nothing if it runs again.
${table}DO $flakekit$
DECLARE
  home text := ${_schema === undefined ? "current_schema()" : constant(_schema)};
  identity text := ${constant(_identity)};
  function_name text;
  state text; -- the name of the sequence
  other text;
  start bigint := 0; -- the first ms of the IDs
  is_reserved boolean := true;
${_reserved === undefined ? "" : SEAT_VARIABLES}BEGIN
  IF home IS NULL THEN
    RAISE EXCEPTION 'the search_path has no schema' USING ERRCODE = '3F000', HINT = 'Give nextSql() names with a schema.';
  END IF;
  function_name := format('%I.%I', home, ${constant(`${_name}_next`)});
  state := format('%I.%I', home, ${constant(_name + STATE_SUFFIX)});
  -- Scripts that run at the same time come one after the other.
  PERFORM pg_advisory_xact_lock(${LOCK_KEY}, 0);
${_reserved === undefined ? "" : reservation(_reserved, _space)}
  SELECT objoid::regclass::text INTO other FROM pg_description
    WHERE classoid = 'pg_class'::regclass AND description = identity AND objoid IS DISTINCT FROM to_regclass(state);
  IF other IS NOT NULL THEN
    RAISE EXCEPTION 'another function makes IDs with these numbers: that of the sequence %', other
      USING ERRCODE = '55000', HINT = 'Use it for all columns, or give nextSql() other numbers, or another space whose IDs never meet these.';
  END IF;
  IF to_regclass(state) IS NULL THEN
    EXECUTE format('CREATE SEQUENCE %s AS bigint MINVALUE 0 START 0 NO CYCLE', state);
    EXECUTE format('COMMENT ON SEQUENCE %s IS %L', state, identity);
    -- Default privileges may have given others the right to set it.
    FOR other IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
      FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = state::regclass AND grantee <> relowner
    LOOP
      EXECUTE format('REVOKE ALL ON SEQUENCE %s FROM %s', state, other);
    END LOOP;
    PERFORM setval(state::regclass, 0);
    is_reserved := false;
  ELSIF obj_description(state::regclass, 'pg_class') IS DISTINCT FROM identity THEN
    RAISE EXCEPTION 'the sequence % is of other IDs: its comment is %', state, obj_description(state::regclass, 'pg_class')
      USING ERRCODE = '55000', HINT = format('Give nextSql() other names. If the comment was lost: COMMENT ON SEQUENCE %s IS %L', state, identity);
  END IF;
  IF NOT is_reserved OR pg_sequence_last_value(state::regclass) IS NULL THEN
    PERFORM pg_advisory_xact_lock(${LOCK_KEY}, state::regclass::integer);
    PERFORM setval(state::regclass, greatest(pg_sequence_last_value(state::regclass), (${ticks} << ${_bits}) - 1, 0));
  END IF;

  EXECUTE replace(replace(replace($function$
${functionOf(choice)}
$function$, '${FUNCTION}', function_name), '${STATE}', quote_literal(state)),
    '${START}', (CASE WHEN start = 0 THEN 0 ELSE ${ticks} + ${Math.ceil(EARLY_MS / _unit)} END)::text || '::bigint');
END $flakekit$;
`;
}
