// The terms upon which the store and all workers of the view "Leases" agree.

import { snowflakeSI, withOptions } from "flakekit";

/** The count of seats. It is smaller than the count of workers, so that one can see a worker wait. */
export const SEATS = 6;

/** The length of a window in ms: short, so that one can watch it end. */
export const WINDOW_MS = 5000;

export const SPACE = "page";

/** IDs of this format are numbers, and its nodes are one field. */
export const format = withOptions(snowflakeSI, { epoch: "2026-01-01" });

/** The store's clock never goes back, so `clockSkew` adds nothing to the wait after the store has forgotten. */
export const TERMS = { space: SPACE, nodes: [0, SEATS - 1], window: WINDOW_MS, clockSkew: 0 } as const;
