// Calls of the protocol of leases: a WebAssembly module of its own, which takes and returns texts.

import { FlakeError, type FlakeErrorCode, fromUtf8 } from "../../values/index.js";
import { storeFailed } from "../stores/index.js";
import { HEAD_KEY } from "../../generated/contract.js";
import { leaseCore } from "./lease-core.js";

/** Writes ASCII text to the module. */
function write(text: string): void {
  const { length } = text;
  const address = leaseCore().text_room(length);
  const bytes = new Uint8Array(leaseCore().memory.buffer, address, length);
  for (let i = 0; i < length; i++) bytes[i] = text.charCodeAt(i);
}

/** Reads the lines of the text that a call has returned. */
function read(address: number): string[] {
  const bytes = new Uint8Array(leaseCore().memory.buffer, address, leaseCore().text_length());
  return fromUtf8(bytes).split("\n");
}

/** The numbers of a line. */
function numbersOf(line: string): number[] {
  return line.split(" ").map(Number);
}

let lastRandom: bigint | undefined;

/** A random number of 64 bits. */
function randomNumber(): bigint {
  const random = readRandom();
  // If two claims had the same name, two leases would use the same seat.
  if (random === undefined || random === lastRandom) {
    throw new FlakeError("NO_RANDOMNESS", `a lease needs random bits, and crypto.getRandomValues repeats ${random}`);
  }
  return (lastRandom = random);
}

function readRandom(): bigint | undefined {
  try {
    return crypto.getRandomValues(new BigUint64Array(1))[0];
  } catch (cause) {
    const message =
      "a lease needs random bits, and crypto.getRandomValues gives none; React Native needs react-native-get-random-values";
    throw new FlakeError("NO_RANDOMNESS", message, { cause });
  }
}

/** A random name of a claim, as text. */
export function randomName(): string {
  return [randomNumber(), randomNumber()].map((number) => number.toString(16).padStart(16, "0")).join("");
}

/** The tasks of a claimant, in the order of their numbers. */
const TASKS = ["claim", "extend", "release"] as const;

export type Task = (typeof TASKS)[number];

/** The next step: a word, and its arguments as lines. */
export interface Action {
  readonly word: "read" | "swap" | "done" | "wait" | "full" | "lost" | "unknown";
  readonly lines: readonly string[];
}

/** An answer of the module; throws the error that it contains. */
function toAction([word, ...lines]: readonly string[]): Action {
  if (word === "error") throw new FlakeError(lines[0] as FlakeErrorCode, lines.slice(1).join("\n"));
  return { word: word as Action["word"], lines };
}

/** The answer to a read of a store. */
export interface View {
  readonly now: number;
  readonly generation: string;
  /** By key; `null` if the record is missing. */
  readonly records: ReadonlyMap<string, string | null>;
}

/** The layout in terms that are written as text. */
export function layoutOf(terms: string): string {
  return terms.slice("layout=".length, terms.indexOf(" "));
}

/** The key of the record of a seat, as the protocol writes it. */
export function seatKey(node: number, share: number): string {
  return `seat ${node}.${share}`;
}

/** The node and the share of a seat's key. */
export function readSeatKey(key: string): [node: number, share: number] {
  const [node, share] = key.slice("seat ".length).split(".").map(Number);
  return [node as number, share as number];
}

function viewText({ generation, records }: View): string {
  const lines = [generation, records.get(HEAD_KEY) ?? ""];
  for (const [key, record] of records) if (key !== HEAD_KEY) lines.push(key, record ?? "");
  return lines.join("\n");
}

/** A seat and a window, in Unix ms of the store's clock. */
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
  /** The key of the seat that the caller holds, and its record; both are empty if it holds none. */
  readonly held: readonly [key: string, record: string];
}

/** A claimant of a space. The module keeps its state. */
export class Claimant {
  readonly #number: number;

  /** `terms` are the terms as text: see `Seats`. With `request`, the claimant performs one task for a caller. */
  constructor(terms: string, request?: CallerRequest) {
    write(request === undefined ? terms : [terms, request.numbers, ...request.held].join("\n"));
    this.#number =
      request === undefined ? leaseCore().open_claimant() : leaseCore().open_request(request.token, request.quota);
    if (this.#number < 0) throw storeFailed("the seat of a grant cannot be read");
  }

  _begin(task: Task, usedUntil: number): Action {
    const number = TASKS.indexOf(task);
    return toAction(read(leaseCore().begin(this.#number, number, usedUntil, randomNumber(), randomNumber())));
  }

  _handleRead(view: View): Action {
    const nonce = randomNumber();
    write(viewText(view));
    return toAction(read(leaseCore().handle_read(this.#number, view.now, nonce)));
  }

  _handleSwap(applied: boolean): Action {
    return toAction(read(leaseCore().handle_swap(this.#number, applied ? 1 : 0, randomNumber(), randomNumber())));
  }

  /** The seat and the window that the claimant holds. The window may have ended. */
  get _held(): (Held & { readonly key: string; readonly record: string }) | undefined {
    const [line, key, record] = read(leaseCore().held_seat(this.#number));
    const [node, share, from, until] = numbersOf(line as string) as [number, number, number, number];
    return key === undefined || record === undefined ? undefined : { node, share, from, until, key, record };
  }

  _close(): void {
    leaseCore().close_claimant(this.#number);
  }
}

/** The orders of an operator, in the order of their numbers. */
const ORDERS = ["free", "reset", "migrate"] as const;

/** The step that carries out an order: `swap`, or `done`. `terms` are for a migration, `node` and `share` to free a seat. */
export function carryOut(order: (typeof ORDERS)[number], view: View, terms = "", [node, share] = [0, 0]): Action {
  const nonce = randomNumber();
  write(`${terms}\n${viewText(view)}`);
  return toAction(read(leaseCore().carry_out(ORDERS.indexOf(order), view.now, node, share, nonce)));
}

/** A range of nodes of a space, whose seats have the same shares and windows. */
export interface Section {
  readonly first: number;
  readonly last: number;
  readonly shares: number;
  readonly window: number;
}

/** The record `head`, which holds for all seats of a space. */
export interface Head {
  readonly since: number;
  readonly skew: number;
  readonly age: number;
  readonly grace: number;
  readonly generation: string;
  readonly layout: string;
  readonly sections: readonly Section[];
}

/** Reads the record `head`; throws if it cannot be read. */
export function readHead(record: string): Head {
  write(record);
  const [line, generation, layout, ...rest] = read(leaseCore().read_head());
  const [since, skew, age, grace] = numbersOf(line as string) as [number, number, number, number];
  if (generation === undefined || layout === undefined) throw unreadable(HEAD_KEY, record);
  const sections = rest.map((section) => {
    const [first, last, shares, window] = numbersOf(section) as [number, number, number, number];
    return { first, last, shares, window };
  });
  return { since, skew, age, grace, generation, layout, sections };
}

/** The record of a seat. */
export interface SeatRecord {
  readonly owner: string | null;
  readonly from: number;
  readonly until: number;
  /** The caller for whom a server leases the seat, if any. `since` is the Unix ms from which on no other caller has had it. */
  readonly caller: string | null;
  readonly since: number | undefined;
}

/** Reads the record of a seat; throws if it cannot be read. */
export function readSeat(key: string, record: string): SeatRecord {
  write(record);
  const [line, owner, caller] = read(leaseCore().read_seat());
  const [from, until, since] = numbersOf(line as string);
  if (from === undefined || until === undefined || owner === undefined) throw unreadable(key, record);
  return { owner: owner === "-" ? null : owner, from, until, caller: caller === "-" ? null : (caller ?? null), since };
}

function unreadable(key: string, record: string): FlakeError {
  return new FlakeError(
    "STORE_FAILED",
    `the record '${key}' is '${record.slice(0, 80)}', which this version cannot read: correct it, or use another space`,
  );
}
