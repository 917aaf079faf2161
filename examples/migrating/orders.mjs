// A format, and the check of it with old IDs.

import { discord, withOptions } from "flakekit";
import { check } from "./check.mjs";

// Old IDs and their times. @sapphire/snowflake@3.5.5 made this one, with the epoch 2020-01-01.
const rows = [{ id: "579285799754166274", time: Date.parse("2024-05-17T12:34:57Z") }];
export const orders = withOptions(discord, { epoch: "2020-01-01" });
export const oldNodes = check(orders, { workerId: 4, processId: 7 }, rows, 60_000); // [[3, 7]]
