// The lent runs of all copies of the package, so that all of them can be recalled.

import { sharedValue } from "./shared.js";

/** A weak reference, or a strong one where the runtime has no `WeakRef`. */
export interface Reference<T extends object = object> {
  deref(): T | undefined;
}

/** An object that may hold lent IDs, and the function that returns them to the core. */
interface Holder {
  readonly ref: Reference;
  recall(holder: object): void;
}

/** Shared by all copies of this version. Another copy may have made it, so its property names stay unmangled. */
interface Holders {
  /** Includes holders that have been collected since the list was last cleaned. */
  list: Holder[];
  /** The list is cleaned when it reaches this length. */
  limit: number;
  /** How often all runs have been recalled. */
  recalls: number;
}

/** The list is not cleaned below this length. */
const MIN_LIMIT = 64;

let holders: Holders | undefined;

/** The holders of all copies. */
export function allHolders(): Holders {
  return (holders ??= sharedValue(" holders", () => ({ list: [], limit: MIN_LIMIT, recalls: 0 })));
}

/** How often all runs have been recalled. */
export function countRecalls(): number {
  return allHolders().recalls;
}

/** Adds an object that may hold lent IDs from now on. */
export function addHolder<T extends object>(holder: T, recall: (holder: T) => void): void {
  const all = allHolders();
  if (all.list.length >= all.limit) {
    const alive = all.list.filter(({ ref }) => ref.deref() !== undefined);
    all.list = alive;
    all.limit = Math.max(MIN_LIMIT, alive.length * 2);
  }
  all.list.push({ ref: referenceTo(holder), recall: recall as (holder: object) => void });
}

/** Without `WeakRef`, holders are never collected. That leaks memory, but repeats no ID. */
export function referenceTo<T extends object>(holder: T): Reference<T> {
  return typeof WeakRef === "undefined" ? new StrongReference(holder) : new WeakRef(holder);
}

// A class, because minifiers inline functions: a closure would share its scope with others, which would keep the holder
// alive where `WeakRef` exists too.
class StrongReference<T> {
  readonly #holder: T;

  constructor(holder: T) {
    this.#holder = holder;
  }

  deref(): T {
    return this.#holder;
  }
}

/**
 * Returns all lent runs to the core. Called before a snapshot is restored: the snapshot may say that numbers of these
 * runs were used elsewhere.
 */
export function recallRuns(): void {
  allHolders().recalls += 1;
  for (const { ref, recall } of allHolders().list) {
    const holder = ref.deref();
    if (holder !== undefined) recall(holder);
  }
}
