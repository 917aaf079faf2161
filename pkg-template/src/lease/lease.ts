// Opens leases.

import { joinTexts } from "./stores/index.js";
import { type Core, sharedValue } from "../bridge/index.js";
import { type Format, requiredFormat } from "../ids/index.js";
import { readGuarded, readProperties } from "../values/index.js";
import { Keeper, type LeaseParts, type LeaseSettings, readLeaseOptions, Timers } from "./keeper/index.js";
import { type Lease, KeptLease } from "./kept-lease.js";

/** The smallest jump of the wall clock, in ms, after which the window is closed until it has been extended. */
const MIN_JUMP_MS = 1_000;

/** The keepers and the spaces of a store, which all copies of this version share. */
interface KnownStore {
  /** The keepers of each core, by space and terms. Two realms of a thread may have a core each. */
  keepers: WeakMap<Core, Map<string, Keeper>>;
  /** The numbers of its spaces. */
  spaces: Map<string, number>;
}

/**
 * All stores of this thread, by their location. Another copy of the package may have made the object, so its names stay
 * unmangled.
 */
interface KnownStores {
  objects: WeakMap<object, KnownStore>;
  others: Map<unknown, KnownStore>;
  spaces: number;
}

function allStores(): KnownStores {
  return sharedValue(" stores", () => ({ objects: new WeakMap(), others: new Map(), spaces: 0 }));
}

function knownStore(location: unknown): KnownStore {
  const all = allStores();
  const map = (typeof location === "object" && location !== null ? all.objects : all.others) as Map<
    unknown,
    KnownStore
  >;
  const known = map.get(location) ?? { keepers: new WeakMap(), spaces: new Map() };
  map.set(location, known);
  return known;
}

function keepersOf({ keepers }: KnownStore, core: Core): Map<string, Keeper> {
  const known = keepers.get(core) ?? new Map<string, Keeper>();
  keepers.set(core, known);
  return known;
}

/** Opens a lease, with the parts that the entry brings. */
export async function openLease(parts: LeaseParts, givenFormat: unknown, given: unknown): Promise<Lease> {
  // This call throws in the global scope of a Worker.
  parts._engine._workerClock?.();
  const format = requiredFormat(givenFormat);
  const settings = readLeaseOptions(parts, format, given);
  settings.signal?.throwIfAborted();
  const keeper = keeperOf(parts, format, settings);
  const kept = new KeptLease(keeper, settings);
  try {
    const isHeld = (): boolean => keeper._state === "held";
    if (!isHeld()) await keeper._whenRenewed(settings.maxClaimWait, isHeld, settings.signal);
    settings.signal?.throwIfAborted();
    return kept._open(format);
  } catch (error) {
    // The closing is not awaited, because it may wait for a store that does not answer.
    void kept._close();
    throw error;
  }
}

/** The keeper of a space and its terms. Leases of different starts or formats have a keeper each. */
function keeperOf(parts: LeaseParts, format: Format, settings: LeaseSettings): Keeper {
  const { store, space, seats, text, layout, maxLead } = settings;
  const location = readGuarded(
    "INVALID_OPTION",
    "store.location",
    () => readProperties(store, ["location"])["location"] ?? store,
  );
  const ofStore = knownStore(location);
  const keepers = keepersOf(ofStore, parts._engine._core());
  // The text says what the bits of IDs mean, but it has no names of fields.
  const fields = format._descriptor._fields.map(([, name]) => name);
  const key = joinTexts(space, text, seats._start, format.name, ...fields);
  const known = keepers.get(key);
  if (known !== undefined) return known;
  const spaceNumber = ofStore.spaces.get(space) ?? (allStores().spaces += 1);
  ofStore.spaces.set(space, spaceNumber);
  const keeper = new Keeper(
    { store, space, timers: new Timers() },
    {
      parts,
      seats,
      text,
      layout,
      maxJump: Math.max(MIN_JUMP_MS, maxLead),
      spaceNumber,
      countSeats: () =>
        [...keepers.values()].filter(({ _connection, _seat }) => _connection.space === space && _seat !== undefined)
          .length,
      onClosed: () => keepers.delete(key),
    },
  );
  keepers.set(key, keeper);
  return keeper;
}
