// Performs a task of a claimant: reads and swaps until the protocol gives the outcome.

import { MAX_SWAPS } from "../../generated/contract.js";
import { elapsed, monotonic } from "./clock.js";
import { whoHas, withHolder } from "./holder.js";
import {
  Claimant,
  type ClaimantCore,
  type Held,
  type SeatText,
  type Section,
  type Swap,
  type Taken,
  type Task,
  type View,
} from "../protocol/index.js";
import { type Connection, readStore, refusedSwaps, SlowStore, swapInStore } from "./connection.js";

/** The outcome of a task. */
export interface Outcome {
  readonly word: "done" | "wait" | "full" | "lost" | "unknown";
  /** The time of the store's clock at which another attempt makes sense, if it is known. */
  readonly time: number | undefined;
  /** If no seat is free: the taken seats that were read. A server does not tell them. */
  readonly taken: Taken | undefined;
  /** What was granted. */
  readonly held: Held | undefined;
  /** The record of the seat, if a server leases the seat for a caller. */
  readonly record: SeatText | undefined;
  /** The section of the seat, if the server of the leases has decided it. */
  readonly section: Section | undefined;
}

/** The fields that an outcome may lack. They are own properties, so that no field is looked for in `Object.prototype`. */
export const NOTHING = { time: undefined, taken: undefined, held: undefined, record: undefined, section: undefined };

export interface TaskOptions {
  /** Takes a reading of the store's clock, and the monotonic clock's reading when the store was asked. */
  readonly observe: (reading: number, asked: number) => void;
  /** Whether a claim may take a seat. */
  readonly canTake: (node: number, share: number) => boolean;
  /** Whether another attempt has taken over the claimant, so that this one must not touch it. */
  readonly isSuperseded: () => boolean;
  /** For a release: the Unix ms up to which the seat was used. */
  readonly usedUntil: number;
}

/** Claims seats, extends windows and releases seats: of a store, or by a server. */
export interface SeatClaimant {
  /** Performs a task. Resolves to `undefined` if another attempt has taken over. */
  _perform(task: Task, options: TaskOptions): Promise<Outcome | undefined>;
  /** Says who has the seats. A server does not tell that, so the claimant of a server lacks this function. */
  readonly _whoHas?: typeof whoHas;
  _close(): void;
}

/** The claimant of a store. */
export class StoreClaimant implements SeatClaimant {
  readonly #connection: Connection;
  readonly #claimant: Claimant;
  readonly _whoHas = whoHas;

  constructor(core: ClaimantCore, connection: Connection, terms: string) {
    this.#connection = connection;
    this.#claimant = Claimant._ofThread(core, withHolder(terms));
  }

  _perform(task: Task, options: TaskOptions): Promise<Outcome | undefined> {
    return perform(this.#claimant, task, this.#connection, options);
  }

  _close(): void {
    this.#claimant._close();
  }
}

/** Performs a task. Returns `undefined` if another attempt has taken over. */
export async function perform(
  claimant: Claimant,
  task: Task,
  connection: Connection,
  { observe, canTake, isSuperseded, usedUntil }: TaskOptions,
): Promise<Outcome | undefined> {
  if (isSuperseded()) return undefined;
  let action = claimant._begin(task, usedUntil);
  let view: View | undefined;
  let asked = 0;
  for (let swaps = 0; swaps < MAX_SWAPS;) {
    switch (action.word) {
      case "read": {
        const keys = task === "claim" ? withoutAvoided(claimant, action.keys, canTake) : action.keys;
        asked = monotonic();
        view = await readStore(connection, keys);
        if (isSuperseded()) return undefined;
        observe(view.now, asked);
        action = claimant._handleRead(view);
        break;
      }
      case "swap": {
        swaps += 1;
        const applied = await swapInTime(connection, view as View, action, asked);
        if (isSuperseded()) return undefined;
        action = claimant._handleSwap(applied);
        break;
      }
      default:
        return { ...NOTHING, ...action };
    }
  }
  throw refusedSwaps(connection);
}

/** Makes a swap. Throws if the store has refused it because it came too long after the read. */
async function swapInTime(connection: Connection, view: View, swap: Swap, asked: number): Promise<boolean> {
  const applied = await swapInStore(connection, view, swap);
  const age = swap.before - view.now;
  // Without this error, the task would begin again at once, and keep a slow store busy with swaps that are too old.
  if (!applied && elapsed(asked) >= age) throw new SlowStore(connection, age);
  return applied;
}

/** The keys without the keys of seats that a claim may not take. Seats after the first list are only counted. */
function withoutAvoided(
  claimant: Claimant,
  keys: readonly string[],
  canTake: TaskOptions["canTake"],
): readonly string[] {
  const seats = keys.map((key) => claimant._readKey(key));
  const lists = seats.indexOf(undefined);
  return keys.filter((_, i) => {
    const seat = seats[i];
    return seat === undefined || (lists >= 0 && i > lists) || canTake(...seat);
  });
}
