// A database of IndexedDB, opened at the first use, and again whenever its connection was given up.
//
// A connection blocks the deletion of its database until it is closed. So it is closed when somebody wants to delete the
// database, and when the page is left or frozen, because a page in the back/forward cache can't react. A closed connection
// still completes its transactions. It is also given up whenever a call fails, since some browsers break connections without
// an event.

import { Again, retry, sleep, storeFailed } from "../index.js";
import { failed } from "./errors.js";
import { openDatabase } from "./opening.js";
import { beginTransaction, endOf, type Work } from "./transaction.js";

/** How often a transaction is begun on a connection that turns out to be closed. */
const MAX_TRIES = 3;

export class Database {
  readonly #name: string;
  /** The connection, or the attempt to open it. */
  #opened: Promise<IDBDatabase> | undefined;
  /** Ends the listeners of the connection. */
  #listening = new AbortController();

  constructor(name: string) {
    this.#name = name;
  }

  /** Runs a transaction. Resolves to its result when the browser has confirmed it. */
  _run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const attempt = async (): Promise<T> => {
      const opened = (this.#opened ??= this.#open());
      try {
        const transaction = beginTransaction(await opened, mode);
        if (transaction === undefined) throw new Again();
        return await endOf(transaction, work);
      } catch (error) {
        this.#giveUp(opened);
        throw error;
      }
    };
    return retry(attempt, {
      _isOver: (tries) => tries >= MAX_TRIES,
      _maxDelay: () => 0,
      _wait: sleep,
      _mayPass: (error) => {
        throw failed(this.#name, error);
      },
      _giveUp: () => {
        throw storeFailed(`the database '${this.#name}' was closed ${MAX_TRIES} times while it was opened: try again`);
      },
    });
  }

  #open(): Promise<IDBDatabase> {
    const opened = openDatabase(this.#name).then((database) => {
      const giveUp = (): void => this.#giveUp(opened);
      database.onversionchange = giveUp;
      database.onclose = giveUp;
      this.#listening = new AbortController();
      const options = { __proto__: null, signal: this.#listening.signal };
      // Only pages have these events, and only browsers have `addEventListener` here.
      globalThis.addEventListener?.("pagehide", giveUp, options);
      globalThis.document?.addEventListener("freeze", giveUp, options);
      return database;
    });
    return opened;
  }

  #giveUp(opened: Promise<IDBDatabase>): void {
    if (this.#opened !== opened) return;
    this.#opened = undefined;
    this.#listening.abort();
    opened.then(
      (database) => database.close(),
      () => undefined,
    );
  }
}
