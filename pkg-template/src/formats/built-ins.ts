// Generated from Rust by `npm run build`. Do not edit.

import {
  twitter,
  discord,
  instagram,
  mastodon,
  sonyflake,
  uid60,
  sno,
  snowflakeSI,
  nanoflake,
  tsid,
} from "./generated.js";

/** All built-in formats by their names, in the order of the table. */
export const builtIns = (): Record<string, unknown> => ({
  twitter: twitter,
  x: twitter,
  discord: discord,
  instagram: instagram,
  mastodon: mastodon,
  sonyflake: sonyflake,
  uid60: uid60,
  sno: sno,
  snowflakeSI: snowflakeSI,
  nanoflake: nanoflake,
  tsid: tsid,
});
