// The quota of a caller, which holds for all servers of a space.
//
// A *list* in the store names the seats that callers may have. Callers are divided among many lists by their numbers, so
// that the records stay bounded however many callers there are. Only the record of a seat decides who has it. A caller has a
// number, and so a list, for each secret of the handler; grants are written under the number of the first secret. Five rules
// keep the quota:
// - A claim counts the seats of all numbers of its caller.
// - A seat is written into the list of its number before it is granted, by a swap of the list. Two claims of one caller want
//   to replace the same record, so one of them begins again and counts the other one's seat. While secrets are replaced,
//   servers may differ in which secret is the first one. So a seat that is counted is also written into the first one of the
//   caller's lists by the order of their keys, which is the same for all servers with these secrets.
// - An extension that writes a seat under another number than before counts it as a claim does, among the seats that the
//   new number has.
// - A seat is taken off only if its record, read at the same moment as the list, says that it is not the caller's or that its
//   window has ended, and the time in which the grant could still have been written is over.
// - A caller's window is extended only before its end (`extend` in `src/lease/step.rs`), so it does not come back after
//   that.
//
// So a server that dies between the writes of the list and of the seat leaves the seat in the list for some seconds. A seat
// whose grant was lost with the reply counts until its window ends. A list that is wrong, or forgotten, changes only how many
// seats a caller gets: the protocol alone grants seats.

import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../types/lease/store.js";
import { MAX_RECORD, HEAD_KEY } from "../../generated/contract.js";
import type { Section } from "../protocol/index.js";
import type { LeaseInternals } from "../keeper/index.js";
import { storeFailed } from "../stores/index.js";
import { callerText } from "./grants.js";

/** How many seats there are for each list. A list has room for more than 80 entries. */
const SEATS_PER_LIST = 8;

/** How often a list is read again because it names seats that were not read with it. */
const MAX_READS = 5;

/** A seat that a caller may have. */
interface Listed {
  /** The key of the list. */
  readonly list: string;
  readonly caller: string;
  readonly key: string;
  /** Before this time of the store's clock, the grant may still be written. */
  readonly until: number;
}

const ENTRY = /^([0-9a-f]{16}):((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)):(\d+)$/;

/** A store that keeps the quota, for one request of a caller: a claim, or an extension. */
export class QuotaStore implements LeaseStore {
  readonly #store: LeaseStore;
  readonly #readSeats: LeaseInternals["_seatsOf"];
  /** The caller's numbers, as in records. Grants have the first one. */
  readonly #callers: readonly string[];
  /** The key of the list of the first number. */
  readonly #listKey: string;
  /** The keys of the lists of all numbers, sorted, so that their order does not depend on the first secret. */
  readonly #listKeys: readonly string[];
  readonly #quota: number;
  readonly #isClaim: boolean;
  /** Whether the seats are counted. */
  #counts: boolean;
  /** The records that were read last. Lists are here as they were written since. */
  #records = new Map<string, string | null>();
  /** The entries that must stay in the lists. */
  #kept: readonly Listed[] = [];
  /** The entries whose callers had their seats at the last read. */
  #had: ReadonlySet<Listed> = new Set();
  /** The entries, as texts, whose seats this request wanted and did not get. */
  readonly #missed = new Set<string>();
  /** Why the caller gets no further seat; `undefined` if nothing is in the way. */
  _refusal: string | undefined;

  constructor(
    store: LeaseStore,
    readSeats: LeaseInternals["_seatsOf"],
    section: Section,
    { callers, quota, isClaim }: { callers: readonly bigint[]; quota: number; isClaim: boolean },
  ) {
    this.#store = store;
    this.#readSeats = readSeats;
    this.#callers = callers.map(callerText);
    const keys = callers.map((caller) => listKey(section, caller));
    this.#listKey = keys[0] as string;
    this.#listKeys = keys.sort();
    this.#quota = quota;
    this.#isClaim = this.#counts = isClaim;
  }

  /** The keys of the seats that the caller may have, as they were read last. */
  get _seats(): string[] {
    return this.#seatsOf(this.#callers);
  }

  #seatsOf(callers: readonly string[]): string[] {
    return [...new Set(this.#kept.filter(({ caller }) => callers.includes(caller)).map(({ key }) => key))];
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    for (let reads = 0; reads < MAX_READS; reads++) {
      const lists = [...new Set(this.#counts ? this.#listKeys : [this.#listKey])];
      const listed = this.#counts ? this.#parse(lists).map(({ key }) => key) : [];
      const all = [...new Set([...keys, ...lists, ...listed])];
      const answer = await this.#store.read(space, [...all]);
      // The caller of this method checks the answer.
      if (!Array.isArray(answer?.records) || answer.records.length !== all.length) return answer;
      const records = (this.#records = new Map(all.map((key, i) => [key, answer.records[i] ?? null])));
      const isKnown = this.#counts || keys.every((key) => key === HEAD_KEY || this.#isOf(this.#callers[0], key));
      this.#counts ||= !isKnown;
      const entries = this.#parse(lists);
      if (!isKnown || (this.#counts && entries.some(({ key }) => !records.has(key)))) continue;
      this.#had = new Set(entries.filter(({ caller, key }) => this.#isOf(caller, key, answer.now)));
      this.#kept = entries.filter((entry) => !this.#counts || this.#had.has(entry) || this.#mayGet(entry, answer.now));
      return { ...answer, records: keys.map((key) => this.#shown(records.get(key) ?? null)) };
    }
    throw storeFailed("the seats of callers changed all the time while they were counted: try again");
  }

  /** The entries of lists that were read. */
  #parse(lists: readonly string[]): Listed[] {
    return lists.flatMap((list) => parseList(list, this.#records.get(list) ?? null));
  }

  /** Whether a seat that was read has a caller, and its window has not ended. */
  #isOf(caller: string | undefined, key: string, now = 0): boolean {
    const record = this.#records.get(key);
    if (typeof record !== "string") return false;
    const records = new Map([HEAD_KEY, key].map((name) => [name, this.#records.get(name) ?? null] as const));
    const [seat] = this.#readSeats({ now, generation: "any", records });
    return seat !== undefined && seat.caller === caller && now < seat.until;
  }

  /** Whether a caller may still get a seat. */
  #mayGet(entry: Listed, now: number): boolean {
    return now < entry.until && !this.#missed.has(entryText(entry));
  }

  /**
   * A record with the caller's first number in place of its other ones, so that the protocol takes a seat under another number
   * for the caller's own.
   */
  #shown(record: string | null): string | null {
    if (typeof record !== "string") return record;
    return this.#callers.reduce(
      (text, caller) => text.replace(`caller=${caller}`, `caller=${this.#callers[0]}`),
      record,
    );
  }

  async swap(space: string, key: string, _: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const entry = { caller: this.#callers[0] as string, key, until: guard.before };
    const lists = key === HEAD_KEY ? [] : [...(this.#counts ? this.#listKeys.slice(0, 1) : []), this.#listKey];
    for (const list of lists) {
      if (!this.#covers({ ...entry, list }) && !(await this.#add(space, { ...entry, list }, guard))) return false;
    }
    const applied: unknown = await this.#store.swap(space, key, this.#records.get(key) ?? null, next, guard);
    if (applied === false) this.#missed.add(entryText(entry));
    return applied as boolean;
  }

  /** Whether a list says already that the caller may have a seat, for as long as the grant may be written. */
  #covers(entry: Listed): boolean {
    const known = this.#kept.find((other) => isSame(other, entry));
    return known !== undefined && (this.#had.has(known) || known.until >= entry.until);
  }

  /** Writes an entry into its list. */
  async #add(space: string, entry: Listed, guard: SwapGuard): Promise<boolean> {
    const { list } = entry;
    const kept = [...this.#kept.filter((other) => !isSame(other, entry)), entry];
    const record = ["1", ...kept.filter((other) => other.list === list).map(entryText)].join(" ");
    const isFull = record.length > MAX_RECORD;
    // A window that was granted is extended even if its list is full.
    if (!this.#counts && isFull) return true;
    if (this.#counts) this._refusal = this.#refuse(entry, isFull);
    if (this._refusal !== undefined) throw storeFailed(this._refusal);
    if (!(await this.#store.swap(space, list, this.#records.get(list) ?? null, record, guard))) return false;
    this.#records.set(list, record);
    this.#kept = kept;
    return true;
  }

  /** Why an entry is not written: the quota is reached, or the list is full. `undefined` if it can be written. */
  #refuse({ key, list }: Listed, isFull: boolean): string | undefined {
    const seats = this.#seatsOf(this.#isClaim ? this.#callers : this.#callers.slice(0, 1));
    if (seats.filter((other) => other !== key).length >= this.#quota) {
      return `this caller has its quota of ${this.#quota} seats: close leases that are not used`;
    }
    if (!isFull) return undefined;
    return `the list '${list}' of callers is full: try again when a window has ended, or use a smaller quota`;
  }
}

/** Whether two entries are of the same list, caller and seat. */
function isSame(one: Listed, other: Listed): boolean {
  return one.list === other.list && one.caller === other.caller && one.key === other.key;
}

/** The key of the list of a caller. */
function listKey({ first, last, shares }: Section, caller: bigint): string {
  const lists = Math.ceil(((last - first + 1) * shares) / SEATS_PER_LIST);
  return `callers ${first}.${caller % BigInt(lists)}`;
}

/** Reads a list. A missing one is empty. */
function parseList(list: string, record: string | null): Listed[] {
  if (record === null) return [];
  const [version, ...entries] = String(record).split(" ");
  return entries.map((entry) => {
    const [, caller, seat, until] = ENTRY.exec(entry) ?? [];
    if (version === "1" && caller !== undefined) return { list, caller, key: `seat ${seat}`, until: Number(until) };
    throw storeFailed(
      `a list of callers is '${String(record).slice(0, 80)}', which this version cannot read: correct it`,
    );
  });
}

function entryText({ caller, key, until }: Omit<Listed, "list">): string {
  return `${caller}:${key.slice("seat ".length)}:${until}`;
}
