// The part of the main entry on which leases work.

import type { Engine } from "../../generators/index.js";

/** Set by the entry before anything else runs. */
export let engine: Engine;

export function useEngine(given: Engine): void {
  engine = given;
}
