import type * as api from "../types/index.js";
import { defineFormat as define } from "./define.js";
import { FlakeError } from "./errors.js";
import { inspect as inspectId } from "./inspect.js";
import * as registry from "./registry.js";
import { Sno } from "./sno.js";

// The sources in types/ declare precise types for users. The implementation has looser ones, hence the casts.
const builtIn = <T>(FormatClass?: Parameters<typeof registry.addBuiltIn>[0]): T =>
  registry.addBuiltIn(FormatClass) as unknown as T;

// In the order of the core's table, which knows them by index.
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

export const formats = registry.formats as unknown as typeof api.formats;
export const defineFormat = define as unknown as typeof api.defineFormat;
export const inspect: typeof api.inspect = inspectId as typeof api.inspect;
export { FlakeError };
