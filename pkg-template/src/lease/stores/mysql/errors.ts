// Words the errors of MySQL and MariaDB, and repeats calls after conflicts.

import { codesOf, type Failures, retryStatement } from "../index.js";

/**
 * The numbers of errors of statements that have changed nothing, because of other statements at the same time: a deadlock; a
 * record that has changed since it was read (MariaDB's `innodb_snapshot_isolation`); a conflict with another server of a
 * group.
 */
const CONFLICTS = [1213, 1020, 3101];

/** A statement can't change what holds for the next transaction, because one has begun. */
const IN_TRANSACTION = 1568;

const SETUP = "call setup() of the store once, or run the SQL of setupSql()";
const GRANT = "grant SELECT, INSERT and UPDATE on the table to this user; for setup(), also CREATE";
const PRIMARY = "connect to the primary server, as a user who may write: this one is a replica, or read-only";
const TABLE = "the table is another one than setup() makes: give another name or database";
const ENGINE = "leases need InnoDB: switch it on in the server";
const FORMAT = "set binlog_format of the server to MIXED or ROW";

/** Remedies by the numbers of errors. */
const REMEDIES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [1146, SETUP],
  [1046, "give the client a database, or the option table with a database and a dot before the name"],
  [1044, GRANT],
  [1142, GRANT],
  [1143, GRANT],
  [1290, PRIMARY],
  [1792, PRIMARY],
  [1836, PRIMARY],
  [1054, TABLE],
  [1347, TABLE],
  [1286, ENGINE],
  [3161, ENGINE],
  [1665, FORMAT],
  [1205, "another session holds a lock of the table or the row; end its transaction"],
  [1153, "raise max_allowed_packet of the server"],
  [1295, "let the function send statements as texts, and not prepared"],
  [1040, "raise max_connections of the server, or give the clients smaller pools"],
  [1047, "see the state of the server: it has lost the others of its cluster"],
]);

const FAILURES: Failures = {
  _of: "the database",
  _conflicts: CONFLICTS,
  _remedies: REMEDIES,
  _byWords: [[/server does not support (secure|SSL)/i, "connect without SSL, or switch it on in the server", true]],
};

/** Repeats a call while it conflicts with other calls. */
export function retry<T>(call: () => Promise<T>): Promise<T> {
  return retryStatement(call, FAILURES);
}

/** Whether a statement failed because a transaction has begun. */
export function isInTransaction(error: unknown): boolean {
  return codesOf(error).includes(IN_TRANSACTION);
}
