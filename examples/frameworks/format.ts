// The format of all IDs, also for pages, which only read them.

import { twitter, withOptions } from "flakekit";

/** The format of all IDs. Do not change the epoch later. */
export const format = withOptions(twitter, { epoch: "2024-01-01" });
