// The quota of a caller, which holds for all servers of a space.
//
// A *list* in the store names the seats that callers may have. Callers are divided among many lists by their numbers, so
// that the records stay bounded however many callers there are. Only the record of a seat decides who has it. Three rules
// keep the quota:
// - A seat is written into the list before it is granted, by a swap of the list. Two claims of one caller want to replace
//   the same record, so one of them begins again and counts the other one's seat.
// - It is taken off only if its record, read at the same moment as the list, says that it is not the caller's or that its
//   window has ended, and the time in which the grant could still have been written is over.
// - A caller's window is extended only before its end (`extend` in `src/lease/step.rs`), so it does not come back after
//   that.
//
// So a server that dies between both writes leaves a seat in the list for some seconds, and a seat that was granted to a
// reply that was lost counts until its window ends. A list that is wrong, or forgotten, changes only how many seats a
// caller gets: seats are granted by the protocol alone.

import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../types/lease/store.js";
import { MAX_RECORD, META_KEY } from "../../generated/contract.js";
import type { Section } from "../protocol.js";
import type { LeaseInternals } from "../internals.js";
import { storeFailed } from "../failure.js";
import { callerText } from "./grants.js";

/** How many seats there are for each list. A list has room for more than 80 entries. */
const SEATS_PER_LIST = 8;

/** How often a list is read again because it names seats that were not read with it. */
const MAX_READS = 5;

/** A seat that a caller may have. */
interface Listed {
  readonly caller: string;
  readonly key: string;
  /** Before this time of the store's clock, the grant may still be written. */
  readonly until: number;
}

const ENTRY = /^([0-9a-f]{16}):((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)):(\d+)$/;

/** The store, for one request of a caller. */
export class QuotaStore implements LeaseStore {
  readonly #store: LeaseStore;
  readonly #readSeat: LeaseInternals["_readSeat"];
  readonly #listKey: string;
  readonly #caller: string;
  readonly #quota: number;
  readonly #counts: boolean;
  /** The list as it was read or written last. */
  #record: string | null = null;
  /** What must stay in it. */
  #kept: readonly Listed[] = [];
  /** The keys of the seats that were read last and that callers had then. */
  #had: ReadonlySet<string> = new Set();
  /** The entries that this request has written, and whose seats it has not got. */
  readonly #missed = new Set<string>();
  /** Why the caller gets no further seat, if that is so. */
  _refusal: string | undefined;

  /** `counts`: whether the request is a claim, which counts the seats. */
  constructor(
    store: LeaseStore,
    readSeat: LeaseInternals["_readSeat"],
    section: Section,
    { caller, quota, counts }: { caller: bigint; quota: number; counts: boolean },
  ) {
    this.#store = store;
    this.#readSeat = readSeat;
    this.#caller = callerText(caller);
    this.#quota = quota;
    this.#counts = counts;
    this.#listKey = listKey(section, caller);
  }

  /** The keys of the seats that the caller may have, as they were read last. */
  get _seats(): string[] {
    return this.#kept.filter(({ caller }) => caller === this.#caller).map(({ key }) => key);
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    for (let reads = 0; reads < MAX_READS; reads++) {
      const listed = this.#counts ? parseList(this.#record).map(({ key }) => key) : [];
      const all = [...new Set([...keys, this.#listKey, ...listed])];
      const answer = await this.#store.read(space, [...all]);
      // The caller of this method checks the answer.
      if (!Array.isArray(answer?.records) || answer.records.length !== all.length) return answer;
      const records = new Map(all.map((key, i) => [key, answer.records[i] ?? null]));
      this.#record = records.get(this.#listKey) ?? null;
      const list = parseList(this.#record);
      if (this.#counts && list.some(({ key }) => !records.has(key))) continue;
      this.#had = new Set(list.filter((entry) => this.#has(entry, records, answer.now)).map(({ key }) => key));
      this.#kept = list.filter((entry) => !this.#counts || this.#had.has(entry.key) || this.#mayGet(entry, answer.now));
      return { ...answer, records: keys.map((key) => records.get(key) ?? null) };
    }
    throw storeFailed("the seats of callers changed all the time while they were counted: try again");
  }

  /** Whether a caller has a seat. */
  #has({ caller, key }: Listed, records: ReadonlyMap<string, string | null>, now: number): boolean {
    const record = records.get(key);
    if (typeof record !== "string") return false;
    const seat = this.#readSeat(key, record);
    return seat.caller === caller && now < seat.until;
  }

  /** Whether a caller may still get a seat. */
  #mayGet(entry: Listed, now: number): boolean {
    return now < entry.until && !this.#missed.has(entryText(entry));
  }

  async swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const entry = { caller: this.#caller, key, until: guard.before };
    if (key !== META_KEY && !this.#covers(entry) && !(await this.#add(space, entry, guard))) return false;
    const applied: unknown = await this.#store.swap(space, key, previous, next, guard);
    if (applied === false) this.#missed.add(entryText(entry));
    return applied as boolean;
  }

  /** Whether the list says already that the caller may have a seat, for as long as the grant may be written. */
  #covers({ caller, key, until }: Listed): boolean {
    const known = this.#kept.find((entry) => entry.caller === caller && entry.key === key);
    return known !== undefined && (this.#had.has(key) || known.until >= until);
  }

  /** Writes an entry into the list. */
  async #add(space: string, entry: Listed, guard: SwapGuard): Promise<boolean> {
    const others = this.#kept.filter(({ caller, key }) => caller !== this.#caller || key !== entry.key);
    const kept = [...others, entry];
    const record = ["1", ...kept.map(entryText)].join(" ");
    const isFull = record.length > MAX_RECORD;
    // A window that was granted is extended in any case.
    if (!this.#counts && isFull) return true;
    if (this.#counts) this._refusal = this.#refuse(others, isFull);
    if (this._refusal !== undefined) throw storeFailed(this._refusal);
    if (!(await this.#store.swap(space, this.#listKey, this.#record, record, guard))) return false;
    this.#record = record;
    this.#kept = kept;
    return true;
  }

  /** Why the caller gets no seat beside those that the list has. */
  #refuse(others: readonly Listed[], isFull: boolean): string | undefined {
    if (others.filter(({ caller }) => caller === this.#caller).length >= this.#quota) {
      return `this caller has its quota of ${this.#quota} seats: close leases that are not used`;
    }
    if (!isFull) return undefined;
    return `the list '${this.#listKey}' of callers is full: try again when a window has ended, or use a smaller quota`;
  }
}

/** The key of the list of a caller. */
function listKey({ first, last, shares }: Section, caller: bigint): string {
  const lists = Math.ceil(((last - first + 1) * shares) / SEATS_PER_LIST);
  return `callers ${first}.${caller % BigInt(lists)}`;
}

/** Reads a list. A missing one is empty. */
function parseList(record: string | null): Listed[] {
  if (record === null) return [];
  const [version, ...entries] = String(record).split(" ");
  return entries.map((entry) => {
    const [, caller, seat, until] = ENTRY.exec(entry) ?? [];
    if (version === "1" && caller !== undefined) return { caller, key: `seat ${seat}`, until: Number(until) };
    throw storeFailed(
      `a list of callers is '${String(record).slice(0, 80)}', which this version cannot read: correct it`,
    );
  });
}

function entryText({ caller, key, until }: Listed): string {
  return `${caller}:${key.slice("seat ".length)}:${until}`;
}
