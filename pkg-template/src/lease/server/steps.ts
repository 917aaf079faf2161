// Performs the requests of callers: checks the grant that a caller shows, runs the protocol of leases for it, and gives it
// a new grant.

import type { LeaseStore } from "../../../types/lease/store.js";
import type { LeaseInternals, Outcome, SpaceTerms } from "../keeper/index.js";
import type { Keys } from "./grants.js";
import { storeFailed } from "../stores/index.js";
import { QuotaStore } from "./quota.js";
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
  const numbers = await keys._callerNumbers(caller);
  const token = await keys._token(caller, asked.name);
  return lease(leasing, caller, asked, { numbers, token, held });
}

async function lease(
  { internals, store, terms, keys, quota }: Leasing,
  caller: string,
  { task, usedUntil, avoid }: Asked,
  { numbers, ...state }: { numbers: readonly bigint[]; token: bigint; held: readonly [string, string] },
): Promise<Answer> {
  const section = terms.seats._section;
  const isClaim = task === "claim";
  const ofCaller = new QuotaStore(store, internals._seatsOf, section, { callers: numbers, quota, isClaim });
  // A release changes neither the caller of the seat nor the end of its window, so it needs no quota.
  const connection = {
    store: task === "release" ? store : ofCaller,
    space: terms.space,
    timers: new internals._Timers(),
  };
  let now = 0;
  const observe = (reading: number): void => void (now = reading);
  if (isClaim) await internals._readStore(connection, []);
  const claimant = new internals._Claimant(terms.text, {
    ...state,
    caller: numbers[0] as bigint,
    seats: ofCaller._seats,
  });
  try {
    // The claim avoids seats whose numbers a generator of this process may have used.
    const canTake = (node: number, share: number): boolean =>
      !avoid.some(([other, otherShare]) => other === node && otherShare === share) &&
      internals._canTake(terms.seats, node, share);
    const outcome = await internals._perform(claimant, task, connection, {
      observe,
      canTake,
      usedUntil,
      isSuperseded: () => false,
    });
    if (outcome === undefined || outcome.word === "unknown") throw storeFailed("the claimant of the request is closed");
    return { status: 200, body: { now, ...(await replyTo(outcome)) } };
  } catch (error) {
    if (ofCaller._refusal === undefined) throw error;
    return refusal(429, "NO_FREE_SEAT", ofCaller._refusal);
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
