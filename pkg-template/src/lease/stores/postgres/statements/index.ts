// The statements of the store of PostgreSQL.
// May import: `generated`, `values`.
// Promises: a statement is atomic, whatever runs at the same time.
//
// A record is a row. The row `head` of a space also counts the swaps of the space, in `version`. Before a swap looks at
// anything, it locks the row `head`, then the row of its key; it looks at them as they are then, and at the clock and the
// generation. It keeps both locks until its commit is on the disk and visible. So swaps of one space happen one after
// the other, and a swap of a seat cannot pass a swap of `head`: no skew is possible, whatever the isolation level.
// - READ COMMITTED: a row that was replaced while the statement waited for its lock is read again.
// - REPEATABLE READ and SERIALIZABLE: such a statement fails with 40001 and is made again (see errors.ts).
//
// A row that does not exist cannot be locked. So the statement `reserve` first makes the rows that are missing, with the
// record NULL, which means a missing record. Rows are never deleted.
//
// A read has the snapshot of its beginning. It shares the lock of `head`, so no swap is under way when it reads the clock.
// If `version` differs then from the one in the snapshot, a swap has come between them, and the read is made again.
// Otherwise the records are those of the moment at which the clock was read. If there is no row `head`, the space had
// no records when the transaction began, because rows are never deleted; `now()` is the time at which it began.
//
// `clock_timestamp()` is the time at which it is called; `now()` would be a time before the wait for a lock.
//
// PgBouncer may give each statement to another session. So each statement contains its settings, which hold until the end of
// its transaction, and none is prepared by name.
//
// All values are texts, and so are all answers, because drivers turn other types into different values.

import { HEAD_KEY } from "../../../../generated/contract.js";
import { invalid } from "../../../../values/index.js";

/** How long a statement waits for the lock of a row, because it holds a connection of the user's pool. */
const LOCK_TIMEOUT_MS = 3_000;

/**
 * The timeline changes when a standby is promoted. Two standbys of one server can be promoted to the same timeline, one
 * after the other, and files of the server can be restored while it is stopped; so the start of the server belongs
 * to the generation too.
 */
export const GENERATION = `(SELECT system_identifier FROM pg_control_system()) || '-' ||
    left(pg_walfile_name(pg_current_wal_lsn()), 8) || '-' ||
    floor(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint`;

/** An expression for a time in whole Unix ms. */
export const unixMs = (time: string): string => `floor(extract(epoch FROM ${time}) * 1000)::bigint`;

/**
 * The settings of a statement. `used` is not empty if another statement of the store has run in this transaction: then
 * the transaction is the user's, who could roll it back.
 */
const settings = (more = ""): string => `earlier AS MATERIALIZED (
  SELECT coalesce(current_setting('flakekit.used', true), '') AS used
), settings AS MATERIALIZED (
  SELECT used, set_config('flakekit.used', 'yes', true),
    set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true)${more}
  FROM earlier
)`;

/** The statements for a table, whose name is quoted, and their values. `isGiven`: the user gives the generation. */
export interface Statements {
  /** Values: a space, the keys as a JSON list. */
  readonly _read: string;
  /** Values: a space, a key. */
  readonly _reserve: string;
  /** Values: a space, a key, the previous and the next record, and `head`, `generation` and `before` of the guard. */
  readonly _swap: string;
  readonly _spaces: string;
  /** Values: a space. */
  readonly _keys: string;
}

export function statements(table: string, isGiven: boolean): Statements {
  return {
    _read: `WITH ${settings()}, seen AS MATERIALIZED (
  SELECT version FROM ${table} WHERE space = $1::text AND key = '${HEAD_KEY}'
), locked AS MATERIALIZED (
  SELECT row.version FROM settings, ${table} AS row
  WHERE used = '' AND row.space = $1::text AND row.key = '${HEAD_KEY}' FOR SHARE OF row
), moment AS MATERIALIZED (
  SELECT version, clock_timestamp() AS clock FROM locked
)
SELECT used,
  ${unixMs("coalesce((SELECT clock FROM moment), now())")}::text AS clock,
  ${isGiven ? "''" : GENERATION} AS generation,
  ((SELECT version FROM seen) IS NOT DISTINCT FROM (SELECT version FROM moment))::text AS fresh,
  (SELECT coalesce(json_agg(json_build_array(key, record)), '[]') FROM ${table}
    WHERE space = $1::text AND record IS NOT NULL
      AND key IN (SELECT json_array_elements_text($2::text::json)))::text AS records
FROM settings`,

    // The row `head` comes first, so that two of these statements cannot wait for each other.
    _reserve: `INSERT INTO ${table} (space, key) VALUES ($1::text, '${HEAD_KEY}'), ($1::text, $2::text) ON CONFLICT DO NOTHING`,

    // `synchronous_commit` is set, because the user's default may be a commit that does not wait for the disk.
    _swap: `WITH ${settings(",\n    set_config('synchronous_commit', 'on', true)")}, head AS MATERIALIZED (
  SELECT row.record FROM settings, ${table} AS row
  WHERE used = '' AND row.space = $1::text AND row.key = '${HEAD_KEY}' FOR NO KEY UPDATE OF row
), own AS MATERIALIZED (
  SELECT head.record AS head, row.record FROM head, ${table} AS row
  WHERE row.space = $1::text AND row.key = $2::text FOR NO KEY UPDATE OF row
), moment AS MATERIALIZED (
  SELECT head, record, ${unixMs("clock_timestamp()")} AS clock, ${isGiven ? "$6::text" : GENERATION} AS generation
  FROM own
), swapped AS (
  UPDATE ${table} AS row SET version = row.version + 1,
    record = CASE row.key WHEN $2::text THEN $4::text ELSE row.record END
  FROM moment
  WHERE row.space = $1::text AND row.key IN ('${HEAD_KEY}', $2::text)
    AND moment.record IS NOT DISTINCT FROM $3::text AND moment.head IS NOT DISTINCT FROM $5::text
    AND moment.generation = $6::text AND moment.clock < $7::text::float8
  RETURNING row.key
)
SELECT used, (SELECT count(*) FROM swapped)::text AS count, pg_current_xact_id()::text AS transaction FROM settings`,

    _spaces: `SELECT coalesce(json_agg(DISTINCT space), '[]')::text AS spaces FROM ${table} WHERE record IS NOT NULL`,

    _keys: `SELECT coalesce(json_agg(key), '[]')::text AS keys FROM ${table}
  WHERE space = $1::text AND record IS NOT NULL`,
  };
}

/** The statement that asks for the state of a transaction. */
export const TRANSACTION_STATUS = "SELECT pg_xact_status($1::text::xid8) AS status";

/** The statement that makes the table. `fillfactor` leaves room in pages, so that a new version of a row stays in its page. */
export function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
  space text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  record text COLLATE "C",
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space, key)
) WITH (fillfactor = 50);`;
}

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
