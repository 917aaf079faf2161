// The formats as they are measured.

import { discord, instagram, snowflakeSI, sno, sonyflake, twitter, uid60 } from "flakekit";

const EPOCH = "2024-01-01";

export const numbers = snowflakeSI.with({ epoch: EPOCH });

/** Snowflake-SI with 13 bits of sequence: 8192 IDs a ms. */
export const wideNumbers = snowflakeSI.with({ epoch: EPOCH, machineBits: 0 });

export { discord, instagram, sno, sonyflake, twitter, uid60 };

/**
 * Never waits for the clock, so that a tight loop shows what an ID costs and not what a tick holds. The
 * clock is read for every ID all the same.
 */
export const unhindered = { onExhausted: "lead", maxLead: 86_400_000 };
