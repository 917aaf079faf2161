// Opens leases.

import { adoptCore } from "../core.js";
import type { FormatInternals } from "../format.js";
import { OPTIONS } from "../generated/contract.js";
import { sharedValue } from "../shared.js";
import { Keeper } from "./keeper.js";
import { type Lease, LeaseMember } from "./member.js";
import { internalsOf, type LeaseSettings, readLeaseOptions } from "./options.js";
import { Timers } from "./timers.js";

/** The least jump of the wall clock after which a window is extended first, in ms. */
const MIN_JUMP_MS = 1_000;

type Keepers = Map<unknown, Map<string, Keeper>>;

/** The keepers of this thread: by the identity of their store, and then by space and terms. */
function allKeepers(): Keepers {
  return sharedValue<Keepers>(" keepers", () => new Map());
}

export async function lease(format: unknown, given: unknown): Promise<Lease> {
  const internals = internalsOf(format);
  adoptCore(internals._core);
  const settings = readLeaseOptions(internals, given);
  settings.signal?.throwIfAborted();
  const keeper = keeperOf(internals, settings);
  const member = new LeaseMember(keeper, settings);
  try {
    if (keeper._state !== "held") await keeper._whenRenewed(settings.maxClaimWait, () => true, settings.signal);
    return member._open(internals, format);
  } catch (error) {
    await member._leave();
    throw error;
  }
}

/** The keeper of a space and its terms. Leases of different starts or formats have a keeper each. */
function keeperOf({ _codec }: FormatInternals, settings: LeaseSettings): Keeper {
  const { store, space, record, text, window, maxLead } = settings;
  const identity = store.identity ?? store;
  const all = allKeepers();
  const ofStore = all.get(identity) ?? new Map<string, Keeper>();
  const start = [record[OPTIONS.sequence], record[OPTIONS.resetThreshold]].join();
  const key = JSON.stringify([space, text, start, _codec._format]);
  const known = ofStore.get(key);
  if (known !== undefined) return known;
  const onClosed = (): void => {
    ofStore.delete(key);
    if (ofStore.size === 0) all.delete(identity);
  };
  const terms = { codec: _codec, record, text, window, maxJump: Math.max(MIN_JUMP_MS, maxLead), onClosed };
  const keeper = new Keeper({ store, space, timers: new Timers() }, terms);
  all.set(identity, ofStore.set(key, keeper));
  return keeper;
}
