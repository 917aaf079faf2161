import type * as api from "../index.js";
import { defineFormat as define } from "./define.js";
import { FlakeError } from "./errors.js";
import * as format from "./format.js";
import { inspect as inspectId } from "./inspect.js";
import { Sno } from "./sno.js";

// What is exported is exactly what index.d.ts declares; the wrapper knows less of types than that.
const builtIn = <T>(name: string, kind?: typeof format.Format): T => format.builtIn(name, kind) as unknown as T;

export const snowflakeSI = builtIn<typeof api.snowflakeSI>("snowflakeSI");
export const twitter = builtIn<typeof api.twitter>("twitter");
export { twitter as x };
export const discord = builtIn<typeof api.discord>("discord");
export const instagram = builtIn<typeof api.instagram>("instagram");
export const mastodon = builtIn<typeof api.mastodon>("mastodon");
export const sonyflake = builtIn<typeof api.sonyflake>("sonyflake");
export const nanoflake = builtIn<typeof api.nanoflake>("nanoflake");
export const uid60 = builtIn<typeof api.uid60>("uid60");

export const sno = builtIn<typeof api.sno>("sno", Sno);
export const formats = format.formats as unknown as typeof api.formats;
export const defineFormat = define as unknown as typeof api.defineFormat;
export const inspect: typeof api.inspect = inspectId as typeof api.inspect;
export { FlakeError };
