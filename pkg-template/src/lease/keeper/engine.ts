// The functions of the main entry that leases use.

import type { Engine } from "../../generators/index.js";

/** The entry of leases sets it when it is loaded. */
export let engine: Engine;

export function useEngine(given: Engine): void {
  engine = given;
}
