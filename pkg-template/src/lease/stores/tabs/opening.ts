// Opens the database, and makes it if it is missing.

import { randomHex, startTimer, storeFailed, within } from "../index.js";
import { noIndexedDB } from "./errors.js";

/** The tables (object stores): the records by space and key; and the generation. */
export const RECORDS = "records";
export const STORE = "store";

/** The key of the generation. */
export const GENERATION = "generation";

const VERSION = 1;

/** How long the browser may take, in ms. A lease gives a call of its store 5 s. */
const MAX_OPEN_MS = 4_000;

export async function openDatabase(name: string): Promise<IDBDatabase> {
  // If the browser refuses IndexedDB, reading `indexedDB` or `open` may throw. In old browsers, `indexedDB` is null then.
  const factory = globalThis.indexedDB as IDBFactory | null | undefined;
  if (factory === undefined || factory === null) throw noIndexedDB();
  const request = factory.open(name, VERSION);
  let isLate = false;
  const opened = new Promise<IDBDatabase>((resolve, reject) => {
    request.onupgradeneeded = () => makeTables(request.result);
    request.onsuccess = () => {
      // If the browser is late, nobody waits for the connection any more, and an open connection would block other
      // contexts.
      if (isLate) request.result.close();
      else resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error);
    };
  });
  return within(startTimer(MAX_OPEN_MS), opened, () => {
    isLate = true;
    throw blocked(name);
  });
}

/** Makes the tables and the generation in the same transaction, so that there is no database without a generation. */
function makeTables(database: IDBDatabase): void {
  database.createObjectStore(RECORDS);
  putGeneration(database.createObjectStore(STORE));
}

/** Writes a new generation. */
export function putGeneration(table: IDBObjectStore): string {
  const generation = randomHex();
  table.put(generation, GENERATION);
  return generation;
}

function blocked(name: string): Error {
  return storeFailed(
    `the browser has not opened the database '${name}' within ${MAX_OPEN_MS} ms: if something deletes or upgrades it, ` +
      "close the other tabs of this site that keep it open; otherwise the disk is busy",
  );
}
