// Generated from Rust by `npm run build`. Do not edit.

import type * as api from "../../types/index.js";
import { builtIn } from "../registry.js";
import { Sno } from "../sno.js";

export const twitter = builtIn<typeof api.twitter>(["twitter", "x"], 0);
export { twitter as x };
export const discord = builtIn<typeof api.discord>(["discord"], 1);
export const instagram = builtIn<typeof api.instagram>(["instagram"], 2);
export const mastodon = builtIn<typeof api.mastodon>(["mastodon"], 3);
export const sonyflake = builtIn<typeof api.sonyflake>(["sonyflake"], 4);
export const uid60 = builtIn<typeof api.uid60>(["uid60"], 5);
export const sno = builtIn<typeof api.sno>(["sno"], 6, Sno);
export const snowflakeSI = builtIn<typeof api.snowflakeSI>(["snowflakeSI"], 7);
export const nanoflake = builtIn<typeof api.nanoflake>(["nanoflake"], 8);
export const tsid = builtIn<typeof api.tsid>(["tsid"], 9);
