// Claimants: the protocol says what to read and to swap, and takes the answers.

import { LEASE_TASKS } from "../../generated/contract.js";
import { storeFailed } from "../stores/index.js";
import { readLines, readNumbers, readSwap, type Swap, type View, viewText, wordOf, write } from "./exchange.js";
import type { ClaimantCore, LeaseCore } from "./lease-core.js";
import { randomNumber } from "./randomness.js";

export type Task = (typeof LEASE_TASKS)[number];

/** An answer of the protocol. */
export type Action =
  | { readonly word: "read"; readonly keys: readonly string[] }
  | ({ readonly word: "swap" } & Swap)
  | { readonly word: "wait"; readonly time: number | undefined }
  | { readonly word: "full"; readonly time: number | undefined; readonly taken: Taken }
  | { readonly word: "done"; readonly held: Held; readonly record: SeatText | undefined }
  | { readonly word: "lost" | "unknown" };

/** How many taken seats a claim has read, and how many of them are of the host and of the process of its terms. */
export type Taken = readonly [seats: number, ofHost: number, ofProcess: number];

/** The key of a seat, and its record. */
export type SeatText = readonly [key: string, record: string];

/** A seat and a window that were granted, in Unix ms of the store's clock. */
export interface Held {
  readonly node: number;
  readonly share: number;
  readonly from: number;
  readonly until: number;
}

/** A request of a caller, as a server that leases seats for callers knows it. */
export interface CallerRequest {
  /** The numbers of the caller as text, with spaces between them: one for each secret, in the same order. */
  readonly numbers: string;
  /** How many seats the caller may have. */
  readonly quota: number;
  /** The name of the claim; in an extension, the new name of the claim. */
  readonly token: bigint;
  /** The key of the seat that the caller holds, and its record; both are empty if it holds no seat. */
  readonly held: SeatText;
}

/** A claimant of a space. The module keeps its state. */
export class Claimant {
  readonly #core: ClaimantCore;
  readonly #number: number;
  readonly #isCaller: boolean;
  #task: Task | undefined;
  /**
   * The key of the seat that was granted. It is kept here, so that an extension exchanges two texts with the module: a
   * view and a swap.
   */
  #key: string | undefined;

  /** `number` is that of the module. `heldByCaller` is the key of the seat that a caller holds; if it is given, all keys are read. */
  constructor(core: ClaimantCore, number: number, heldByCaller?: string) {
    if (number < 0) throw storeFailed("the seat of a grant cannot be read");
    this.#core = core;
    this.#number = number;
    this.#isCaller = heldByCaller !== undefined;
    this.#key = heldByCaller;
  }

  /** A claimant for leases of this thread. `terms` are the terms as text: see `Seats`. */
  static _ofThread(core: ClaimantCore, terms: string): Claimant {
    write(core, terms);
    return new Claimant(core, core.open_claimant());
  }

  _begin(task: Task, usedUntil: number): Action {
    this.#task = task;
    const number = LEASE_TASKS.indexOf(task);
    return this.#act(this.#core.begin_task(this.#number, number, usedUntil, randomNumber(), randomNumber()));
  }

  _handleRead(view: View): Action {
    const nonce = randomNumber();
    write(this.#core, viewText(view));
    return this.#act(this.#core.handle_read(this.#number, view.now, nonce));
  }

  _handleSwap(applied: boolean): Action {
    return this.#act(this.#core.handle_swap(this.#number, applied ? 1 : 0, randomNumber(), randomNumber()));
  }

  #act(answer: number): Action {
    const word = wordOf(this.#core, answer);
    switch (word) {
      case "read":
        return { word, keys: this.#task === "claim" || this.#isCaller ? readLines(this.#core) : [this.#key as string] };
      case "swap":
        return { word, ...readSwap(this.#core) };
      case "wait":
      case "full": {
        const [number, ...taken] = readNumbers(this.#core).slice(0, 4) as unknown as [number, ...Taken];
        const time = number <= Number.MAX_SAFE_INTEGER ? number : undefined;
        return word === "full" ? { word, time, taken } : { word, time };
      }
      case "done": {
        const [node, share, from, until] = readNumbers(this.#core) as unknown as [number, number, number, number];
        const isNew = this.#task === "claim" || this.#isCaller;
        const record = isNew ? (readLines(this.#core) as [string, string]) : undefined;
        this.#key = record?.[0] ?? this.#key;
        return { word, held: { node, share, from, until }, record };
      }
      default:
        return { word };
    }
  }

  /** The node and the share of a seat's key; `undefined` if it is the key of another record. */
  _readKey(key: string): readonly [node: number, share: number] | undefined {
    write(this.#core, key);
    if (this.#core.read_key() === 0) return undefined;
    const [node, share] = readNumbers(this.#core);
    return [node as number, share as number];
  }

  _close(): void {
    this.#core.close_claimant(this.#number);
  }
}

/** A claimant that performs one task for a caller. */
export function claimantOfCaller(
  core: LeaseCore,
  terms: string,
  { numbers, quota, token, held }: CallerRequest,
): Claimant {
  write(core, [terms, numbers, ...held].join("\n"));
  return new Claimant(core, core.open_request(token, quota), held[0]);
}

/** A claimant whose claims prepare the space and take no seat. */
export function claimantOfOperator(core: LeaseCore, terms: string): Claimant {
  write(core, terms);
  return new Claimant(core, core.open_preparer());
}
