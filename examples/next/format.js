import { twitter, withOptions } from "flakekit";

/** The format of all IDs: 63 bits, for a column of type BIGINT. Do not change the epoch later. */
export const format = withOptions(twitter, { epoch: "2024-01-01" });
