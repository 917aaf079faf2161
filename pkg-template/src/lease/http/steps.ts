// Performs the requests of callers: checks the grant that a caller shows, runs the protocol of leases for it, and gives it
// a new grant.

import type { LeaseStore } from "../../../types/lease/store.js";
import type { LeaseInternals } from "../internals.js";
import type { SpaceTerms } from "../options.js";
import type { Outcome } from "../perform.js";
import type { Section, Task } from "../protocol.js";
import type { CoreFormat } from "../seat.js";
import type { Keys } from "./grants.js";
import { QuotaStore } from "./quota.js";
import type { Asked } from "./requests.js";

/** What a handler leases. */
export interface Leasing {
  readonly internals: LeaseInternals;
  readonly format: CoreFormat;
  readonly store: LeaseStore;
  readonly terms: SpaceTerms;
  readonly keys: Keys;
  /** How many seats a caller may have. */
  readonly quota: number;
}

/** The status of a reply, and its content. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The section of terms. */
export function sectionOf({ text }: SpaceTerms): Section {
  const [first, last, shares, window] = (/section=(\d+)-(\d+)\/(\d+)\/(\d+)$/.exec(text) ?? []).slice(1).map(Number);
  return { first, last, shares, window } as Section;
}

/** The identity of the IDs of terms. */
function layoutOf({ text }: SpaceTerms): string {
  return text.slice("layout=".length, text.indexOf(" "));
}

export async function answer(leasing: Leasing, caller: string, asked: Asked): Promise<Answer> {
  const { keys, terms } = leasing;
  if (asked.layout !== layoutOf(terms)) {
    return refusal(
      409,
      "SPACE_MISMATCH",
      `the server leases IDs with the layout ${layoutOf(terms)}, and this lease wants ${asked.layout}: give both the same format, epoch and node fields`,
    );
  }
  const isClaim = asked.task === "claim";
  const held = isClaim ? (["", ""] as const) : await keys._verify(caller, asked.grant);
  if (held === undefined) return { status: 403, body: { outcome: "lost" } };
  const [number] = await keys._callerNumbers(caller);
  const token = await keys._token(caller, asked.name);
  return lease(leasing, caller, asked, { caller: number as bigint, token, held });
}

async function lease(
  { internals, store, terms, keys, quota }: Leasing,
  caller: string,
  { task, usedUntil, avoid }: Asked,
  state: { caller: bigint; token: bigint; held: readonly [string, string] },
): Promise<Answer> {
  const section = sectionOf(terms);
  const counts = task === "claim";
  const ofCaller = new QuotaStore(store, internals._readSeat, section, { caller: state.caller, quota, counts });
  const connection = { store: ofCaller, space: terms.space, timers: new internals._Timers() };
  let now = 0;
  const observe = (reading: number): void => void (now = reading);
  if (counts) await internals._readStore(connection, []);
  const seats = counts ? ofCaller._seats : [];
  const client = new internals._ProtocolClient(terms.text, { ...state, seats });
  try {
    const canTake = (key: string): boolean => !avoid.includes(key);
    // Each request has a client of its own, which no other attempt takes over.
    const isSuperseded = (): boolean => false;
    const outcome = await internals._perform(client, task, connection, { observe, canTake, isSuperseded, usedUntil });
    return { status: 200, body: { now, ...(await replyTo(outcome as Outcome)) } };
  } catch (error) {
    if (!ofCaller._isExceeded) throw error;
    return refusal(429, "NO_FREE_SEAT", `this caller has its quota of ${quota} seats: close leases that are not used`);
  } finally {
    client._close();
  }

  async function replyTo({ word, time }: Outcome): Promise<object> {
    const held = client._held;
    if (word !== "done" || held === undefined || task === ("release" satisfies Task)) return { outcome: word, time };
    const { node, share, from, until, key, record } = held;
    return {
      outcome: word,
      grant: await keys._sign(caller, [key, record]),
      seat: [node, share, from, until],
      section: [section.first, section.last, section.shares, section.window],
    };
  }
}

/** The reply to a request that is refused. */
export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { code, message } };
}
