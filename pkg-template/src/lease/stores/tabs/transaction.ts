// Transactions of the database.

import { startTimer, storeFailed, within } from "../index.js";
import { GENERATION, putGeneration, RECORDS, STORE } from "./opening.js";

/** How long a transaction may take, in ms. A lease gives a call of its store 5 s. */
const MAX_TRANSACTION_MS = 4_000;

/** The tables in a transaction. */
export interface Tables {
  readonly _records: IDBObjectStore;
  /** Asks for the generation. Scripts may have cleared the table, or put anything into it. */
  readonly _generation: () => IDBRequest<unknown>;
  /** Writes another generation. */
  readonly _renew: () => string;
}

/** Makes the requests of a transaction. `end` takes its result; no request may follow it. */
export type Work<T> = (tables: Tables, end: (result: T) => void) => void;

/** Begins a transaction; `undefined` if the connection is closed. */
export function beginTransaction(database: IDBDatabase, mode: IDBTransactionMode): IDBTransaction | undefined {
  try {
    return database.transaction([RECORDS, STORE], mode, {
      __proto__: null,
      durability: "strict",
    } as IDBTransactionOptions);
  } catch (error) {
    if ((error as { name?: unknown } | null)?.name === "InvalidStateError") return undefined;
    throw error;
  }
}

/** Does the work of a transaction. Resolves to its result when the browser has confirmed the end. */
export function endOf<T>(transaction: IDBTransaction, work: Work<T>): Promise<T> {
  const ended = new Promise<T>((resolve, reject) => {
    let result: T;
    transaction.oncomplete = () => {
      resolve(result);
    };
    transaction.onabort = () => {
      reject(transaction.error ?? storeFailed("the browser has ended a transaction, because the database was closed"));
    };
    const tables = {
      _records: transaction.objectStore(RECORDS),
      _generation: () => transaction.objectStore(STORE).get(GENERATION) as IDBRequest<unknown>,
      _renew: () => putGeneration(transaction.objectStore(STORE)),
    };
    work(tables, (given) => {
      result = given;
      // Without `commit`, the transaction ends later, by itself. Old browsers lack it.
      transaction.commit?.();
    });
  });
  return within(startTimer(MAX_TRANSACTION_MS), ended, () => {
    try {
      transaction.abort();
    } catch {
      // The transaction is being committed, or has ended.
    }
    throw locked();
  });
}

function locked(): Error {
  return storeFailed(
    `a transaction was not finished within ${MAX_TRANSACTION_MS} ms: another tab or worker holds the lock of the ` +
      "database (is one stopped in a debugger or a dialog?), or the disk is busy",
  );
}
