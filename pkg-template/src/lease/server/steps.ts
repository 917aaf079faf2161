// Performs the requests of callers: checks the grant that a caller shows, runs the protocol of leases for the caller, and
// gives the caller a new grant.

import type { LeaseStore } from "../../../types/lease/store.js";
import type { LeaseInternals, Outcome, SpaceTerms } from "../keeper/index.js";
import { callerText, type Keys } from "./grants.js";
import { storeFailed } from "../stores/index.js";
import { type Answer, refusal } from "./answers.js";
import type { Asked } from "./requests.js";

/** The store, the terms, the keys and the quota of a handler. */
export interface Leasing {
  readonly internals: LeaseInternals;
  readonly store: LeaseStore;
  readonly terms: SpaceTerms;
  readonly keys: Keys;
  /** How many seats a caller may have. */
  readonly quota: number;
}

export async function answer(leasing: Leasing, caller: string, asked: Asked): Promise<Answer> {
  const { keys, terms } = leasing;
  const { layout } = terms;
  if (asked.layout !== layout) {
    return refusal(
      409,
      "SPACE_MISMATCH",
      `the server leases IDs with the layout ${layout}, and this lease wants ${asked.layout}: give both the same format, epoch and node fields`,
    );
  }
  const isClaim = asked.task === "claim";
  const held = isClaim ? (["", ""] as const) : await keys._verify(caller, asked.grant);
  if (held === undefined) return { status: 403, body: { outcome: "lost" } };
  const numbers = (await keys._callerNumbers(caller)).map(callerText).join(" ");
  const token = await keys._token(caller, asked.name);
  return lease(leasing, caller, asked, { numbers, token, held });
}

async function lease(
  { internals, store, terms, keys, quota }: Leasing,
  caller: string,
  { task, usedUntil, avoid }: Asked,
  request: { numbers: string; token: bigint; held: readonly [string, string] },
): Promise<Answer> {
  const section = terms.seats._section;
  const connection = { store, space: terms.space, timers: new internals._Timers() };
  let now = 0;
  const claimant = internals._newClaimant(terms.text, { ...request, quota });
  try {
    const outcome = await internals._perform(claimant, task, connection, {
      observe: (reading) => void (now = reading),
      // The claim avoids seats whose numbers a generator of this process may have used.
      canTake: (node, share) =>
        !avoid.some(([other, otherShare]) => other === node && otherShare === share) &&
        internals._canTake(terms.seats, node, share),
      usedUntil,
      isSuperseded: () => false,
    });
    if (outcome === undefined || outcome.word === "unknown") throw storeFailed("the claimant of the request is closed");
    return { status: 200, body: { now, ...(await replyTo(outcome)) } };
  } catch (error) {
    // The class of the error is that of `flakekit/lease`, which is another bundle.
    if (error instanceof Error && "code" in error && error.code === "NO_FREE_SEAT")
      return refusal(429, error.code, error.message);
    throw error;
  } finally {
    claimant._close();
  }

  async function replyTo({ word, time, held, record }: Outcome): Promise<object> {
    if (task === "release" || held === undefined || record === undefined) return { outcome: word, time };
    const { node, share, from, until } = held;
    return {
      outcome: word,
      grant: await keys._sign(caller, record),
      seat: [node, share, from, until],
      section: [section.first, section.last, section.shares, section.window],
    };
  }
}

/** Whether an ID lies in a window that was granted to a caller. */
export async function owns(leasing: Leasing, id: unknown, caller: string): Promise<boolean> {
  const { internals, store, terms, keys } = leasing;
  const made = terms.seats._seatOf(id);
  if (made === undefined) return false;
  const { time, node, share } = made;
  const key = internals._seatKey(node, share);
  const connection = { store, space: terms.space, timers: new internals._Timers() };
  const [seat] = internals._seatsOf(await internals._readStore(connection, [key]));
  if (seat === undefined || seat.caller === null) return false;
  const numbers = await keys._callerNumbers(caller);
  return numbers.map(callerText).includes(seat.caller) && seat.since <= time && time < seat.until;
}
