// The statements of the store of MySQL and MariaDB.
//
// A record is a row. Each swap writes the row `head` of its space, too. Before a swap looks at anything, it locks both rows,
// `head` and that of its key; it looks at the rows as they are then, and at the clock and the generation. It keeps the locks
// until its commit. A read locks its rows and `head` in the same way, also for writing: a proxy that sends reads to replicas
// must not take this statement for a read. So all steps of a space happen one after the other, whatever the isolation level:
// no statement reads a snapshot. All records of a read belong to the moment at which its clock was read, because the read
// had the lock of `head` then, and the locks of its other rows until its end.
//
// A row that does not exist cannot be locked. So the statement `reserve` first makes the rows that are missing, with the
// record NULL, which means a missing record. Rows are never deleted.
//
// No statement may be part of a transaction of the user, who could roll it back. MariaDB says whether there is one. In
// MySQL, a step is *proven* to be committed in one of two ways:
// - Another session than that of the last swap has the lock of the row. `session` is the session that has made the last
//   swap.
// - The session of the last swap was in no transaction after it: the statement `check`, which fails in transactions and
//   changes nothing, marked it after the swap.
// Clients may give each statement to another session, so what proves a swap is in the statement that finds it.
//
// The answer to a swap tells nothing, because clients answer in different ways to a statement without rows. So each swap
// leaves a random mark in its row, beside the marks of the swaps before it, and another statement looks for it. If other
// processes have made MARKS swaps of the row meanwhile, the answer is false. That costs a lease another attempt, and nothing
// else.
//
// - Clock. NOW and UTC_TIMESTAMP are the beginning of the statement, before its wait for locks, and a session can set both.
//   SYSDATE is the time at which it is called, in the time zone of the session. UTC_TIMESTAMP + (SYSDATE - NOW) is right in
//   any zone, unless the zone's offset changes between the two. Such a difference is refused. A difference of exactly 0 is
//   refused too, because the server runs with `--sysdate-is-now` then.
// - Generation. UUID_SHORT gives the second in which the server started, above 24 bits that count its calls. A sum of
//   2^24 calls changes the generation too, which makes leases wait as after a start. If a server starts twice in a second, it
//   has one generation: its records are younger than a second then, so windows of a second or more end in the grace period.
// - All values are hexadecimal texts, so neither the character set of the client nor `sql_mode` can change them. Columns are
//   binary, so that 'a' differs from 'A' and from 'a '.
// - `sql_safe_updates` is off for a swap. In a table of few rows, the server may read all rows instead of the primary key,
//   and would refuse the swap then. MariaDB takes the statement's setting; MySQL documents the hint, which was not tried.
// - `sql_select_limit` does not hold for a statement that has a limit of its own.
// - `/*M! … */` is for MariaDB alone, `/*!80000 … */` for MySQL alone: MariaDB leaves out comments with a number above
//   50700.

import { HEAD_KEY } from "../../../generated/contract.js";
import { invalid } from "../../../values/index.js";
import { checkSpace } from "../index.js";

/** How long a statement waits for a lock in MariaDB, because it holds a connection of the user's pool, in s. */
const LOCK_TIMEOUT_S = 3;

const PATIENCE = `/*M! SET STATEMENT innodb_lock_wait_timeout = ${LOCK_TIMEOUT_S}, lock_wait_timeout = ${LOCK_TIMEOUT_S}, sql_safe_updates = 0 FOR */`;

/** The largest difference of SYSDATE and NOW. The smallest change of a zone's offset has 30 minutes. */
export const MAX_ELAPSED_US = 900_000_000;

/** How many marks a row keeps, and their bytes. */
const MARKS = 64;
const MARK_LENGTH = 8;

/** The mark of a swap: the first bytes of a random number. */
const MARK = `LEFT(UNHEX(?), ${MARK_LENGTH})`;

/** A character takes up to 4 bytes in a space, and 1 byte in a key and in a record. */
const COLUMNS = `space VARBINARY(800) NOT NULL,
  \`key\` VARBINARY(40) NOT NULL,
  record VARBINARY(4000),
  version BIGINT UNSIGNED NOT NULL DEFAULT 0,
  session BIGINT UNSIGNED NOT NULL DEFAULT 0,
  marks VARBINARY(${MARKS * MARK_LENGTH}) NOT NULL DEFAULT '',
  PRIMARY KEY (space, \`key\`)`;

/** A limit that all rows are below. */
const ALL = "LIMIT 18446744073709551615";

export const toHex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(hex: unknown): string {
  const bytes = String(hex).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

/**
 * The bytes of a space's name. Different names with halves of surrogate pairs would have equal bytes, so they are
 * refused.
 */
const bytesOf = (space: string): string => toHex(checkSpace(space));

const HEAD = `UNHEX('${toHex(HEAD_KEY)}')`;

const ELAPSED = "TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))";
const BEGAN = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

/** Whether SYSDATE is a clock, and the clock in Unix ms, of the columns `began` and `elapsed`. */
const IS_SOUND = `elapsed <> 0 AND ABS(elapsed) < ${MAX_ELAPSED_US}`;
const CLOCK = "(began + elapsed) DIV 1000";

const GENERATION = "CONCAT_WS('-', /*!80000 @@server_uuid, */ @@server_id, @@hostname, @@port, UUID_SHORT() >> 24)";

/** What holds if the statement is in a transaction that it has not begun itself, as far as the server can say it. */
const IS_INSIDE = "(@@autocommit = 0 /*M! OR @@in_transaction = 1 */)";

/**
 * Whether replicas get the text of a swap in the place of its rows. Such replicas would find another clock and another
 * generation, and would never have a record.
 */
const IS_LOGGED_AS_TEXT = "(@@log_bin = 1 AND @@binlog_format = 'STATEMENT')";

/** Whether a row may have been written by a transaction that has not ended. Its value is the mark of the check. */
const IS_UNPROVEN =
  "(session = CONNECTION_ID() AND NOT (CAST(@flakekit_checked AS BINARY) <=> CAST(CONCAT(?, version) AS BINARY)) " +
  "/*M! AND FALSE */)";

/** A statement with its values. */
export type Statement = readonly [text: string, values: readonly (string | null)[]];

/**
 * Fails in a transaction. Outside of one, it gives the next transaction the isolation level that it has anyway, and marks
 * the session. `version` is the row's version when it was seen: the mark says nothing of later swaps.
 */
export const check = (mark: string, version = ""): Statement => [
  "SET /*M! @@tx_isolation = @@session.tx_isolation, */ " +
    "/*!80000 @@transaction_isolation = @@session.transaction_isolation, */ @flakekit_checked = ?",
  [mark + version],
];

/** The statements for a table, whose name is quoted. */
export class Statements {
  readonly #table: string;
  readonly #generation: string;

  /** `isGiven`: the user gives the generation. */
  constructor(table: string, isGiven: boolean) {
    this.#table = table;
    this.#generation = isGiven ? "'given'" : GENERATION;
  }

  /**
   * A row for each record. That of `head` has more columns: `clock` in Unix ms, `elapsed` in µs, `generation`, `barred`, `textual`,
   * `inside`, `unproven`, `version`. Each swap of the space writes this row, so a proof of it proves all rows.
   */
  _read(space: string, keys: readonly string[], mark: string): Statement {
    // A power of two, so that there are few different texts, which servers and clients may keep.
    const count = 2 ** Math.ceil(Math.log2(keys.length + 1));
    const names = Array.from({ length: count }, (_, i) => toHex(keys.at(i) ?? HEAD_KEY));
    const atHead = Object.entries({
      clock: `(${BEGAN} + ${ELAPSED}) DIV 1000`,
      elapsed: ELAPSED,
      generation: this.#generation,
      barred: "@@global.read_only",
      textual: IS_LOGGED_AS_TEXT,
      inside: IS_INSIDE,
      unproven: IS_UNPROVEN,
      version: "version",
    }).map(([name, value]) => `CAST(IF(\`key\` = ${HEAD}, ${value}, NULL) AS CHAR) AS ${name}`);
    const text = `${PATIENCE} SELECT HEX(\`key\`) AS name, HEX(record) AS text, ${atHead.join(", ")}
FROM ${this.#table} WHERE space = UNHEX(?) AND \`key\` IN (${names.map(() => "UNHEX(?)").join(", ")}) ${ALL} FOR UPDATE`;
    return [text, [mark, bytesOf(space), ...names]];
  }

  _reserve(space: string, key: string): Statement {
    const text = `${PATIENCE} INSERT INTO ${this.#table} (space, \`key\`) VALUES (UNHEX(?), ${HEAD}), (UNHEX(?), UNHEX(?))
ON DUPLICATE KEY UPDATE version = version`;
    return [text, [bytesOf(space), bytesOf(space), toHex(key)]];
  }

  /** `before` is in Unix ms. */
  _swap(
    [space, key]: readonly [string, string],
    [previous, next]: readonly [string | null, string],
    { head, generation, before }: { head: string | null; generation: string; before: number },
    mark: string,
  ): Statement {
    const [inSpace, ofKey] = [bytesOf(space), toHex(key)];
    const isOwn = "entry.`key` = UNHEX(?)";
    const text = `${PATIENCE} UPDATE /*+ SET_VAR(sql_safe_updates = OFF) */ ${this.#table} AS entry JOIN (
  SELECT head.record AS head, own.record AS record, ${BEGAN} AS began, ${ELAPSED} AS elapsed,
    CAST(${this.#generation} AS BINARY) AS generation
  FROM ${this.#table} AS head JOIN ${this.#table} AS own
  WHERE head.space = UNHEX(?) AND head.\`key\` = ${HEAD} AND own.space = UNHEX(?) AND own.\`key\` = UNHEX(?)
  LIMIT 1 FOR UPDATE
) AS moment
SET entry.record = IF(${isOwn}, UNHEX(?), entry.record),
  entry.marks = IF(${isOwn}, LEFT(CONCAT(${MARK}, entry.marks), ${MARKS * MARK_LENGTH}), entry.marks),
  entry.version = entry.version + 1, entry.session = CONNECTION_ID()
WHERE entry.space = UNHEX(?) AND entry.\`key\` IN (${HEAD}, UNHEX(?))
  AND moment.record <=> UNHEX(?) AND moment.head <=> UNHEX(?) AND moment.generation = UNHEX(?)
  AND ${IS_SOUND} AND ${CLOCK} < CAST(? AS DECIMAL(20, 3)) AND NOT ${IS_INSIDE} AND NOT ${IS_LOGGED_AS_TEXT}`;
    const locked = [inSpace, inSpace, ofKey];
    const written = [ofKey, toHex(next), ofKey, mark, inSpace, ofKey];
    const guards = [previous, head, generation].map((text) => (text === null ? null : toHex(text)));
    return [text, [...locked, ...written, ...guards, String(before)]];
  }

  /** Whether the swap with this mark was made: no row, or a row with the columns `made`, `inside`, `unproven`, `version`. */
  _confirm(space: string, key: string, mark: string): Statement {
    const text = `${PATIENCE} SELECT LOCATE(${MARK}, marks) > 0 AS made, ${IS_INSIDE} AS inside, ${IS_UNPROVEN} AS unproven, CAST(version AS CHAR) AS version
FROM ${this.#table} WHERE space = UNHEX(?) AND \`key\` = UNHEX(?) ${ALL} FOR UPDATE`;
    return [text, [mark, mark, bytesOf(space), toHex(key)]];
  }

  _spaces(): Statement {
    return [`${PATIENCE} SELECT DISTINCT HEX(space) AS name FROM ${this.#table} WHERE record IS NOT NULL ${ALL}`, []];
  }

  _keys(space: string): Statement {
    const from = `FROM ${this.#table} WHERE space = UNHEX(?) AND record IS NOT NULL ${ALL}`;
    return [`${PATIENCE} SELECT HEX(\`key\`) AS name ${from}`, [bytesOf(space)]];
  }
}

/** The columns as `lookAt` compares them: name, type, length, key. */
const SHAPES = [
  "space varbinary 800 PRI",
  "key varbinary 40 PRI",
  "record varbinary 4000",
  "version bigint",
  "session bigint",
  `marks varbinary ${MARKS * MARK_LENGTH}`,
];

/**
 * Asks for a table's engine, whether it has the columns and the key that `createTable` makes (`formed`), and for a trigger with
 * its definer. Neither a generated column nor a default can call a function of somebody, and no function can have the name of a
 * built-in function. A trigger can change all that is written, with the rights of its definer. MariaDB shows triggers to
 * whoever may use the table, but the definer only to those with the privilege TRIGGER. MySQL shows triggers only to users with
 * this privilege.
 */
export function lookAt(table: string): Statement {
  const [name, database = null] = table.split(".").reverse();
  const shape = "CONCAT_WS(' ', COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, IF(COLUMN_KEY = 'PRI', 'PRI', NULL))";
  const shapes = SHAPES.map((text) => `'${text}'`).join(", ");
  const triggers = `FROM information_schema.TRIGGERS
  WHERE EVENT_OBJECT_SCHEMA = TABLE_SCHEMA AND EVENT_OBJECT_TABLE = TABLE_NAME ORDER BY TRIGGER_NAME LIMIT 1`;
  const text = `SELECT ENGINE AS engine, (
  SELECT SUM(EXTRA NOT LIKE '%GENERATED%' AND ${shape} IN (${shapes})) = ${SHAPES.length} AND SUM(COLUMN_KEY = 'PRI') = 2
  FROM information_schema.COLUMNS AS own WHERE own.TABLE_SCHEMA = found.TABLE_SCHEMA AND own.TABLE_NAME = found.TABLE_NAME
) AS formed, (SELECT TRIGGER_NAME ${triggers}) AS changing, (SELECT DEFINER ${triggers}) AS definer
FROM information_schema.TABLES AS found
WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ? LIMIT 1`;
  return [text, [database, name as string]];
}

/** The statement that makes the table. */
export function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
  ${COLUMNS}
) ENGINE = InnoDB;`;
}

const DEFAULT_TABLE = "flakekit_leases";

const TABLE = /^[a-z_]\w{0,63}(\.[a-z_]\w{0,63})?$/i;

/** The name of a table, which may have a database. */
export function readTable(table: unknown = DEFAULT_TABLE): string {
  if (typeof table === "string" && TABLE.test(table)) return table;
  const expected =
    "a name, or a database and a name with a dot between, each of 1 to 64 letters, digits and underscores";
  throw invalid("INVALID_OPTION", "table", table, expected);
}

export function quoteTable(table: string): string {
  return table
    .split(".")
    .map((part) => `\`${part}\``)
    .join(".");
}
