// The drivers of SQLite, by turns: node:sqlite and better-sqlite3.

import { sqlite } from "flakekit/lease/sqlite";

export async function open({ path }, { slot, faults }) {
  const Driver = slot % 2 === 0 ? (await import("node:sqlite")).DatabaseSync : (await import("better-sqlite3")).default;
  return sqlite(new Connection(new Driver(path), faults));
}

/** A connection in whose transactions the process can be killed. */
class Connection {
  #database;
  #faults;

  constructor(database, faults) {
    this.#database = database;
    this.#faults = faults;
  }

  exec(sql) {
    if (sql === "COMMIT") this.#faults.pass("in a transaction");
    return this.#database.exec(sql);
  }

  prepare(sql) {
    return this.#database.prepare(sql);
  }
}
