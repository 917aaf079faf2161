// Calls of the protocol of leases: a WebAssembly module of its own, which answers with numbers and texts.

import { FlakeError, type FlakeErrorCode, fromUtf8 } from "../../values/index.js";
import { storeFailed } from "../stores/index.js";
import { HEAD_KEY, KEEPER_LENGTH, LEASE_WORDS } from "../../generated/contract.js";
import { leaseCore } from "./lease-core.js";

/** Writes ASCII text to the module. */
function write(text: string): void {
  const { length } = text;
  const address = leaseCore().text_room(length);
  const bytes = new Uint8Array(leaseCore().memory.buffer, address, length);
  for (let i = 0; i < length; i++) bytes[i] = text.charCodeAt(i);
}

/** Reads the lines of the text that belongs to an answer. */
function readLines(): string[] {
  const bytes = new Uint8Array(leaseCore().memory.buffer, leaseCore().text_address(), leaseCore().text_length());
  return fromUtf8(bytes).split("\n");
}

/** Reads the numbers that belong to an answer. */
function readNumbers(): Float64Array {
  return new Float64Array(leaseCore().memory.buffer, leaseCore().numbers_address(), KEEPER_LENGTH);
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

/** A swap that the protocol has decided on: the key, the record that replaces the one that was read, and the guard's `before`. */
export interface Swap {
  readonly key: string;
  readonly next: string;
  readonly before: number;
}

/** An answer of the protocol. */
export type Action =
  | { readonly word: "read"; readonly keys: readonly string[] }
  | ({ readonly word: "swap" } & Swap)
  | { readonly word: "wait" | "full"; readonly time: number | undefined }
  | { readonly word: "done"; readonly held: Held; readonly record: SeatText | undefined }
  | { readonly word: "lost" | "unknown" };

/** The key of a seat, and its record. */
export type SeatText = readonly [key: string, record: string];

type Word = Action["word"];

/** The word of an answer. Throws if it is an error. */
function wordOf(answer: number): Word {
  const word = LEASE_WORDS[answer] as (typeof LEASE_WORDS)[number];
  if (word !== "error") return word;
  const [code, ...message] = readLines();
  throw new FlakeError(code as FlakeErrorCode, message.join("\n"));
}

/** The swap that belongs to an answer. */
function readSwap(): Swap {
  const [key, next] = readLines() as [string, string];
  return { key, next, before: readNumbers()[0] as number };
}

/** The answer to a read of a store. */
export interface View {
  readonly now: number;
  readonly generation: string;
  /** By key; `null` if the record is missing. */
  readonly records: ReadonlyMap<string, string | null>;
}

/** The key of the record of a seat. */
export function seatKey(node: number, share: number): string {
  leaseCore().write_key(node, share);
  return readLines()[0] as string;
}

/** The node and the share of a seat's key; `undefined` if it is the key of another record. */
export function readSeatKey(key: string): readonly [node: number, share: number] | undefined {
  write(key);
  if (leaseCore().read_key() === 0) return undefined;
  const [node, share] = readNumbers();
  return [node as number, share as number];
}

function viewText({ generation, records }: View): string {
  const lines = [generation, records.get(HEAD_KEY) ?? ""];
  for (const [key, record] of records) if (key !== HEAD_KEY) lines.push(key, record ?? "");
  return lines.join("\n");
}

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
  /** The key of the seat that the caller holds, and its record; both are empty if it holds none. */
  readonly held: SeatText;
}

/** A claimant of a space. The module keeps its state. */
export class Claimant {
  readonly #number: number;
  readonly #isCaller: boolean;
  #task: Task | undefined;
  /** The key of the seat that was granted. So an extension exchanges two texts with the module: a view and a swap. */
  #key: string | undefined;

  /** `terms` are the terms as text: see `Seats`. With `request`, the claimant performs one task for a caller. */
  constructor(terms: string, request?: CallerRequest) {
    write(request === undefined ? terms : [terms, request.numbers, ...request.held].join("\n"));
    this.#isCaller = request !== undefined;
    this.#key = request?.held[0];
    this.#number =
      request === undefined ? leaseCore().open_claimant() : leaseCore().open_request(request.token, request.quota);
    if (this.#number < 0) throw storeFailed("the seat of a grant cannot be read");
  }

  _begin(task: Task, usedUntil: number): Action {
    this.#task = task;
    const number = TASKS.indexOf(task);
    return this.#act(leaseCore().begin_task(this.#number, number, usedUntil, randomNumber(), randomNumber()));
  }

  _handleRead(view: View): Action {
    const nonce = randomNumber();
    write(viewText(view));
    return this.#act(leaseCore().handle_read(this.#number, view.now, nonce));
  }

  _handleSwap(applied: boolean): Action {
    return this.#act(leaseCore().handle_swap(this.#number, applied ? 1 : 0, randomNumber(), randomNumber()));
  }

  #act(answer: number): Action {
    const word = wordOf(answer);
    switch (word) {
      case "read":
        return { word, keys: this.#task === "claim" || this.#isCaller ? readLines() : [this.#key as string] };
      case "swap":
        return { word, ...readSwap() };
      case "wait":
      case "full": {
        const [time] = readNumbers() as unknown as [number];
        return { word, time: time <= Number.MAX_SAFE_INTEGER ? time : undefined };
      }
      case "done": {
        const [node, share, from, until] = readNumbers() as unknown as [number, number, number, number];
        const isNew = this.#task === "claim" || this.#isCaller;
        const record = isNew ? (readLines() as [string, string]) : undefined;
        this.#key = record?.[0] ?? this.#key;
        return { word, held: { node, share, from, until }, record };
      }
      default:
        return { word };
    }
  }

  _close(): void {
    leaseCore().close_claimant(this.#number);
  }
}

/** The orders of an operator, in the order of their numbers. */
const ORDERS = ["free", "reset", "migrate"] as const;

/**
 * The swap that carries out an order; `undefined` if there is nothing to do. `terms` are for a migration, `node` and `share` to
 * free a seat.
 */
export function carryOut(
  order: (typeof ORDERS)[number],
  view: View,
  terms = "",
  [node, share] = [0, 0],
): Swap | undefined {
  const nonce = randomNumber();
  write(`${terms}\n${viewText(view)}`);
  const word = wordOf(leaseCore().carry_out(ORDERS.indexOf(order), view.now, node, share, nonce));
  return word === "swap" ? readSwap() : undefined;
}

/** A range of nodes of a space, whose seats have the same shares and windows. */
export interface Section {
  readonly first: number;
  readonly last: number;
  readonly shares: number;
  readonly window: number;
}

/** A space, as its head record describes it. */
export interface Space {
  /** The Unix ms from which on all sections grant seats. */
  readonly grantsFrom: number;
  readonly skew: number;
  readonly generation: string;
  readonly layout: string;
  readonly sections: readonly Section[];
}

/** Describes the space of a view; `undefined` if it does not exist. */
export function spaceOf(view: View): Space | undefined {
  write(viewText(view));
  wordOf(leaseCore().describe_space(view.now));
  const [line, generation, layout, ...rest] = readLines();
  const [grantsFrom, skew] = numbersOf(line as string) as [number, number];
  if (generation === undefined || layout === undefined) return undefined;
  const sections = rest.map((section) => {
    const [first, last, shares, window] = numbersOf(section) as [number, number, number, number];
    return { first, last, shares, window };
  });
  return { grantsFrom, skew, generation, layout, sections };
}

/** A seat that was taken at least once. */
export interface TakenSeat {
  readonly node: number;
  readonly share: number;
  readonly owner: string | null;
  readonly from: number;
  readonly until: number;
  readonly state: "free" | "held" | "ahead";
  /** The caller for whom a server leases the seat, if any, and the Unix ms from which on no other caller has had it. */
  readonly caller: string | null;
  readonly since: number;
}

const SEAT_STATES = ["free", "held", "ahead"] as const;

/** The seats of a view that were taken at least once. */
export function seatsOf(view: View): TakenSeat[] {
  write(viewText(view));
  wordOf(leaseCore().describe_seats(view.now));
  return readLines()
    .filter((line) => line !== "")
    .map((line) => {
      const words = line.split(" ");
      const [node, share, from, until, since, state] = words.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        0 | 1 | 2,
      ];
      const [owner, caller] = words.slice(6).map((name) => (name === "-" ? null : name)) as [
        string | null,
        string | null,
      ];
      return { node, share, owner, from, until, state: SEAT_STATES[state], caller, since };
    });
}

/** The keys of the seats of a space among keys. `head` is the space's head record. */
export function seatsAmong(head: string, keys: readonly string[]): readonly string[] {
  write([head, ...keys].join("\n"));
  leaseCore().select_keys();
  return readLines().filter((key) => key !== "");
}

/** The keys of the seats of a section, from the one with the number `start` on: at most `count`. */
export function keysIn({ first, last, shares }: Section, start: number, count: number): readonly string[] {
  leaseCore().section_keys(first, last, shares, start, count);
  return readLines().filter((key) => key !== "");
}
