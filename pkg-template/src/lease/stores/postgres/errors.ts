// Words the errors of PostgreSQL, and repeats calls after conflicts.

import { type Failures, retryStatement } from "../index.js";

/**
 * serialization_failure and deadlock_detected: the statement has changed nothing, because of other statements at the same
 * time.
 */
const CONFLICTS = ["40001", "40P01"];

/** The remedy for a table that is missing. */
export const SET_UP = "call setup() of the store once, or run the SQL of setupSql()";

/** Remedies by SQLSTATE. */
const REMEDIES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    "42P01": SET_UP,
    "42501":
      "grant SELECT, INSERT and UPDATE on the table and USAGE on its schema to this user, for setup() of a table that is missing " +
      "grant CREATE on the schema, too; if a function is refused that tells the generation, give the option generation",
    "42883": "use PostgreSQL 13 or newer; for a server that cannot tell its generation, give the option generation",
    "25006": "connect to the primary server, as a user who may write: this one is a standby, or read-only",
    "55000": "connect to the primary server: this one is a standby",
    "42703": "the table is another one than setup() makes: give another name or schema",
    "55P03": "another session holds a lock of the table or the row; end its transaction",
    "25P02": "give the store a client that is not inside of a transaction",
  }),
);

/** The errors of clients have no SQLSTATE. */
const BY_WORDS: Failures["_byWords"] = [
  [/does not support SSL/, "connect without SSL, or switch it on in the server", true],
  // The error of pg if it was given no password.
  [/\bSASL\b/, undefined, true],
];

const FAILURES: Failures = {
  _of: "PostgreSQL",
  _conflicts: CONFLICTS,
  _remedies: REMEDIES,
  _byWords: BY_WORDS,
};

/** Repeats a call while it conflicts with other calls. */
export function retry<T>(call: () => Promise<T>): Promise<T> {
  return retryStatement(call, FAILURES);
}
