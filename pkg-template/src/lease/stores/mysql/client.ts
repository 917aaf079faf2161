// Makes one kind of function of all kinds of clients that users may give.

import type * as api from "../../../../types/lease/mysql.js";
import { invalid, readGuarded } from "../../../values/index.js";
import { type Row, rowsOf } from "../index.js";

/** Runs a statement. Resolves to the result of the client, which has rows if the statement has rows. */
export type Query = (text: string, values: readonly (string | null)[]) => Promise<unknown>;

type Call = (statement: unknown, values: readonly (string | null)[]) => unknown;

/** The options of each statement, whatever options the client was made with: rows are objects, and values are a list. */
const FORM = { rowsAsArray: false, nestTables: false, namedPlaceholders: false };

/**
 * A client is recognised by its methods: the name of a class says nothing in a minified bundle. A client of mysql2 for
 * callbacks has a method `promise`, which gives a client for promises.
 */
export function queryOf(given: unknown): Query {
  const call = readGuarded("INVALID_OPTION", "client", (): Call => {
    const { promise } = (given ?? {}) as { promise?: unknown };
    const client: unknown = typeof promise === "function" ? (given as { promise: () => unknown }).promise() : given;
    const { query } = (client ?? {}) as { query?: unknown };
    if (typeof query === "function") {
      return (sql, values) => (client as { query: Call }).query({ ...FORM, sql }, values);
    }
    if (typeof given === "function") return given as Call & api.MysqlClient;
    const expected = "a pool or connection of mysql2 or mariadb, or a function (text, values) => rows";
    throw invalid("INVALID_OPTION", "client", given, expected);
  });
  return async (text, values) => call(text, values);
}

/** The rows of a result. mysql2 gives a list of the rows and their columns; other clients give the rows. */
export function rowsIn(result: unknown): readonly Row[] {
  const first: unknown = Array.isArray(result) ? result.at(0) : undefined;
  return rowsOf(Array.isArray(first) ? first : result);
}
