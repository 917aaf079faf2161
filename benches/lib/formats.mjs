// The formats that are measured.

import { discord, instagram, snowflakeSI, sno, sonyflake, twitter, uid60, withOptions } from "flakekit";

const EPOCH = "2024-01-01";

export const numbers = withOptions(snowflakeSI, { epoch: EPOCH });

/** Snowflake-SI with a sequence of 13 bits: 8192 IDs per ms. */
export const wideNumbers = withOptions(snowflakeSI, { epoch: EPOCH, machineBits: 0 });

export { discord, instagram, sno, sonyflake, twitter, uid60 };

/**
 * Options for measuring the cost of an ID in a tight loop. IDs lead the clock instead of waiting for the next tick. The
 * clock is still read for each ID.
 */
export const unhindered = { onExhausted: "lead", maxLead: 86_400_000 };
