// What the stores in databases have in common: the locations of their tables, the rows that clients give, and statements, whose errors
// are worded here, and which are repeated if other statements have prevented them.

import { FlakeError, reason } from "../../values/index.js";
import { codesOf } from "./permanent.js";
import { retry, sleep } from "./retry.js";
import { storeFailed } from "./store-error.js";

/** What a database says when a statement fails. */
export interface Failures {
  /** The name of the database. */
  readonly _of: string;
  /** The codes of statements that have changed nothing, because of other statements at the same time. */
  readonly _conflicts: readonly unknown[];
  /** Remedies by code. */
  readonly _remedies: ReadonlyMap<unknown, string>;
  /** Remedies for errors of clients, which have no code, by words in their messages; and whether the error is permanent. */
  readonly _byWords: readonly (readonly [words: RegExp, remedy: string | undefined, isPermanent: boolean])[];
}

/** How often a call is tried because of conflicts, and the longest wait between two tries, in ms. */
const MAX_TRIES = 60;
const MAX_DELAY_MS = 50;

/** Repeats a call while it conflicts with other calls. */
export function retryStatement<T>(call: () => Promise<T>, failures: Failures): Promise<T> {
  return retry(call, {
    _isOver: (tries) => tries >= MAX_TRIES,
    _maxDelay: (tries) => Math.min(2 ** tries, MAX_DELAY_MS),
    _wait: sleep,
    _mayPass: (error) => {
      if (!codesOf(error).some((code) => failures._conflicts.includes(code))) throw failed(error, failures);
    },
    _giveUp: (cause) => {
      const message = `the server refused ${MAX_TRIES} tries because of others at the same time; let fewer processes start at once`;
      throw storeFailed(message, cause);
    },
  });
}

function failed(error: unknown, { _of, _remedies, _byWords }: Failures): FlakeError {
  if (error instanceof FlakeError) return error;
  const said = reason(error);
  const [, ofWords, isPermanent] = _byWords.find(([words]) => words.test(said)) ?? [];
  const ofCodes = codesOf(error).map((code) => _remedies.get(code));
  const remedy = [ofWords, ...ofCodes].find((text) => text !== undefined);
  return storeFailed(`${_of} failed: ${said}${remedy === undefined ? "" : `; ${remedy}`}`, error, isPermanent);
}

/** The location of each table of each client: an object. Stores with the same location count as one store. */
const locations = new WeakMap<object, Map<string, object>>();

export function locationOf(client: object, table: string): object {
  const tables = locations.get(client) ?? new Map<string, object>();
  locations.set(client, tables);
  const location = tables.get(table) ?? {};
  tables.set(table, location);
  return location;
}

/** A row that the client of a database gives. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a result: a list of objects, or an object with such a list as its `rows`. */
export function rowsOf(result: unknown): readonly Row[] {
  const rows: unknown = Array.isArray(result) ? result : (result as { rows?: unknown } | null | undefined)?.rows;
  if (Array.isArray(rows) && rows.every((row) => typeof row === "object" && row !== null)) return rows as Row[];
  const message = "the client gave no list of rows; give a function (text, values) => rows, whose rows are objects";
  throw storeFailed(message, undefined, true);
}
