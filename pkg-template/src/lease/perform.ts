// Performs a task of a client: reads and swaps until the protocol says what has come of it.

import { monotonic } from "./clock.js";
import { type Action, type Held, ProtocolClient, type Section, type Task, type View } from "./protocol.js";
import { type Connection, MAX_SWAPS, readStore, refusedSwaps, swapInStore } from "./store.js";

/** What has come of a task; with the time of the store's clock at which another attempt makes sense, if known. */
export interface Outcome {
  readonly word: "done" | "wait" | "full" | "lost" | "unknown";
  readonly time: number | undefined;
  /** The section of the seat, if the server of the leases has decided it. */
  readonly section?: Section;
}

export interface TaskOptions {
  /** Takes a reading of the store's clock, and when it was asked for. */
  readonly observe: (reading: number, asked: number) => void;
  /** Whether a claim may take the seat of a key. */
  readonly canTake: (key: string) => boolean;
  /** For a release: the end of what was used, in Unix ms. */
  readonly usedUntil?: number;
}

/** Claims seats, extends windows and releases seats: of a store, or by a server. */
export interface SeatClient {
  /** What is held. Its time may have passed. */
  readonly _held: Held | undefined;
  _perform(task: Task, options: TaskOptions): Promise<Outcome>;
  _close(): void;
}

/** The client of a store. */
export class StoreClient implements SeatClient {
  readonly #connection: Connection;
  readonly #client: ProtocolClient;

  constructor(connection: Connection, terms: string) {
    this.#connection = connection;
    this.#client = new ProtocolClient(terms);
  }

  get _held(): Held | undefined {
    return this.#client._held;
  }

  _perform(task: Task, options: TaskOptions): Promise<Outcome> {
    return perform(this.#client, task, this.#connection, options);
  }

  _close(): void {
    this.#client._close();
  }
}

export async function perform(
  client: ProtocolClient,
  task: Task,
  connection: Connection,
  { observe, canTake, usedUntil = 0 }: TaskOptions,
): Promise<Outcome> {
  let action = client._begin(task, usedUntil);
  let view: View | undefined;
  for (let swaps = 0; swaps < MAX_SWAPS;) {
    switch (action.word) {
      case "read": {
        const keys = task === "claim" ? action.lines.filter(canTake) : action.lines;
        const asked = monotonic();
        view = await readStore(connection, keys);
        observe(view.now, asked);
        action = client._handleRead(view);
        break;
      }
      case "swap":
        swaps += 1;
        action = client._handleSwap(await swapInStore(connection, view as View, action.lines));
        break;
      default:
        return { word: action.word, time: timeOf(action) };
    }
  }
  throw refusedSwaps(connection);
}

function timeOf({ lines: [time] }: Action): number | undefined {
  return time === undefined ? undefined : Number(time);
}
