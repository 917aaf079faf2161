// The calls of operators, and of servers that look at seats.

import { readLines, readSwap, type Swap, type View, viewText, wordOf, write } from "./exchange.js";
import { LEASE_ORDERS, SEAT_STATES } from "../../generated/contract.js";
import type { LeaseCore } from "./lease-core.js";
import { randomNumber } from "./randomness.js";
import type { Section } from "../terms/index.js";

/** The key of the record of a seat. */
export function seatKey(core: LeaseCore, node: number, share: number): string {
  core.write_key(node, share);
  return readLines(core)[0] as string;
}

/** The numbers of a line. */
function numbersOf(line: string): number[] {
  return line.split(" ").map(Number);
}

/**
 * The swap that carries out an order; `undefined` if there is nothing to do. `terms` are for a migration, `node` and `share` to
 * free a seat.
 */
export function carryOut(
  core: LeaseCore,
  order: (typeof LEASE_ORDERS)[number],
  view: View,
  terms = "",
  [node, share] = [0, 0],
): Swap | undefined {
  const nonce = randomNumber();
  write(core, `${terms}\n${viewText(view)}`);
  const word = wordOf(core, core.carry_out(LEASE_ORDERS.indexOf(order), view.now, node, share, nonce));
  return word === "swap" ? readSwap(core) : undefined;
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
export function spaceOf(core: LeaseCore, view: View): Space | undefined {
  write(core, viewText(view));
  wordOf(core, core.describe_space(view.now));
  const [line, generation, layout, ...rest] = readLines(core);
  const [grantsFrom, skew] = numbersOf(line as string) as [number, number];
  if (generation === undefined || layout === undefined) return undefined;
  const sections = rest.map((section) => {
    const [first, last, shares, window] = numbersOf(section) as [number, number, number, number];
    return { first, last, shares, window };
  });
  return { grantsFrom, skew, generation, layout, sections };
}

/** A seat that was taken at least once. */
interface TakenSeat {
  readonly node: number;
  readonly share: number;
  readonly owner: string | null;
  readonly from: number;
  readonly until: number;
  readonly state: (typeof SEAT_STATES)[number];
  /** The caller for whom a server leases the seat, if any, and the Unix ms from which on no other caller has had it. */
  readonly caller: string | null;
  readonly since: number;
}

/** The seats of a view that were taken at least once. */
export function seatsOf(core: LeaseCore, view: View): TakenSeat[] {
  write(core, viewText(view));
  wordOf(core, core.describe_seats(view.now));
  return readLines(core).flatMap((line) => (line === "" ? [] : [toSeat(line.split(" "))]));
}

function toSeat(words: readonly string[]): TakenSeat {
  const [node, share, from, until, since, state] = words.map(Number) as Six;
  const [owner, caller] = words.slice(6).map((name) => (name === "-" ? null : name)) as [string | null, string | null];
  return { node, share, owner, from, until, state: SEAT_STATES[state] as TakenSeat["state"], caller, since };
}

type Six = [number, number, number, number, number, number];

/** The keys of the seats of a space among keys. `head` is the space's head record. */
export function seatsAmong(core: LeaseCore, head: string, keys: readonly string[]): readonly string[] {
  write(core, [head, ...keys].join("\n"));
  core.select_keys();
  return readLines(core).filter((key) => key !== "");
}

/** The keys of the seats of a section, from the seat with the number `start` on: at most `count` keys. */
export function keysIn(
  core: LeaseCore,
  { first, last, shares }: Section,
  start: number,
  count: number,
): readonly string[] {
  core.section_keys(first, last, shares, start, count);
  return readLines(core).filter((key) => key !== "");
}
