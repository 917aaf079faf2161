// Opens the database, and makes it if it is missing.

import { randomHex, storeFailed } from "../index.js";
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
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(blocked(name));
    }, MAX_OPEN_MS);
    request.onupgradeneeded = () => makeTables(request.result);
    request.onsuccess = () => {
      clearTimeout(timer);
      // If it is late, nobody waits for it any more, and an open connection would block others.
      if (isLate) request.result.close();
      else resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
  });
}

/** Makes the tables and the generation in the same transaction, so that there is no database without a generation. */
function makeTables(database: IDBDatabase): void {
  database.createObjectStore(RECORDS);
  database.createObjectStore(STORE).put(randomHex(), GENERATION);
}

function blocked(name: string): Error {
  return storeFailed(
    `the browser has not opened the database '${name}' within ${MAX_OPEN_MS} ms: if something deletes or upgrades it, ` +
      "close the other tabs of this site that keep it open; otherwise the disk is busy",
  );
}
