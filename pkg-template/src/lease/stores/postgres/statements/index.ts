// The statements of the store of PostgreSQL.
// May import: `generated`, `values`.
// Promises: a statement is atomic, whatever runs at the same time, and trusts no search_path.
//
// A record is a row. The row `head` of a space also counts the swaps of the space, in `version`. Before a swap looks at
// anything, it locks the row `head`, then the row of its key; it looks at the rows as they are then, and at the clock and
// the generation. It keeps both locks until its commit is on the disk and visible. So swaps of one space happen one after
// the other, and a swap of a seat cannot pass a swap of `head`: no skew is possible, whatever the isolation level.
// - READ COMMITTED: a row that was replaced while the statement waited for its lock is read again.
// - REPEATABLE READ and SERIALIZABLE: the statement fails with 40001 and is made again (see errors.ts).
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
// its transaction, and no statement is prepared by name.
//
// All values and all answers are texts, because drivers turn other types into different values.

import { HEAD_KEY } from "../../../../generated/contract.js";
import { op } from "./names.js";

export { lookAt, REMEDY, strangers } from "./look.js";
export { op, optionalOwner, quoteTable, readTable } from "./names.js";

/** How long a statement waits for the lock of a row, because it holds a connection of the user's pool. */
const LOCK_TIMEOUT_MS = 3_000;

/**
 * The timeline changes when a standby is promoted. Two standbys of one server can be promoted to the same timeline, one
 * after the other, and files of the server can be restored while it is stopped; so the start of the server belongs
 * to the generation too.
 */
export const GENERATION = `pg_catalog.concat((SELECT system_identifier FROM pg_catalog.pg_control_system()), '-',
    pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8), '-',
    pg_catalog.floor(extract(epoch FROM pg_catalog.pg_postmaster_start_time()) OPERATOR(pg_catalog.*) 1000000)::bigint)`;

/** An expression for a time in whole Unix ms. */
export const unixMs = (time: string): string =>
  `pg_catalog.floor(${op(`extract(epoch FROM ${time})`, "*", 1000)})::bigint`;

const CLOCK = "pg_catalog.clock_timestamp()";

/** A value of a statement, which is a text. */
export const value = (at: number): string => `$${at}::pg_catalog.text`;

/** Sets a parameter of the server until the end of the transaction. */
const set = (name: string, to: number | string): string => `pg_catalog.set_config('${name}', '${to}', true)`;

/** Whether two texts are equal, or both NULL. */
const same = (one: string, other: string): string => `(${op(one, "=", other)} OR ${one} IS NULL AND ${other} IS NULL)`;

/**
 * The settings of a statement. `used` is not empty if another statement of the store has run in this transaction: then
 * the transaction is the user's, who could roll it back.
 */
const settings = (more = ""): string => `earlier AS MATERIALIZED (
  SELECT coalesce(pg_catalog.current_setting('flakekit.used', true), '') AS used
), settings AS MATERIALIZED (
  SELECT used, ${set("flakekit.used", "yes")},
    ${set("lock_timeout", LOCK_TIMEOUT_MS)}${more}
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
  const ofSpace = op("row.space", "=", value(1));
  const isHead = op("row.key", "=", `'${HEAD_KEY}'`);
  const isKey = op("row.key", "=", value(2));
  const isUnused = op("used", "=", "''");
  return {
    _read: `WITH ${settings()}, seen AS MATERIALIZED (
  SELECT version FROM ${table} AS row WHERE ${ofSpace} AND ${isHead}
), locked AS MATERIALIZED (
  SELECT row.version FROM settings, ${table} AS row
  WHERE ${isUnused} AND ${ofSpace} AND ${isHead} FOR SHARE OF row
), moment AS MATERIALIZED (
  SELECT version, ${CLOCK} AS clock FROM locked
)
SELECT used,
  ${unixMs("coalesce((SELECT clock FROM moment), pg_catalog.now())")}::pg_catalog.text AS clock,
  ${isGiven ? "''" : GENERATION} AS generation,
  coalesce(${op("(SELECT version FROM seen)", "=", "(SELECT version FROM moment)")},
    NOT EXISTS (SELECT FROM seen) AND NOT EXISTS (SELECT FROM moment))::pg_catalog.text AS fresh,
  (SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(key, record)), '[]') FROM ${table} AS row
    WHERE ${ofSpace} AND record IS NOT NULL
      AND key OPERATOR(pg_catalog.=) ANY (SELECT pg_catalog.json_array_elements_text(${value(2)}::pg_catalog.json)))::pg_catalog.text AS records
FROM settings`,

    // The row `head` comes first, so that two of these statements cannot wait for each other.
    _reserve: `INSERT INTO ${table} (space, key) VALUES (${value(1)}, '${HEAD_KEY}'), (${value(1)}, ${value(2)}) ON CONFLICT DO NOTHING`,

    // `synchronous_commit` is set, because the user's default may be a commit that does not wait for the disk. `count` looks at what was
    // written, which a trigger may have changed.
    _swap: `WITH ${settings(`,\n    ${set("synchronous_commit", "on")}`)}, head AS MATERIALIZED (
  SELECT row.record FROM settings, ${table} AS row
  WHERE ${isUnused} AND ${ofSpace} AND ${isHead} FOR NO KEY UPDATE OF row
), own AS MATERIALIZED (
  SELECT head.record AS head, row.record FROM head, ${table} AS row
  WHERE ${ofSpace} AND ${isKey} FOR NO KEY UPDATE OF row
), moment AS MATERIALIZED (
  SELECT head, record, ${unixMs(CLOCK)} AS clock, ${isGiven ? value(6) : GENERATION} AS generation
  FROM own
), swapped AS (
  UPDATE ${table} AS row SET version = ${op("row.version", "+", 1)},
    record = CASE WHEN ${isKey} THEN ${value(4)} ELSE row.record END
  FROM moment
  WHERE ${ofSpace} AND row.key OPERATOR(pg_catalog.=) ANY (ARRAY['${HEAD_KEY}', ${value(2)}])
    AND ${same("moment.record", value(3))} AND ${same("moment.head", value(5))}
    AND ${op("moment.generation", "=", value(6))} AND ${op("moment.clock", "<", `${value(7)}::double precision`)}
  RETURNING row.key, row.record
)
SELECT used, (SELECT pg_catalog.count(*) FROM swapped AS row
    WHERE ${isKey} AND ${op("record", "=", value(4))})::pg_catalog.text AS count,
  pg_catalog.pg_current_xact_id()::pg_catalog.text AS transaction FROM settings`,

    _spaces: `SELECT coalesce(pg_catalog.json_agg(DISTINCT space), '[]')::pg_catalog.text AS spaces FROM ${table} WHERE record IS NOT NULL`,

    _keys: `SELECT coalesce(pg_catalog.json_agg(key), '[]')::pg_catalog.text AS keys FROM ${table} AS row
  WHERE ${ofSpace} AND record IS NOT NULL`,
  };
}

/** The statement that asks for the state of a transaction. */
export const TRANSACTION_STATUS = "SELECT pg_catalog.pg_xact_status($1::pg_catalog.text::pg_catalog.xid8) AS status";

/**
 * The statement that makes the table. `fillfactor` leaves room in pages, so that a new version of a row stays in its page. `or`: what
 * happens if it exists.
 */
export function createTable(table: string, or: "IF NOT EXISTS " | "" = "IF NOT EXISTS "): string {
  return `CREATE TABLE ${or}${table} (
  space pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
  key pg_catalog.text COLLATE pg_catalog."C" NOT NULL,
  record pg_catalog.text COLLATE pg_catalog."C",
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space, key)
) WITH (fillfactor = 50);`;
}
