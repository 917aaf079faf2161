// The store in IndexedDB, for the contexts (tabs, frames, workers) of one browser profile and origin. Nothing is opened
// before the first use.
// May import: `generated`, `lease/stores`, `types`, `values`.
//
// Why a swap is one step. It is one transaction, for which all other transactions of the same tables wait, in all contexts.
// The clock is read in it, after the records. If the context stops between the reading and the end of the transaction, all
// other contexts wait, so nobody sees a later time without the swap. If the context dies, the browser takes the transaction
// back. A read waits for swaps, too.
//
// Whether it forgets. A user may clear the site's data at any moment, the browser may evict it, and a script may delete the
// database, all of it while leases run and make IDs. What is lost is always the complete database. So the generation is a random
// text in it, made together with its tables. The store is not durable by default, because such a loss is neither rare nor an error:
// a new database may be the successor of a lost one whose windows still run, and even windows of contexts that have died matter,
// because IDs may lead the clock. A script can also clear the tables alone, or change records. A missing generation, and a value
// that is no text of a store, tell such a change. Then the next read deletes every value that is no record and writes another
// generation, as if the database had been deleted. A crash of the browser takes nothing back, because the operating system has what
// was written. A crash of the operating system could, so swaps ask for `durability: "strict"`. A browser that ignores that may lose
// the last swaps in such a crash, unnoticed. Nobody holds a window then, and the IDs of the lost windows are in the past: they
// repeat only if the wall clock is set back meanwhile, or if the computer is back before the lead of the IDs is over.
//
// The clock is `Date.now`, as the context reads it.
// - It is one clock, the system's, but browsers round it and add noise, differently in each context: 1 ms by default, up to
//   100 ms where fingerprinting is resisted. The protocol takes such a difference for a clock that goes back, which it
//   allows for: `clockSkew` is 1 s by default.
// - The database does not keep its highest reading. Uniqueness does not need it: if nothing was forgotten, a clock that
//   goes back takes nothing away from windows, because a window begins where the last window ended. And a clock that
//   was a year ahead for a moment would stand still for a year.

import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import type * as api from "../../../../types/lease/tabs.js";
import { HEAD_KEY } from "../../../generated/contract.js";
import { invalid, readOptions } from "../../../values/index.js";
import { Database } from "./database.js";
import { promiseBroken } from "./errors.js";
import {
  areAsRead,
  checkGuard,
  checkKey,
  checkKeys,
  checkPrevious,
  checkRecord,
  checkSpace,
  CONTROL,
  GENERATION,
  MAX_NAME_LENGTH,
  PRINTABLE,
} from "../index.js";

class TabsStore implements LeaseStore {
  readonly durable: boolean;
  readonly location: string;
  readonly #name: string;
  readonly #database: Database;
  /** The generation that this store has seen first. */
  #generation: string | undefined;

  constructor(name: string, durable: boolean) {
    this.durable = durable;
    this.location = `tabs ${name}`;
    this.#name = name;
    this.#database = new Database(name);
  }

  async spaces(): Promise<readonly string[]> {
    return [...new Set((await this.#paths()).map(([space]) => space))];
  }

  async keysOf(space: string): Promise<readonly string[]> {
    const name = checkSpace(space);
    return (await this.#paths()).filter(([space]) => space === name).map(([, key]) => key);
  }

  /** The space and the key of each record. */
  #paths(): Promise<[space: string, key: string][]> {
    return this.#database._run("readonly", ({ _records }, end) => {
      const keys = _records.getAllKeys();
      keys.onsuccess = () => {
        end(keys.result.filter(isPath));
      };
    });
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    const name = checkSpace(space);
    const paths = checkKeys(keys).map((key) => [name, key]);
    const answer = (await this.#read("readonly", paths)) ?? (await this.#read("readwrite", paths));
    const { generation } = answer as StoreAnswer;
    this.#generation ??= generation;
    if (this.durable && generation !== this.#generation) throw promiseBroken(this.#name);
    return answer as StoreAnswer;
  }

  /**
   * Reads records. If a script has cleared or changed records, a transaction that may write mends them; a transaction
   * that may not gives `undefined`.
   */
  #read(mode: IDBTransactionMode, paths: readonly string[][]): Promise<StoreAnswer | undefined> {
    if (mode === "readwrite" && this.durable) throw promiseBroken(this.#name);
    return this.#database._run<StoreAnswer | undefined>(mode, ({ _records, _generation, _renew }, end) => {
      const requests: IDBRequest<unknown>[] = paths.map((path) => _records.get(path));
      const generation = _generation();
      // Requests are answered in their order, so this is the last answer.
      generation.onsuccess = () => {
        const damaged = paths.filter((_, i) => recordOf(requests[i] as IDBRequest<unknown>) === undefined);
        const isKnown = isText(generation.result, GENERATION) && damaged.length === 0;
        if (!isKnown && mode === "readonly") return end(undefined);
        for (const path of damaged) _records.delete(path);
        const records = requests.map((request) => recordOf(request) ?? null);
        end({ now: now(), generation: isKnown ? (generation.result as string) : _renew(), records });
      };
    });
  }

  async swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const checked = checkGuard(guard);
    const name = checkSpace(space);
    const path = [name, checkKey(key)];
    const [current, record] = [checkPrevious(previous), checkRecord(next)];
    return this.#database._run("readwrite", ({ _records, _generation }, end) => {
      const [atKey, atHead] = [_records.get(path), _records.get([name, HEAD_KEY])];
      const generation = _generation();
      generation.onsuccess = () => {
        const at = (name: string): string | null => recordOf(name === HEAD_KEY ? atHead : atKey) ?? null;
        const holds = areAsRead(at, String(generation.result), key, current, checked) && now() < checked.before;
        if (holds) _records.put(record, path);
        end(holds);
      };
    });
  }
}

/** A record; `null` if it is missing, and `undefined` if the value is no record. */
function recordOf({ result }: IDBRequest<unknown>): string | null | undefined {
  if (result === undefined) return null;
  return isText(result, PRINTABLE) ? result : undefined;
}

function isText(value: unknown, allowed: RegExp): value is string {
  return typeof value === "string" && allowed.test(value);
}

/** Whether the key of a record is one that this store gives. */
function isPath(path: unknown): path is [space: string, key: string] {
  return Array.isArray(path) && path.length === 2 && path.every((text) => typeof text === "string");
}

function now(): number {
  return Math.floor(Date.now());
}

export const tabs: typeof api.tabs = (given) => {
  const options = readOptions("tabs()", given, ["name", "durable"]);
  const { name = "flakekit-leases", durable = false } = options;
  if (typeof name !== "string" || name === "" || name.length > MAX_NAME_LENGTH || CONTROL.test(name)) {
    const expected = `a text of 1 to ${MAX_NAME_LENGTH} characters without control characters`;
    throw invalid("INVALID_OPTION", "name", name, expected);
  }
  if (typeof durable !== "boolean") throw invalid("INVALID_OPTION", "durable", durable, "true or false");
  return new TabsStore(name, durable);
};
