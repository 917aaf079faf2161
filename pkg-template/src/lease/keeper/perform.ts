// Performs a task of a claimant: reads and swaps until the protocol gives the outcome.

import { MAX_SWAPS } from "../../generated/contract.js";
import { elapsed, monotonic } from "./clock.js";
import { type Action, type Held, Claimant, type Section, type Task, type View } from "../protocol/index.js";
import { type Connection, readStore, refusedSwaps, SlowStore, swapInStore } from "./connection.js";

/** The outcome of a task. `time` is that of the store's clock at which another attempt makes sense, if it is known. */
export interface Outcome {
  readonly word: "done" | "wait" | "full" | "lost" | "unknown";
  readonly time: number | undefined;
  /** The section of the seat, if the server of the leases has decided it. */
  readonly section: Section | undefined;
}

export interface TaskOptions {
  /** Takes a reading of the store's clock, and the monotonic clock's reading when the store was asked. */
  readonly observe: (reading: number, asked: number) => void;
  /** Whether a claim may take the seat of a key. */
  readonly canTake: (key: string) => boolean;
  /** Whether another attempt has taken over the claimant, so that this one must not touch it. */
  readonly isSuperseded: () => boolean;
  /** For a release: the Unix ms up to which the seat was used. */
  readonly usedUntil: number;
}

/** Claims seats, extends windows and releases seats: of a store, or by a server. */
export interface SeatClaimant {
  /** The seat and the window that are held. The window may have ended. */
  readonly _held: Held | undefined;
  /** Performs a task. Resolves to `undefined` if another attempt has taken over. */
  _perform(task: Task, options: TaskOptions): Promise<Outcome | undefined>;
  _close(): void;
}

/** The claimant of a store. */
export class StoreClaimant implements SeatClaimant {
  readonly #connection: Connection;
  readonly #claimant: Claimant;

  constructor(connection: Connection, terms: string) {
    this.#connection = connection;
    this.#claimant = new Claimant(terms);
  }

  get _held(): Held | undefined {
    return this.#claimant._held;
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
        const keys = task === "claim" ? withoutAvoided(action.lines, canTake) : action.lines;
        asked = monotonic();
        view = await readStore(connection, keys);
        if (isSuperseded()) return undefined;
        observe(view.now, asked);
        action = claimant._handleRead(view);
        break;
      }
      case "swap": {
        swaps += 1;
        const applied = await swapInStore(connection, view as View, action.lines);
        if (isSuperseded()) return undefined;
        const age = Number(action.lines[2]) - (view as View).now;
        // Otherwise the loop would begin again at once, and keep a slow store busy with swaps that are too old.
        if (!applied && elapsed(asked) >= age) throw new SlowStore(connection, age);
        action = claimant._handleSwap(applied);
        break;
      }
      default:
        return { word: action.word, time: timeOf(action), section: undefined };
    }
  }
  throw refusedSwaps(connection);
}

/** The keys without those of seats that a claim may not take. Seats after the first list are only counted. */
function withoutAvoided(keys: readonly string[], canTake: (key: string) => boolean): readonly string[] {
  const end = keys.findIndex((key) => !key.startsWith("seat "));
  return keys.filter((key, i) => (end >= 0 && i >= end) || canTake(key));
}

function timeOf({ lines: [time] }: Action): number | undefined {
  return time === undefined ? undefined : Number(time);
}
