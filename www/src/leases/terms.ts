// What the store and all workers of the view "Leases" agree upon.

import { snowflakeSI, withOptions } from "flakekit";

/** How many seats there are. Fewer than workers, so that one can see a worker wait. */
export const SEATS = 6;

/** The length of a window in ms: short, so that one can watch it end. */
export const WINDOW_MS = 5000;

export const SPACE = "page";

/** IDs of this format are numbers, and its nodes are one field. */
export const format = withOptions(snowflakeSI, { epoch: "2026-01-01" });

/** The store's clock never goes back, so nothing is added for it to the wait after the store has forgotten. */
export const TERMS = { space: SPACE, nodes: [0, SEATS - 1], window: WINDOW_MS, clockSkew: 0 } as const;
