// The generators that hold a run of IDs, so that it can be recalled.

import { sharedValue } from "./shared.js";

/** A generator of this or another copy, as long as it is alive. */
interface Reference {
  deref(): object | undefined;
}

/** A generator, and how it returns its run. */
interface Holder {
  readonly ref: Reference;
  recall(generator: object): void;
}

/** The holders of all copies, some of them no longer alive. */
interface Holders {
  list: Holder[];
  /** The length at which the list is next rid of those that are no longer alive. */
  limit: number;
  /** How often runs were recalled. */
  recalls: number;
}

let holders: Holders | undefined;

/** The holders of all copies. */
export function allHolders(): Holders {
  return (holders ??= sharedValue(" holders", () => ({ list: [], limit: 64, recalls: 0 })));
}

/** How often runs were recalled. */
export function countRecalls(): number {
  return allHolders().recalls;
}

/** Notes that a generator may hold runs from now on. */
export function addHolder<T extends object>(generator: T, recall: (generator: T) => void): void {
  const all = allHolders();
  if (all.list.length >= all.limit) {
    const alive = all.list.filter(({ ref }) => ref.deref() !== undefined);
    all.list = alive;
    all.limit = Math.max(64, alive.length * 2);
  }
  all.list.push({ ref: referenceTo(generator), recall: recall as (generator: object) => void });
}

/** Where references can't be weak, generators stay in memory. That is better than a repeated ID. */
function referenceTo(generator: object): Reference {
  return typeof WeakRef === "undefined" ? strongReference(generator) : new WeakRef(generator);
}

// A function of its own: its closure keeps what it refers to in memory.
function strongReference(generator: object): Reference {
  return { deref: () => generator };
}

/**
 * Makes all generators return their runs. A snapshot that is about to be restored may say that numbers in them were used
 * elsewhere.
 */
export function recallRuns(): void {
  allHolders().recalls += 1;
  for (const { ref, recall } of allHolders().list) {
    const generator = ref.deref();
    if (generator !== undefined) recall(generator);
  }
}
