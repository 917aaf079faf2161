// Makes one kind of function of all kinds of clients that users may give.

import type * as api from "../../../../types/lease/postgres.js";
import { invalid, readGuarded } from "../../../values/index.js";
import { type Row, rowsOf } from "../index.js";

/** Runs a statement, and gives its rows. */
export type Query = (text: string, values: (string | null)[]) => Promise<readonly Row[]>;

type Call = (text: string, values: (string | null)[]) => unknown;

/**
 * A client is recognised by its methods: the name of a class says nothing in a minified bundle. Only pools of pg have
 * `totalCount`. The client of postgres.js is a function with methods, so the methods are looked for first.
 */
export function queryOf(client: unknown): Query {
  const call = readGuarded("INVALID_OPTION", "client", (): Call => {
    const { unsafe, query } = (client ?? {}) as { unsafe?: unknown; query?: unknown };
    if (typeof unsafe === "function") return (text, values) => (client as { unsafe: Call }).unsafe(text, values);
    if (typeof query === "function") {
      const call: Call = (text, values) => (client as { query: Call }).query(text, values);
      return "totalCount" in (client as object) ? call : inTurn(client as object, call);
    }
    if (typeof client === "function") return client as Call & api.PostgresClient;
    const expected = "a Pool or Client of pg, the sql of postgres.js, or a function (text, values) => rows";
    throw invalid("INVALID_OPTION", "client", client, expected);
  });
  return async (text, values) => rowsOf(await call(text, values));
}

/** The last statement of each client with a `query` method that is not a pool. */
const last = new WeakMap<object, Promise<unknown>>();

/** Makes the calls of a client one after the other, because version 9 of pg does not queue them. */
function inTurn(client: object, call: Call): Call {
  return (text, values) => {
    const result = (last.get(client) ?? Promise.resolve()).then(() => call(text, values));
    last.set(
      client,
      result.catch(() => undefined),
    );
    return result;
  };
}
