// Words the errors of PostgreSQL, and repeats calls after conflicts.

import { FlakeError, reason } from "../../../values/index.js";
import { codesOf, retry as retryCall, sleep, storeFailed } from "../index.js";

/** serialization_failure and deadlock_detected: the statement has changed nothing, because of others at the same time. */
const CONFLICTS = ["40001", "40P01"];

/** Remedies by SQLSTATE. */
const REMEDIES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    "42P01": "call setup() of the store once, or run the SQL of setupSql()",
    "42501":
      "grant SELECT, INSERT and UPDATE on the table to this user; if a function is refused that tells the generation, " +
      "give the option generation",
    "42883": "use PostgreSQL 13 or newer; for a server that cannot tell its generation, give the option generation",
    "25006": "connect to the primary server, as a user who may write: this one is a standby, or read-only",
    "55000": "connect to the primary server: this one is a standby",
    "42703": "the table is another one than setup() makes: give another name or schema",
    "55P03": "another session holds a lock of the table or the row; end its transaction",
    "25P02": "give the store a client that is not inside of a transaction",
  }),
);

/** Remedies for errors of clients, which have no SQLSTATE, by words in their messages; and whether the error is permanent. */
const BY_WORDS: readonly (readonly [words: RegExp, remedy: string | undefined, isPermanent: boolean])[] = [
  [/does not support SSL/, "connect without SSL, or switch it on in the server", true],
  // The error of pg if it was given no password.
  [/\bSASL\b/, undefined, true],
];

/** How often a call is tried because of conflicts, and the longest wait between two tries, in ms. */
const MAX_TRIES = 60;
const MAX_DELAY_MS = 50;

/** Repeats a call while it conflicts with others. */
export function retry<T>(call: () => Promise<T>): Promise<T> {
  return retryCall(call, {
    _isOver: (tries) => tries >= MAX_TRIES,
    _maxDelay: (tries) => Math.min(2 ** tries, MAX_DELAY_MS),
    _wait: sleep,
    _mayPass: (error) => {
      if (!codesOf(error).some((code) => CONFLICTS.includes(code as string))) throw failed(error);
    },
    _giveUp: (cause) => {
      const message = `the server refused ${MAX_TRIES} tries because of others at the same time; let fewer processes start at once`;
      throw storeFailed(message, cause);
    },
  });
}

function failed(error: unknown): FlakeError {
  if (error instanceof FlakeError) return error;
  const said = reason(error);
  const [, ofWords, isPermanent] = BY_WORDS.find(([words]) => words.test(said)) ?? [];
  const ofCodes = codesOf(error).map((code) => REMEDIES.get(code));
  const remedy = [ofWords, ...ofCodes].find((text) => text !== undefined);
  return storeFailed(`PostgreSQL failed: ${said}${remedy === undefined ? "" : `; ${remedy}`}`, error, isPermanent);
}
