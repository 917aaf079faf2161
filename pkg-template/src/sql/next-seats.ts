// The part of the script that reserves the node's seats in the table of leases.
//
// It is a swap of the protocol of leases: it locks the head record, then the records of the seats, and looks at the clock and the
// generation after that. A reserved seat has an owner that no claim has, and a window without an end, so nobody else can get or
// extend it.

import { DATABASE_NAME, HEAD_KEY, LAST_WINDOW_MS } from "../generated/contract.js";
import { createTable, GENERATION, lookAt, REMEDY, unixMs } from "../lease/stores/postgres/statements/index.js";
import type { Reserved } from "./next-options.js";
import { constant } from "./block.js";
import { LEASES } from "./next-marks.js";

/** The names and values of the head record, as `src/lease/records.rs` writes it. */
const HEAD =
  "^1 nonce=[0-9a-f]{16} generation=([!-~]+) since=([0-9]+) skew=([0-9]+) age=([0-9]+) grace=([0-9]+) " +
  "layout=([!-~]+) sections=([!-~]+)$";

const NONCE = "'0' || left(replace(gen_random_uuid()::text, '-', ''), 15)";

/** The variables of the statements. */
export const SEAT_VARIABLES = `  is_found boolean; -- the table of leases
  generation text;
  clock bigint;
  head text; -- the head record
  parts text[]; -- its values
  seat_node bigint;
  section text; -- the section with the node: first-last/shares/window
  sections text;
  since bigint;
  keys text[]; -- of the seats
  taken bigint;
`;

/** The statements that reserve the seats. They set `start`, and `is_reserved`: whether the seats were reserved before. */
export function reservation(
  { _age, _generation, _nodes, _section, _skew, _terms }: Reserved,
  space: string,
  owner: string,
): string {
  const name = constant(space);
  const nodes = _nodes.map(({ _layout, _node }) => `(${constant(_layout)}, ${_node}::bigint)`).join(", ");
  const part = (expression: string, separator: string, at: number): string =>
    `split_part(${expression}, '${separator}', ${at})`;
  const range = part("one", "/", 1);
  const isReserved = `record ~ '^1 owner=${DATABASE_NAME} from=[0-9]+ until=${LAST_WINDOW_MS}$'`;
  return `
  -- Who has got the privilege TRIGGER may add a trigger until the table is locked. A table that is made here is nobody else's.
  FOR turn IN 1..2 LOOP
    SELECT looked.found, looked.fault INTO is_found, fault FROM (${lookAt(`'${LEASES}'`, "NULL", owner)}) AS looked;
    IF fault IS NOT NULL THEN
      RAISE EXCEPTION '%', fault USING ERRCODE = '55000', HINT = ${constant(REMEDY)};
    ELSIF is_found THEN
      LOCK TABLE ${LEASES} IN ROW EXCLUSIVE MODE;
    ELSE
      ${createTable(LEASES, "")}
    END IF;
  END LOOP;
  INSERT INTO ${LEASES} (space, key) VALUES (${name}, '${HEAD_KEY}') ON CONFLICT DO NOTHING;
  SELECT record INTO head FROM ${LEASES} WHERE space = ${name} AND key = '${HEAD_KEY}' FOR NO KEY UPDATE;
  generation := ${_generation === undefined ? GENERATION : constant(_generation)};
  parts := CASE WHEN head IS NULL
    THEN ARRAY[generation, (${unixMs("clock_timestamp()")})::text, '${_skew}', '${_age}', '0', ${constant(_nodes.at(0)?._layout as string)}, '${_section}']
    ELSE regexp_match(head, ${constant(HEAD)}) END;
  IF parts IS NULL THEN
    RAISE EXCEPTION 'the record head of the space is %, which this version cannot read', head USING ERRCODE = '55000';
  END IF;
  SELECT node INTO seat_node FROM (VALUES ${nodes}) AS known (layout, node) WHERE layout = parts[6];
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the space is for IDs with the layout %, and the function makes IDs with ${_nodes.at(0)?._layout}', parts[6]
      USING ERRCODE = '55000', HINT = 'Give nextSql() the space of leases of this format, or a new one.';
  END IF;

  -- The section with the node. A node without one gets its own, so that no leases with other shares ever have it.
  sections := parts[7];
  SELECT one INTO section FROM regexp_split_to_table(sections, ',') AS one
    WHERE seat_node BETWEEN ${part(range, "-", 1)}::bigint AND ${part(range, "-", 2)}::bigint;
  IF section IS NULL THEN
    section := format('%s-%s${_terms}', seat_node, seat_node);
    SELECT string_agg(one, ',' ORDER BY ${part(range, "-", 1)}::bigint) INTO sections
      FROM regexp_split_to_table(concat(section, ',', sections), ',') AS one;
  END IF;

  SELECT array_agg(format('seat %s.%s', seat_node, share)) INTO keys
    FROM generate_series(0, ${part("section", "/", 2)}::bigint - 1) AS share;
  INSERT INTO ${LEASES} (space, key) SELECT ${name}, unnest(keys) ON CONFLICT DO NOTHING;
  PERFORM FROM ${LEASES} WHERE space = ${name} AND key = ANY (keys) ORDER BY key FOR NO KEY UPDATE;
  SELECT bool_and(record IS NOT NULL AND ${isReserved}), min(substring(record FROM ' from=([0-9]+)')::bigint)
    INTO is_reserved, start FROM ${LEASES} WHERE space = ${name} AND key = ANY (keys);
  IF NOT is_reserved THEN
    clock := ${unixMs("clock_timestamp()")};
    SELECT max(coalesce(substring(record FROM ' until=([0-9]+)')::bigint, 0)) INTO taken
      FROM ${LEASES} WHERE space = ${name} AND key = ANY (keys) AND NOT coalesce(${isReserved}, false);
    IF taken > clock THEN
      RAISE EXCEPTION 'a lease has the machine number (node %) until %', seat_node, to_timestamp(taken / 1000.0)
        USING ERRCODE = '55000', HINT = 'Give nextSql() other numbers, or end the process that has the lease and run the script again then.';
    END IF;
    since := parts[2]::bigint;
    IF since > clock + parts[3]::bigint THEN
      RAISE EXCEPTION 'the clock of the server is behind the time at which the space began: %', to_timestamp(since / 1000.0)
        USING ERRCODE = '55000', HINT = 'Correct the clock, or reset the space.';
    END IF;
    -- The server may have forgotten windows: since then it was started, or restored, or the space is new. They end before the grace
    -- period does, and nobody can extend them from now on, so the IDs of the function begin there.
    IF parts[1] <> generation THEN
      since := clock;
    END IF;
    SELECT greatest(clock, since + parts[3]::bigint + parts[4]::bigint + greatest(parts[5]::bigint, max(${part("one", "/", 3)}::bigint)))
      INTO start FROM regexp_split_to_table(sections, ',') AS one;
    UPDATE ${LEASES} SET version = version + 1,
      record = format('1 owner=${DATABASE_NAME} from=%s until=${LAST_WINDOW_MS}', start)
      WHERE space = ${name} AND key = ANY (keys);
    UPDATE ${LEASES} SET version = version + 1,
      record = format('1 nonce=%s generation=%s since=%s skew=%s age=%s grace=%s layout=%s sections=%s',
        ${NONCE}, generation, since, parts[3], parts[4], parts[5], parts[6], sections)
      WHERE space = ${name} AND key = '${HEAD_KEY}';
    IF (SELECT count(*) FROM ${LEASES} WHERE space = ${name} AND key = ANY (keys) AND ${isReserved}) <> cardinality(keys) THEN
      RAISE EXCEPTION 'a trigger of the table % changes what is written', '${LEASES}' USING ERRCODE = '55000', HINT = 'Drop the trigger.';
    END IF;
  END IF;
`;
}
