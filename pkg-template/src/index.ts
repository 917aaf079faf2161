import type * as api from "../index.js";
import { defineFormat as define } from "./define.js";
import { FlakeError } from "./errors.js";
import * as format from "./format.js";
import { inspect as inspectId } from "./inspect.js";
import { Sno } from "./sno.js";

// What is exported is exactly what index.d.ts declares; the wrapper knows less of types than that.
const builtIn = <T>(kind?: typeof format.Format): T => format.builtIn(kind) as unknown as T;

// In the order of the core's table, which knows them by their places.
export const twitter = builtIn<typeof api.twitter>();
export { twitter as x };
export const discord = builtIn<typeof api.discord>();
export const instagram = builtIn<typeof api.instagram>();
export const mastodon = builtIn<typeof api.mastodon>();
export const sonyflake = builtIn<typeof api.sonyflake>();
export const uid60 = builtIn<typeof api.uid60>();
export const sno = builtIn<typeof api.sno>(Sno);
export const snowflakeSI = builtIn<typeof api.snowflakeSI>();
export const nanoflake = builtIn<typeof api.nanoflake>();

export const formats = format.formats as unknown as typeof api.formats;
export const defineFormat = define as unknown as typeof api.defineFormat;
export const inspect: typeof api.inspect = inspectId as typeof api.inspect;
export { FlakeError };
